import { copyOf, keyOf, metadataOf } from '../../bend.ts';
import { CutError } from '../../cut-error.ts';
import type { FaultyRequest, Bendable, Hooks, WatchFrame } from '../../fault.ts';
import { pause } from '../../ways.ts';
import type { Picks } from '../bends.ts';
import {
  BURST_MS,
  EVENT_TYPES,
  type ChangedEventType,
  INITIAL_MS,
  type FaultyMoment,
  type WatchProgress,
} from './stream-moments.ts';

/** The change that a faulty watch makes to an event. */
export interface EventDefect {
  readonly how: string;
  readonly does: (type: ChangedEventType) => string;
  readonly clause: (type: ChangedEventType) => string;
  readonly allowed?: string;
  readonly types: readonly ChangedEventType[];
  /** `before` is the last object of the same name that the watch showed, if there was one. */
  readonly bend: (
    frame: WatchFrame,
    before: Bendable | undefined,
  ) => readonly WatchFrame[] | Promise<readonly WatchFrame[]>;
}

const notified = (type: ChangedEventType): string => (type === 'ADDED' ? 'events.2.1' : 'events.1.2');
const whole = (): string => 'events.2.3';

const way = (
  how: string,
  does: EventDefect['does'],
  clause: EventDefect['clause'],
  bend: EventDefect['bend'],
  types: readonly ChangedEventType[] = EVENT_TYPES,
): EventDefect => ({ how, does, clause, bend, types });

function typed(to: string): EventDefect {
  const isOther = (type: ChangedEventType): boolean => type !== to;
  return way(
    `as-${to}`,
    (type) => `sends ${type} events with the type ${to}`,
    notified,
    (frame) => [{ ...frame, type: to }],
    EVENT_TYPES.filter(isOther),
  );
}

function bent(frame: WatchFrame, bend: (object: Bendable) => void): readonly WatchFrame[] {
  const object = copyOf(frame.object);
  bend(object);
  return [{ ...frame, object }];
}

export const EVENT_DEFECTS: readonly EventDefect[] = [
  way(
    'lost',
    (type) => `loses ${type} events`,
    notified,
    () => [],
  ),
  way(
    'twice',
    (type) => `sends ${type} events twice`,
    () => 'semantics.8',
    (frame) => [frame, frame],
  ),
  typed('ADDED'),
  typed('MODIFIED'),
  typed('DELETED'),
  way(
    'of-another-object',
    (type) => `sends ${type} events with the name of another object`,
    () => 'rules.5.2',
    (frame) =>
      bent(frame, (object) => void (metadataOf(object)['name'] = `${String(metadataOf(object)['name'])}-other`)),
  ),
  way(
    'metadata-only',
    (type) => `sends ${type} events whose object has only its metadata`,
    whole,
    (frame) =>
      bent(frame, (object) =>
        Object.keys(object)
          .filter((member) => !['apiVersion', 'kind', 'metadata'].includes(member))
          .forEach((member) => delete object[member]),
      ),
  ),
  way(
    'without-labels',
    (type) => `sends ${type} events whose object lacks its labels`,
    whole,
    (frame) => bent(frame, (object) => void delete metadataOf(object)['labels']),
  ),
  way(
    'without-version',
    (type) => `sends ${type} events whose object lacks its version`,
    whole,
    (frame) => bent(frame, (object) => void delete metadataOf(object)['resourceVersion']),
  ),
  way(
    'as-it-was-before',
    (type) => `sends ${type} events with the state of the object before the change`,
    whole,
    (frame, before) => [{ ...frame, object: before ?? frame.object }],
    ['MODIFIED'],
  ),
  way(
    'half',
    (type) => `cuts ${type} events in half and ends without an error`,
    whole,
    (frame) => {
      throw new CutError('end-within', [frame]);
    },
  ),
  {
    ...way(
      'late',
      (type) => `sends ${type} events 300 ms late`,
      () => 'semantics.8',
      async (frame) => pause(300).then(() => [frame]),
    ),
    allowed: 'Semantics 8: "Watch streams changes ... as they occur" sets no time within which an event must come.',
  },
];

/** The state of one open watch. */
interface OpenWatch {
  readonly since: number;
  /** The number of writes that the server had received when the watch began. */
  readonly writes: number;
  /** The times of its events of the last second. */
  lately: readonly number[];
}

/** Hooks that change the events of one type at one moment. */
export function eventDefectHooks(
  picks: Picks,
  type: ChangedEventType,
  moment: FaultyMoment,
  defect: EventDefect,
): Hooks {
  const open = new WeakMap<FaultyRequest, OpenWatch>();
  let left = 0;
  let writes = 0;
  const progressOf = (request: FaultyRequest): WatchProgress => {
    const now = performance.now();
    const watch = open.get(request) ?? { since: now, writes, lately: [] };
    const lately = watch.lately.filter((time) => now - time < BURST_MS);
    watch.lately = [...lately, now];
    const openMs = now - watch.since;
    const endsInMs = Number(request.query.get('timeoutSeconds') ?? Infinity) * 1000 - openMs;
    const isInitial = !request.query.has('resourceVersion') && (openMs < INITIAL_MS || writes === watch.writes);
    return { openMs, lately: lately.length, isInitial, left, endsInMs };
  };
  return {
    began: (request, reader) => {
      open.set(request, { since: performance.now(), writes, lately: [] });
      reader.once('close', () => void (left += 1));
    },
    request: ({ method }) => {
      if (method !== 'GET') writes += 1;
      return undefined;
    },
    event: async (frame, request, stream) => {
      if (!picks(request)) return [frame];
      const progress = progressOf(request);
      const before = stream.get(keyOf(frame.object)) as Bendable | undefined;
      stream.set(keyOf(frame.object), frame.object);
      return frame.type === type && moment.is(progress) ? defect.bend(frame, before) : [frame];
    },
  };
}
