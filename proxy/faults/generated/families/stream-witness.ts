import type { Operation } from '../../../../spec/surface/operations.ts';
import type { FaultyRequest } from '../../fault.ts';
import { isOf, type FaultyOperation } from '../on-operation.ts';
import { creating, deletingSample, listing, operationTarget } from '../sample-objects.ts';
import type { Witness, WitnessRequest } from '../witness.ts';
import { patchingSample, twoSamples } from '../witness-of-call.ts';
import type { NeighbourEvent } from './stream-defect.ts';
import type { ChangedEventType, FaultyMoment } from './stream-moments.ts';

/** Whether a request is a watch of that operation. */
export function isWatchOf(request: FaultyRequest, operation: Operation): boolean {
  return request.call?.watching === true && isOf(request, operation);
}

function watching({ operation, resource }: FaultyOperation, query: string): WitnessRequest {
  const asking = operation.response === 'WatchEvent' ? query : `${query}&watch=true`;
  return { method: 'GET', target: `${operationTarget(operation, resource, 'a')}?${asking}`, alongside: true };
}

function patching({ resource }: FaultyOperation, value: string, name = 'a'): WitnessRequest {
  return patchingSample(resource, name, value);
}

function deleting({ resource }: FaultyOperation): WitnessRequest {
  return deletingSample(resource, 'a');
}

/** The requests that cause an event of that type, and the name of the sample that it shows. */
function causing(subject: FaultyOperation, type: ChangedEventType, isOfFormer: boolean): readonly [Witness, string] {
  const { operation, resource } = subject;
  if (type === 'MODIFIED') return [[patching(subject, 'first'), patching(subject, 'then')], 'a'];
  if (type === 'DELETED') return [[deleting(subject)], 'a'];
  return operation.verb === 'watch' || isOfFormer
    ? [[deleting(subject), creating(resource, 'a', { labels: { app: 'again' } })], 'a']
    : [[creating(resource, 'c', { labels: { app: 'c' } })], 'c'];
}

/** Requests after which the watch shows an event of that type, and the neighbour that a defect needs. */
function changes(subject: FaultyOperation, type: ChangedEventType, neighbour?: NeighbourEvent): Witness {
  const isOfFormer = neighbour?.whose === 'own' && neighbour.comes === 'before';
  const [requests, name] = causing(subject, type, isOfFormer);
  if (neighbour === undefined) return requests;
  const other = patching(subject, 'beside', neighbour.whose === 'own' ? name : 'b');
  if (neighbour.comes === 'before') return [other, ...requests];
  const isGone = neighbour.whose === 'own' && type === 'DELETED';
  return [...requests, isGone ? creating(subject.resource, name, { labels: { app: 'again' } }) : other];
}

const BURST = 12;

/** A watch, and requests that cause an event of a type at a moment, beside the neighbour that a defect needs. */
export function momentWitness(
  subject: FaultyOperation,
  type: ChangedEventType,
  { how }: FaultyMoment,
  neighbour?: NeighbourEvent,
): Witness {
  const caused = changes(subject, type, neighbour);
  const [first, ...rest] = caused;
  const later = (afterMs: number): Witness => (first === undefined ? [] : [{ ...first, afterMs }, ...rest]);
  const version = how === 'initial' ? '' : '&resourceVersion={version:2}';
  const watch = (seconds: number): WitnessRequest => watching(subject, `timeoutSeconds=${seconds}${version}`);
  const steps: Readonly<Record<FaultyMoment['how'], Witness>> = {
    initial: [watch(1)],
    live: [watch(2), ...later(200)],
    'after-25ms': [watch(2), ...later(200)],
    'after-a-second': [watch(4), ...later(1300)],
    'under-a-burst': [
      watch(2),
      ...Array.from({ length: BURST }, (_, index) => patching(subject, `${index}`)),
      ...caused,
    ],
    'at-the-end': [watch(2), ...later(1700)],
    'after-another-left': [watch(1), watch(4), ...later(1600)],
  };
  // Late events come after this request.
  return [...twoSamples(subject), ...steps[how], { ...listing(subject.resource), afterMs: 200 }];
}

/** A watch that shows existing objects, and changes for a second. */
export function endingWitness(subject: FaultyOperation, query: string): Witness {
  return [
    ...twoSamples(subject),
    { ...watching(subject, query === '' ? 'pretty=false' : query) },
    ...[100, 300, 300, 300].map((afterMs, index) => ({ ...patching(subject, `${index}`), afterMs })),
  ];
}
