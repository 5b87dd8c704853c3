import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { unreadable } from '../../objects/refusals.ts';
import { ApiError, badRequest } from '../../resources/api-error.ts';
import {
  type DeleteOptions,
  type Preconditions,
  PROPAGATION_POLICIES,
  type PropagationPolicy,
} from '../../objects/delete-options.ts';
import { readLeniently } from '../../objects/schema/lenient-json.ts';
import { described } from '../../objects/schema/type-mismatch.ts';
import { requireMembers } from '../../objects/schema/decode-as.ts';
import { strategyOf } from '../../objects/server-context.ts';
import type { FieldError } from '../../resources/strategy.ts';
import type { RoutedCall } from '../call.ts';
import { isBlank } from '../media/body-text.ts';
import { valueOfBody } from './request-body.ts';

const OPTIONS_TYPE = 'meta/v1.DeleteOptions';
const INT32_MAX = 2 ** 31 - 1;

/** The client's options before validation. */
interface SentOptions {
  readonly gracePeriodSeconds?: number | undefined;
  readonly orphanDependents?: boolean | undefined;
  readonly propagationPolicy?: string | undefined;
  readonly preconditions?: Preconditions;
  readonly dryRun?: readonly string[];
}

/**
 * Options of a delete from the body and the query; the body wins. Throws `ApiError`: 400 for a body that is no
 * DeleteOptions, 422 for a negative grace period, an unknown policy, or both `orphanDependents` and
 * `propagationPolicy`, in body or query (document, Errors 4). In some dialects some kinds read neither body nor
 * query, or read both and obey the preconditions alone.
 */
export async function readDeleteOptions(call: RoutedCall): Promise<DeleteOptions> {
  const { choices } = call.context;
  if (
    choices['delete.options'] === 'by-kind' &&
    strategyOf(call.context, call.resource).byKind?.ignoresDeleteOptions === true
  )
    return {};
  const sent = await call.body();
  const body = isBlank(sent) ? {} : await optionsIn(sent, call);
  const asked = fromQuery(call, !isBlank(sent));
  if (
    choices['delete.options'] === 'by-kind' &&
    strategyOf(call.context, call.resource).byKind?.heedsPreconditionsAlone === true
  )
    return body.preconditions ?? {};
  const merged: SentOptions = {
    gracePeriodSeconds: body.gracePeriodSeconds ?? asked.gracePeriodSeconds,
    orphanDependents: body.orphanDependents ?? asked.orphanDependents,
    propagationPolicy: body.propagationPolicy ?? asked.propagationPolicy,
    preconditions: body.preconditions ?? {},
    dryRun: body.dryRun ?? [],
  };
  return checked(merged, choices);
}

/** Throws `ApiError`: 415, and 400 (in some dialects 500) for a body that is no DeleteOptions. */
async function optionsIn(sent: Buffer, { contentType, context: { choices } }: RoutedCall): Promise<SentOptions> {
  try {
    const body = requireMembers(await valueOfBody(sent, contentType, OPTIONS_TYPE, choices), 'DeleteOptions');
    return fromBody(
      choices['media-types.json-types'] === 'lenient' ? readLeniently(OPTIONS_TYPE, body) : body,
      choices,
    );
  } catch (error) {
    throw error instanceof ApiError && error.reason === 'BadRequest' ? unreadable(error, choices) : error;
  }
}

/** In some dialects the query is read only for a delete of one object without a body, and supports no policy. */
function fromQuery({ name, query, context }: RoutedCall, hasBody: boolean): SentOptions {
  const policy = query.text('propagationPolicy');
  const all = context.choices['delete.query-options'] === 'as-in-body';
  if (!all && (hasBody || name === undefined)) return {};
  if (!all && query.has('propagationPolicy'))
    throw badRequest('propagationPolicy is not supported in the query; send it in the body');
  return {
    gracePeriodSeconds: query.integer('gracePeriodSeconds'),
    orphanDependents: query.flag('orphanDependents'),
    propagationPolicy: policy === '' ? undefined : policy,
  };
}

function checked(
  { gracePeriodSeconds, orphanDependents, propagationPolicy, preconditions, dryRun = [] }: SentOptions,
  choices: DialectChoices,
): DeleteOptions {
  const isWhole = choices['delete.refused-field'] === 'whole';
  const field = isWhole ? '[]' : 'propagationPolicy';
  const causes: FieldError[] = [];
  if (gracePeriodSeconds !== undefined && gracePeriodSeconds < 0 && choices['delete.negative-grace'] !== 'accepted') {
    causes.push({
      reason: 'FieldValueInvalid',
      field: 'gracePeriodSeconds',
      message: `Invalid value: ${gracePeriodSeconds}: must not be negative`,
    });
  }
  if (propagationPolicy !== undefined && !isPolicy(propagationPolicy)) {
    const message = `Unsupported value: "${propagationPolicy}": supported values: ${PROPAGATION_POLICIES.join(', ')}`;
    causes.push({ reason: isWhole ? 'FieldValueInvalid' : 'FieldValueNotSupported', field, message });
  }
  if (orphanDependents !== undefined && propagationPolicy !== undefined) {
    causes.push({
      reason: 'FieldValueInvalid',
      field,
      message: 'only one of orphanDependents and propagationPolicy may be set',
    });
  }
  if (causes.length > 0) {
    throw new ApiError('Invalid', `DeleteOptions is invalid: ${causes.map(({ message }) => message).join('; ')}`, {
      ...(isWhole ? { group: 'meta.k8s.io' } : {}),
      kind: 'DeleteOptions',
      causes,
    });
  }
  return {
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(orphanDependents === undefined ? {} : { orphanDependents }),
    ...(propagationPolicy !== undefined && isPolicy(propagationPolicy) ? { propagationPolicy } : {}),
    ...preconditions,
    ...(dryRun.length === 0 ? {} : { dryRun }),
  };
}

function isPolicy(text: string): text is PropagationPolicy {
  return (PROPAGATION_POLICIES as readonly string[]).includes(text);
}

function fromBody(body: object, choices: DialectChoices): SentOptions {
  const longIsFine = choices['parameters.int32'] === 'accepted';
  const kind = member(body, 'kind', 'string');
  if (kind !== undefined && kind !== '' && kind !== 'DeleteOptions')
    throw badRequest(`kind in the body is "${kind}", but a delete takes "DeleteOptions"`);
  const grace = member(body, 'gracePeriodSeconds', 'number');
  if (
    grace !== undefined &&
    !(longIsFine ? Number.isSafeInteger(grace) : Number.isInteger(grace) && Math.abs(grace) <= INT32_MAX)
  )
    throw badRequest(`gracePeriodSeconds is ${grace}, expected ${longIsFine ? 'an' : 'a 32-bit'} integer`);
  return {
    gracePeriodSeconds: grace,
    orphanDependents: member(body, 'orphanDependents', 'boolean'),
    propagationPolicy: member(body, 'propagationPolicy', 'string'),
    preconditions: preconditionsIn(body, choices),
    dryRun: dryRunIn(body, choices),
  };
}

/** The preconditions in delete options. Throws `ApiError` 400 if one is no text. */
export function preconditionsIn(body: object, choices: DialectChoices): Preconditions {
  const named = member(body, 'preconditions', 'object') ?? {};
  const uid = member(named, 'uid', 'string');
  const resourceVersion =
    choices['delete.preconditions'] === 'uid-is-heeded' ? undefined : member(named, 'resourceVersion', 'string');
  return { ...(uid === undefined ? {} : { uid }), ...(resourceVersion === undefined ? {} : { resourceVersion }) };
}

/**
 * The `dryRun` of delete options: not of that era, but later clients rely on it. Throws `ApiError` 400 if it is no
 * list.
 */
export function dryRunIn(body: object, choices: DialectChoices): readonly string[] {
  if (choices['parameters.dry-run'] === 'ignored') return [];
  const value: unknown = Object.hasOwn(body, 'dryRun') ? Reflect.get(body, 'dryRun') : undefined;
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw badRequest(`dryRun must be a list, got ${described(value)}`);
  return value.map(String);
}

interface JsonTypes {
  readonly string: string;
  readonly number: number;
  readonly boolean: boolean;
  readonly object: object;
}

/** The member, if it is present and not null. Throws `ApiError` 400 if it has another type. */
function member<T extends keyof JsonTypes>(object: object, name: string, type: T): JsonTypes[T] | undefined {
  const value: unknown = Object.hasOwn(object, name) ? Reflect.get(object, name) : undefined;
  if (value === undefined || value === null) return undefined;
  if (typeof value !== type || Array.isArray(value))
    throw badRequest(`${name} must be ${type === 'object' ? 'an' : 'a'} ${type}, got ${described(value)}`);
  return value as JsonTypes[T];
}
