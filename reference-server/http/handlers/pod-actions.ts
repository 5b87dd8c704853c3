import type { TypeId } from '../../../spec/schemas/schema.ts';
import { conflict, invalid, notFound, unreadable } from '../../objects/refusals.ts';
import { ApiError, badRequest } from '../../resources/api-error.ts';
import { timestamp } from '../../objects/schema/timestamp.ts';
import { deleteObject } from '../../objects/delete-object.ts';
import { objectKey } from '../../objects/object-key.ts';
import { decodeAs } from '../../objects/schema/decode-as.ts';
import { shapeForStorage } from '../../objects/schema/shape-for-storage.ts';
import { shownObject, storedObject } from '../../objects/stored-object.ts';
import { updateObject } from '../../objects/update-object.ts';
import type { ServerContext } from '../../objects/server-context.ts';
import type { ApiObject } from '../../resources/api-object.ts';
import {
  isAbsent,
  isMembers,
  items,
  members,
  type Members,
  number,
  text,
} from '../../resources/values/json-members.ts';
import { notSupported, required } from '../../resources/causes.ts';
import { validateAnnotations } from '../../resources/validation/object-meta-validation.ts';
import type { FieldError } from '../../resources/strategy.ts';
import { type HandlerResponse, valueResponse } from '../handler-response.ts';
import { addressOf, type RoutedCall } from '../call.ts';
import { dryRunIn, preconditionsIn } from '../body/delete-options-body.ts';
import { contextFor } from '../routing/dry-run.ts';
import { sentMembers } from '../body/request-body.ts';
import { successStatus } from '../response/status-body.ts';
import { requireAddress } from '../body/body-for-path.ts';

const EVICTION = 'policy/v1beta1.Eviction';
const AT_ONCE: Members = { gracePeriodSeconds: 0 };

/**
 * Deletes an object for a drain: at once if the request has no options, else with the grace period of the options,
 * or that of the object.
 */
export async function evict(call: RoutedCall): Promise<HandlerResponse> {
  const sent = await sentMembers(call, EVICTION);
  const { deleteOptions, metadata } = decodeAs(EVICTION, sent);
  requireObjectOfPath(call, { metadata });
  const options = isMembers(deleteOptions) ? deleteOptions : AT_ONCE;
  const later = members(sent['deleteOptions']);
  const context = contextFor(dryRunIn(later, call.context.choices), call.context);
  const grace = options['gracePeriodSeconds'];
  await deleteObject(
    context,
    { ...addressOf(call), ...namedObject(call, nameIn(sent)) },
    {
      ...(isAbsent(grace) ? {} : { gracePeriodSeconds: Math.max(0, number(grace)) }),
      ...preconditionsIn(later, call.context.choices),
    },
  );
  return made(call.context);
}

/**
 * Assigns a pod to a node, once. The pod is that of the path or, at the path of all bindings, that of the body;
 * nothing else of the pod changes.
 */
export async function bind(call: RoutedCall): Promise<HandlerResponse> {
  const { context, resource } = call;
  const { namespace } = call;
  const body = await objectIn(call, 'core/v1.Binding');
  requireObjectOfPath(call, body);
  const name = call.name ?? nameIn(body);
  const node = text(members(body['target'])['name']);
  const annotations = members(members(body['metadata'])['annotations']) as Record<string, string>;
  const causes = bindingCauses(members(body['target']), annotations);
  if (causes.length > 0) throw refusedBinding(context, invalid(context, resource, name, causes));
  await context.store.guaranteedUpdate(objectKey(resource, namespace, name), (current) => {
    if (current === undefined) throw notFound(context, resource, name);
    const { object } = current.value;
    const held = text(members(object['spec'])['nodeName']);
    if (held !== '') throw conflict(context, resource, name, `it is assigned to node "${held}" already`);
    if (object.metadata.deletionTimestamp !== undefined) throw conflict(context, resource, name, 'it is being deleted');
    const bound = shapeForStorage(resource.schema, assigned(object, node, annotations, timestamp(context.clock.now())));
    return { do: 'put', value: storedObject(bound, current.value) };
  });
  return made(context);
}

/** In some dialects an invalid target causes a server error. */
function refusedBinding({ choices }: ServerContext, refusal: ApiError): ApiError {
  return refusal.details?.causes?.some(({ field }) => field.startsWith('target.')) === true
    ? unreadable(refusal, choices)
    : refusal;
}

/** The defects of a binding: its target, and annotations that the pod would not accept. */
function bindingCauses({ kind, name }: Members, annotations: Members): FieldError[] {
  const causes: FieldError[] = [];
  if (!['', NODE].includes(text(kind))) notSupported(causes, 'target.kind', kind, [NODE]);
  if (text(name) === '') required(causes, 'target.name', 'must name the node');
  validateAnnotations(annotations, 'metadata.annotations', causes);
  return causes;
}

const NODE = 'Node';
const SCHEDULED = 'PodScheduled';

function assigned(
  object: ApiObject,
  nodeName: string,
  annotations: Readonly<Record<string, string>>,
  now: string,
): ApiObject {
  const status = members(object['status']);
  const others = items(status['conditions']).filter((condition) => members(condition)['type'] !== SCHEDULED);
  return {
    ...object,
    metadata: { ...object.metadata, annotations: { ...object.metadata.annotations, ...annotations } },
    spec: { ...members(object['spec']), nodeName },
    status: { ...status, conditions: [...others, { type: SCHEDULED, status: 'True', lastTransitionTime: now }] },
  };
}

/** Asks the deployment controller to return to an earlier template: that of `revision`, or 0 for the previous one. */
export async function rollback(call: RoutedCall): Promise<HandlerResponse> {
  const { context, resource } = call;
  const body = await objectIn(call, `${resource.group}/v1beta1.DeploymentRollback`);
  const address = { ...addressOf(call), ...namedObject(call, text(body['name'])) };
  const { name } = address;
  if (text(body['name']) === '')
    throw new ApiError('Invalid', 'DeploymentRollback is invalid: name: is required', {
      name: '',
      group: 'extensions',
      kind: 'DeploymentRollback',
      causes: [{ reason: 'FieldValueRequired', field: 'name', message: 'is required' }],
    });
  if (text(body['name']) !== name)
    throw badRequest(`name in the body is "${text(body['name'])}", but the path names "${name}"`);
  const revision = number(members(body['rollbackTo'])['revision']);
  await updateObject(context, {
    address,
    aspect: 'object',
    wanted: (current) => {
      const shown = shownObject(current, resource);
      const annotations = {
        ...shown.metadata.annotations,
        ...(members(body['updatedAnnotations']) as Record<string, string>),
      };
      return {
        ...shown,
        metadata: { ...shown.metadata, annotations },
        spec: { ...members(shown['spec']), rollbackTo: { revision } },
      };
    },
    versionIsCondition: false,
    keepsGeneration: context.choices['rollback.generation'] === 'kept',
    isOfOneField: true,
  });
  return context.choices['rollback.answer'] === 'success' ? done(200) : ODDLY_DONE;
}

/** The object that the body names; in some dialects it decides. */
function namedObject({ context }: RoutedCall, name: string): { readonly name?: string } {
  return context.choices['rollback.object'] === 'of-body' ? { name } : {};
}

function nameIn(body: Members): string {
  return text(members(body['metadata'])['name']);
}

/** Some servers' response to an accepted rollback. */
const ODDLY_DONE = valueResponse(200, {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: 'rollback request for deployment taken',
  code: 200,
});

/** The body as a value of that type. Throws `ApiError` 400 for a member of a wrong type. */
async function objectIn(call: RoutedCall, schema: TypeId): Promise<Members> {
  return decodeAs(schema, await sentMembers(call, schema));
}

/** In dialects in which the path decides, the body may name no other object. */
function requireObjectOfPath(call: RoutedCall, { metadata }: Members): void {
  if (call.name !== undefined && call.context.choices['rollback.object'] === 'of-path')
    requireAddress(members(metadata), call);
}

/** The response to a successful action. */
function done(code: number): HandlerResponse {
  return valueResponse(code, { ...successStatus({}), details: undefined, code });
}

function made({ choices }: ServerContext): HandlerResponse {
  return done(Number(choices['create.status']));
}
