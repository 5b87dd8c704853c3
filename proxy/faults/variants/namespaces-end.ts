import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { everyObject, failureStatus, isObject, jsonResponse, metadataOf, succeeded } from '../bend.ts';
import type { Bendable, FaultyRequest, Hooks, UpstreamClient, Variant } from '../fault.ts';
import { variants } from '../named.ts';

const ENDING = 'server.invalid/ending';

/** Shows a deleted namespace as `Terminating`. */
function showEnding(object: Bendable): void {
  const annotations = metadataOf(object)['annotations'];
  if (!isObject(annotations) || !Object.hasOwn(annotations, ENDING)) return;
  metadataOf(object)['deletionTimestamp'] = annotations[ENDING];
  delete annotations[ENDING];
  Object.assign(object, { spec: { finalizers: ['kubernetes'] }, status: { phase: 'Terminating' } });
}

/** Whether the upstream may refuse a delete for its options: both propagation options, or an illegal grace period. */
function isDoubtful({ json, query }: FaultyRequest): boolean {
  const options = isObject(json) ? json : {};
  const saysTwice = (options['orphanDependents'] ?? null) !== null && (options['propagationPolicy'] ?? null) !== null;
  const graces = [options['gracePeriodSeconds'] ?? 0, Number(query.get('gracePeriodSeconds') ?? 0)];
  return (
    saysTwice || !graces.every((grace) => Number.isInteger(grace) && Number(grace) >= 0 && Number(grace) < 2 ** 31)
  );
}

/** How long a namespace stays before a slow controller, in milliseconds. */
const LATE_MS = 30_000;

/** Hooks of a server that marks a deleted namespace as terminating; `then` may remove it. */
function endingNamespaces(then: (path: string, upstream: UpstreamClient) => void): Hooks {
  const terminating = new WeakSet<FaultyRequest>();
  const shown = everyObject(showEnding);
  return {
    yaml: true,
    ...shown,
    request: (request) => {
      const { resource, verb } = request.call ?? {};
      if (resource?.kind !== 'Namespace') return undefined;
      // The upstream selects by the phase that it stores, not by the phase that this server shows.
      if (request.query.get('fieldSelector')?.includes('status.phase') === true) return PHASES_ARE_NO_FIELD;
      if (verb !== 'delete' || isDoubtful(request)) return undefined;
      terminating.add(request);
      request.method = 'PATCH';
      request.headers['content-type'] = MERGE_PATCH_TYPE;
      request.json = { metadata: { annotations: { [ENDING]: new Date().toISOString().replace(/\.\d+/, '') } } };
      return undefined;
    },
    response: (response, request, upstream) => {
      if (!terminating.has(request) || !succeeded(response)) return shown.response(response, request);
      response.json = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 200 };
      then(request.path, upstream);
    },
  };
}

const PHASES_ARE_NO_FIELD = jsonResponse(
  400,
  failureStatus(400, 'BadRequest', 'status.phase is no field of a selector here'),
);

/** Servers whose deleted namespaces stay for a while. */
export const NAMESPACE_VARIANTS: readonly Variant[] = variants({
  'namespaces-never-end': {
    summary: 'a deleted namespace stays for ever, because no controller removes its contents',
    dialect: 'spec',
    hooks: () => endingNamespaces(() => undefined),
  },
  'namespaces-end-late': {
    summary: 'a deleted namespace stays for half a minute before a controller removes it',
    dialect: 'spec',
    hooks: () =>
      endingNamespaces((path, upstream) => {
        setTimeout(() => void upstream.send('DELETE', path).catch(() => undefined), LATE_MS).unref();
      }),
  },
});
