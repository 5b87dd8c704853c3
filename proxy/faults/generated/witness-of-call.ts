import type { Resource } from '../../../spec/surface/resources.ts';
import type { FaultyOperation } from './on-operation.ts';
import { creating, listing, operationTarget, sampleObject, sampleTarget } from './sample-objects.ts';
import type { Witness, WitnessRequest } from './witness.ts';

export const MERGE_PATCH = { 'content-type': 'application/merge-patch+json' };

/** The request of an operation on the sample `a`, or on the collection; a create makes the sample `made`. */
export function callOf(subject: FaultyOperation, query = ''): WitnessRequest {
  const { operation, resource } = subject;
  const target = `${operationTarget(operation, resource, 'a')}${query === '' ? '' : `?${query}`}`;
  switch (operation.verb) {
    case 'create':
      return { method: 'POST', target, body: sampleObject(resource, 'made', { labels: { app: 'made' } }) };
    case 'replace':
    case 'replaceStatus':
      return {
        method: 'PUT',
        target,
        body: {
          ...sampleObject(resource, 'a', { labels: { app: 'replaced' } }),
          ...(operation.verb === 'replaceStatus' ? { status: statusOf(subject) } : {}),
        },
      };
    case 'patch':
      return { method: 'PATCH', target, headers: MERGE_PATCH, body: { metadata: { labels: { tier: 'patched' } } } };
    case 'patchStatus':
      return { method: 'PATCH', target, headers: MERGE_PATCH, body: { status: statusOf(subject) } };
    default:
      return { method: operation.method, target };
  }
}

/** A status that a client may write, other than that of the samples. */
function statusOf({ resource }: FaultyOperation): Record<string, unknown> {
  return resource.kind === 'Job' ? { active: 7 } : { observedGeneration: 7 };
}

/** The query of lists and watches that selects only the samples of the witness. */
export const OWN_SAMPLES = 'labelSelector=of%3D{ns}';

/** Samples `a` and `b` with different labels; `a` is changed once after that. */
export function twoSamples({ resource }: FaultyOperation): Witness {
  return [
    creating(resource, 'a', { labels: { app: 'a', of: '{ns}' } }),
    creating(resource, 'b', { labels: { app: 'b', of: '{ns}' } }),
    patchingSample(resource, 'a'),
  ];
}

/** A patch of an annotation of a sample. */
export function patchingSample(resource: Resource, name: string, changed = 'once'): WitnessRequest {
  return {
    method: 'PATCH',
    target: sampleTarget(resource, name),
    headers: MERGE_PATCH,
    body: { metadata: { annotations: { changed } } },
  };
}

/** An operation with a query. Watches end by themselves. */
export function endingCall(subject: FaultyOperation, query: string): WitnessRequest {
  const watching = subject.operation.response === 'WatchEvent' || /(^|&)watch=/.test(query);
  return callOf(subject, watching && !query.includes('timeoutSeconds') ? `${query}&timeoutSeconds=1` : query);
}

/** A call while two samples exist, and a list after it. */
export function amongSamples(subject: FaultyOperation, call: WitnessRequest): Witness {
  return [...twoSamples(subject), call, listing(subject.resource)];
}
