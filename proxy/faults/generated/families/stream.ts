import type { Hooks } from '../../fault.ts';
import type { GeneratedFault } from '../generated-fault.ts';
import { type FaultyOperation, SUBJECTS } from '../on-operation.ts';
import type { EventDefect } from './stream-defect.ts';
import { ENDINGS } from './stream-endings.ts';
import { EVENT_DEFECTS } from './stream-event-defects.ts';
import { EVENT_TYPES, type ChangedEventType, type FaultyMoment, MOMENTS } from './stream-moments.ts';
import { NEIGHBOUR_DEFECTS } from './stream-neighbour-defects.ts';
import { endingWitness, isWatchOf, momentWitness } from './stream-witness.ts';

/** The operations that can be watched: watch paths, and lists with `watch=true`. */
const WATCHED = SUBJECTS.filter(
  ({ operation: { verb, response } }) => response === 'WatchEvent' || verb === 'list' || verb === 'listAll',
);

const DEFECTS: readonly EventDefect[] = [...EVENT_DEFECTS, ...NEIGHBOUR_DEFECTS];

/**
 * Each type of event of each watch is lost, sent twice or out of order, or has another type or object, at each moment;
 * and each watch ends early in each way.
 */
export function* streamFaults(): Iterable<GeneratedFault> {
  for (const subject of WATCHED) {
    for (const type of EVENT_TYPES.filter((each) => canShow(subject, each))) {
      for (const moment of MOMENTS.filter(({ types }) => types.includes(type))) {
        for (const defect of DEFECTS.filter((each) => applies(each, subject, type, moment)))
          yield eventFault(subject, type, moment, defect);
      }
    }
    for (const ending of ENDINGS) {
      yield {
        name: `stream/${subject.label}/ends/${ending.how}`,
        family: 'stream',
        summary: `A watch by ${subject.operation.id} ends properly ${ending.does}.`,
        operations: [subject.operation.id],
        clause: ending.clause,
        witness: endingWitness(subject, ending.query),
        hooks: () => ending.hooks((request) => isWatchOf(request, subject.operation)),
      };
    }
  }
}

/** A namespace still exists when its delete returns, so a witness cannot create it again. */
function canShow({ resource, operation }: FaultyOperation, type: ChangedEventType): boolean {
  return resource.namespaced || operation.verb !== 'watch' || type === 'MODIFIED';
}

/**
 * Whether the watch can have the events that the defect needs. Existing objects have one event each, a watch of one
 * object has no event of another, and the event before ADDED and the one after DELETED need a second life of the object.
 */
function applies(
  { types, neighbour }: EventDefect,
  { resource, operation }: FaultyOperation,
  type: ChangedEventType,
  moment: FaultyMoment,
): boolean {
  if (!types.includes(type)) return false;
  if (neighbour === undefined) return true;
  if (neighbour.whose === 'other') return operation.verb !== 'watch';
  const isOfTwoLives = type === (neighbour.comes === 'before' ? 'ADDED' : 'DELETED');
  return moment.how !== 'initial' && (resource.namespaced || !isOfTwoLives);
}

const ENDS_BEFORE =
  'Parameters: a watch with `timeoutSeconds` ends after "about" that time: it may have ended before an event of its last moments.';

function eventFault(
  subject: FaultyOperation,
  type: ChangedEventType,
  moment: FaultyMoment,
  defect: EventDefect,
): GeneratedFault {
  const isLostAtTheEnd = defect.how === 'lost' && moment.how === 'at-the-end';
  const allowed = isLostAtTheEnd ? ENDS_BEFORE : defect.allowed?.(type, moment);
  return {
    name: `stream/${subject.label}/${type}/${defect.how}/${moment.how}`,
    family: 'stream',
    summary: `A watch by ${subject.operation.id} ${defect.does(type)} ${moment.when}.`,
    operations: [subject.operation.id],
    clause: defect.clause(type),
    ...(allowed === undefined ? {} : { allowed }),
    witness: momentWitness(subject, type, moment, defect.neighbour),
    hooks: () => {
      const hooks = defect.hooks({ picks: (request) => isWatchOf(request, subject.operation), type, moment });
      return isLostAtTheEnd ? silentFromThen(hooks) : hooks;
    },
  };
}

/**
 * Drops every later event too. Without them, the watch may have ended before the lost event, which the document
 * allows.
 */
function silentFromThen({ event, ...others }: Hooks): Hooks {
  const silent = new WeakSet<Map<string, unknown>>();
  return {
    ...others,
    event: async (frame, request, stream) => {
      const frames = silent.has(stream) ? [] : ((await event?.(frame, request, stream)) ?? [frame]);
      if (frames.length === 0) silent.add(stream);
      return frames;
    },
  };
}
