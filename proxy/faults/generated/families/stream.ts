import type { GeneratedFault } from '../generated-fault.ts';
import { type FaultyOperation, SUBJECTS } from '../on-operation.ts';
import { ENDINGS } from './stream-endings.ts';
import { EVENT_TYPES, type ChangedEventType, type FaultyMoment, MOMENTS } from './stream-moments.ts';
import type { Hooks } from '../../fault.ts';
import { type EventDefect, eventDefectHooks, EVENT_DEFECTS } from './stream-event-defects.ts';
import { endingWitness, isWatchOf, momentWitness } from './stream-witness.ts';

/** The operations that can be watched: watch paths, and lists with `watch=true`. */
const WATCHED = SUBJECTS.filter(
  ({ operation: { verb, response } }) => response === 'WatchEvent' || verb === 'list' || verb === 'listAll',
);

/**
 * Each type of event of each watch is lost, sent twice, or has another type or object, at each moment; and each watch
 * ends early in each way.
 */
export function* streamFaults(): Iterable<GeneratedFault> {
  for (const subject of WATCHED) {
    for (const type of EVENT_TYPES.filter((each) => canShow(subject, each))) {
      for (const moment of MOMENTS.filter(({ types }) => types.includes(type))) {
        for (const defect of EVENT_DEFECTS.filter(({ types }) => types.includes(type)))
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

const ENDS_BEFORE =
  'Parameters: a watch with `timeoutSeconds` ends after "about" that time: it may have ended before an event of its last moments.';

function eventFault(
  subject: FaultyOperation,
  type: ChangedEventType,
  moment: FaultyMoment,
  defect: EventDefect,
): GeneratedFault {
  const isLostAtTheEnd = defect.how === 'lost' && moment.how === 'at-the-end';
  return {
    name: `stream/${subject.label}/${type}/${defect.how}/${moment.how}`,
    family: 'stream',
    summary: `A watch by ${subject.operation.id} ${defect.does(type)} ${moment.when}.`,
    operations: [subject.operation.id],
    clause: defect.clause(type),
    ...(defect.allowed === undefined && !isLostAtTheEnd ? {} : { allowed: defect.allowed ?? ENDS_BEFORE }),
    witness: momentWitness(subject, type, moment),
    hooks: () => {
      const hooks = eventDefectHooks((request) => isWatchOf(request, subject.operation), type, moment, defect);
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
