import { ApiError, type ErrorDetails } from '../resources/api-error.ts';
import type { DialectChoices } from '../../spec/dialects/index.ts';
import type { Resource } from '../../spec/surface/resources.ts';
import type { FieldError } from '../resources/strategy.ts';
import { type ServerContext, strategyOf } from './server-context.ts';

/** The name of a resource in an error: its plural or its kind. */
type Naming = 'plural' | 'kind';

/**
 * The resource in an error: its plural or kind, and the group of the request path. Some dialects use one group for
 * every path.
 */
export function named(context: ServerContext, resource: Resource, by: Naming): Pick<ErrorDetails, 'group' | 'kind'> {
  const legacy =
    context.choices['errors.groups'] === 'by-kind' ? strategyOf(context, resource).byKind?.errorGroups : undefined;
  const group = legacy?.[by] ?? resource.group;
  return { ...(group === '' ? {} : { group }), kind: resource[by] };
}

/** `configmaps` in the core group, `deployments.apps` elsewhere. */
function qualified({ kind, group }: Pick<ErrorDetails, 'group' | 'kind'>): string {
  return group === undefined ? String(kind) : `${kind}.${group}`;
}

/** The error for unreadable input. Some dialects report it as a server error. */
export function unreadable(refusal: ApiError, choices: DialectChoices): ApiError {
  return choices['errors.bad-input-status'] === 'may-be-500' ? new ApiError('', refusal.message) : refusal;
}

/** Runs the reading or patching. Some dialects report its failures as server errors. */
export function readable<Result>(choices: DialectChoices, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof ApiError ? unreadable(error, choices) : error;
  }
}

export function notFound(context: ServerContext, resource: Resource, name: string): ApiError {
  const what = named(context, resource, 'plural');
  return new ApiError('NotFound', `${qualified(what)} "${name}" not found`, { name, ...what });
}

export function alreadyExists(context: ServerContext, resource: Resource, name: string, deleting: boolean): ApiError {
  const what = named(context, resource, 'plural');
  const prefix = deleting ? 'object is being deleted: ' : '';
  return new ApiError('AlreadyExists', `${prefix}${qualified(what)} "${name}" already exists`, { name, ...what });
}

export function conflict(
  context: ServerContext,
  resource: Resource,
  name: string,
  why: string,
  by: Naming = 'plural',
): ApiError {
  const what = named(context, resource, by);
  return new ApiError('Conflict', `Operation cannot be fulfilled on ${qualified(what)} "${name}": ${why}`, {
    name,
    ...what,
  });
}

export function forbidden(context: ServerContext, resource: Resource, name: string, why: string): ApiError {
  const what = named(context, resource, 'plural');
  return new ApiError('Forbidden', `${qualified(what)} "${name}" is forbidden: ${why}`, { name, ...what });
}

/** Maximum number of causes in an error: a body may be wrong in a hundred thousand places. */
const MOST_CAUSES = 100;

/** 422 for an object that fails validation; each cause names its field. */
export function invalid(
  context: ServerContext,
  resource: Resource,
  name: string,
  causes: readonly FieldError[],
): ApiError {
  const what = named(context, resource, 'kind');
  const listed = causes.slice(0, MOST_CAUSES);
  const list = listed.map((cause) => `${cause.field}: ${cause.message}`);
  if (causes.length > listed.length) list.push(`and ${causes.length - listed.length} more`);
  const text = list.length === 1 ? list[0] : `[${list.join(', ')}]`;
  return new ApiError('Invalid', `${qualified(what)} "${name}" is invalid: ${text}`, { name, ...what, causes: listed });
}
