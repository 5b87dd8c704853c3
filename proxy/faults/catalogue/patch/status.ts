import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { everyObject, isObject, metadataOf, objectAt, objectPath, succeeded } from '../../bend.ts';
import type { FaultyRequest, Bendable, Fault, Hooks } from '../../fault.ts';
import { operationsOf } from '../../json-patch.ts';
import { faults } from '../../named.ts';
import { isOne, isPatch, ofKind, type Which } from '../../requests.ts';
import { refusing, responding } from '../../ways.ts';

/** Hooks that also write the status that a merge patch or strategic merge patch has. */
function writingTheStatusOf(which: Which): Fault['hooks'] {
  return responding(which, async (response, request, upstream) => {
    const status = objectAt(request.json, 'status');
    if (status === undefined) return;
    const written = await upstream.send('PATCH', `${objectPath(request)}/status`, { status }, MERGE_PATCH_TYPE);
    if (succeeded(written)) response.json = written.json;
  });
}

/** Hooks that write the status too by those operations of a JSON patch of the object whose path begins so. */
function writingStatus(beginning: string): Fault['hooks'] {
  return responding(
    (request) => isOne(request, 'patch') && isPatch(request, JSON_PATCH_TYPE),
    async (response, request, upstream) => {
      const operations = operationsOf(request).filter(({ path }) => String(path).startsWith(beginning));
      if (operations.length === 0) return;
      const written = await upstream.send('PATCH', `${objectPath(request)}/status`, operations, JSON_PATCH_TYPE);
      if (succeeded(written)) response.json = written.json;
    },
  );
}

/** Whether a PATCH, of any type, removes the status. */
function removesStatus({ json }: FaultyRequest): boolean {
  if (Array.isArray(json))
    return json.some(
      (operation) => isObject(operation) && operation['op'] === 'remove' && operation['path'] === '/status',
    );
  return isObject(json) && json['status'] === null;
}

/** An object whose status a PATCH removed is shown without a status until the next status write. */
function statusGoesByPatch(): Hooks {
  const without = new Set<string>();
  const show = (object: Bendable, { call }: FaultyRequest): void => {
    const { name, namespace } = metadataOf(object);
    const { prefix, plural } = call?.resource ?? {};
    if (without.has(`${prefix}/namespaces/${String(namespace)}/${plural}/${String(name)}`)) object['status'] = {};
  };
  return {
    request: (request) => {
      if (isOne(request, 'patch') && removesStatus(request)) without.add(request.path);
      else if (isOne(request, ['replaceStatus', 'patchStatus', 'delete'])) without.delete(objectPath(request));
    },
    ...everyObject(show),
  };
}

/** Patches of an object that reach its status. */
export const STATUS: readonly Fault[] = faults({
  'json-patch-writes-members-of-the-status': {
    summary: 'a JSON patch of the object ignores operations on /status, but not those on its members',
    caughtBy: 'patch/ignores-the-status-sent',
    hooks: writingStatus('/status/'),
  },
  'patch-writes-status': {
    summary: 'a PATCH of the object writes the status in it too',
    caughtBy: 'patch/ignores-the-status-sent',
    seenIn: 'kubernetes-sigs/controller-runtime#2259',
    hooks: writingTheStatusOf('patch'),
  },
  'json-patch-writes-status': {
    summary: 'a JSON patch of the object writes the status in it too; other patches do not',
    caughtBy: 'patch/ignores-the-status-sent',
    hooks: writingStatus('/status'),
  },
  'patch-takes-the-status-away': {
    summary:
      'a PATCH of the object that sets status to null or removes it clears the status; a PATCH with a status is right',
    caughtBy: 'patch/leaves-the-status-that-is-there',
    seenIn: 'fabric8io/kubernetes-client#3088',
    hooks: statusGoesByPatch,
  },
  'patch-with-a-status-refused': {
    summary: 'a merge patch or strategic merge patch that carries a status is refused; the status should be ignored',
    caughtBy: 'patch/ignores-the-status-sent',
    hooks: refusing(
      (request) => isOne(request, 'patch') && isObject(request.json) && isObject(request.json['status']),
      422,
      'Invalid',
    ),
  },
  // Semantics 2: "Status changes only through the dedicated status operations".
  'patch-of-a-service-writes-its-load-balancer': {
    summary:
      'a merge patch or strategic merge patch of a Service writes the status in it too; every other kind is right',
    caughtBy: 'patch/ignores-the-status-sent',
    hooks: writingTheStatusOf(ofKind('Service', 'patch')),
  },
});
