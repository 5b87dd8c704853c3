import type { GeneratedFault } from '../generated-fault.ts';
import { type FaultyOperation, SUBJECTS } from '../on-operation.ts';
import { ENDINGS } from './stream-endings.ts';
import { EVENT_TYPES, type ChangedEventType, type FaultyMoment, MOMENTS } from './stream-moments.ts';
import type { Hooks } from '../../fault.ts';
import { type Mischief, mischiefHooks, MISCHIEFS } from './stream-mischiefs.ts';
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
        for (const mischief of MISCHIEFS.filter(({ types }) => types.includes(type)))
          yield eventFault(subject, type, moment, mischief);
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
  mischief: Mischief,
): GeneratedFault {
  const isLostAtTheEnd = mischief.how === 'lost' && moment.how === 'at-the-end';
  return {
    name: `stream/${subject.label}/${type}/${mischief.how}/${moment.how}`,
    family: 'stream',
    summary: `A watch by ${subject.operation.id} ${mischief.does(type)} ${moment.when}.`,
    operations: [subject.operation.id],
    clause: mischief.clause(type),
    ...(mischief.allowed === undefined && !isLostAtTheEnd ? {} : { allowed: mischief.allowed ?? ENDS_BEFORE }),
    witness: momentWitness(subject, type, moment),
    hooks: () => {
      const hooks = mischiefHooks((request) => isWatchOf(request, subject.operation), type, moment, mischief);
      return isLostAtTheEnd ? silentFromThen(hooks) : hooks;
    },
  };
}

/** A watch without an event may have ended before it, unless it shows a later event. */
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
