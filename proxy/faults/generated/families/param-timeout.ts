import type { Writable } from 'node:stream';
import type { FaultyRequest, Hooks } from '../../fault.ts';
import type { Picks } from '../bends.ts';
import type { FaultyOperation } from '../on-operation.ts';
import { sampleTarget } from '../sample-objects.ts';
import type { Witness } from '../witness.ts';
import { MERGE_PATCH, callOf, twoSamples } from '../witness-of-call.ts';
import type { ParamDefect } from './param-way.ts';

const CLAUSE = 'parameters.list.timeout-seconds';
/** The `timeoutSeconds` of a watch that the fault ends: longer than any witness. */
const LONG = '3600';

/** Hooks that end watches after so many milliseconds, or never. */
function lasting(msOf: (askedMs: number) => number | undefined): (picks: Picks) => Hooks {
  return (picks) => {
    const wanted = new WeakMap<FaultyRequest, number>();
    return {
      request: (request) => {
        if (!picks(request)) return;
        wanted.set(request, Number(request.query.get('timeoutSeconds')) * 1000);
        request.query.set('timeoutSeconds', LONG);
      },
      lasting: (request) => {
        const ms = wanted.get(request);
        return ms === undefined ? undefined : msOf(ms);
      },
    };
  };
}

/** Hooks that count the timeout of a watch from its last event. */
function countedFromLastEvent(picks: Picks): Hooks {
  const ends = new WeakMap<FaultyRequest, { readonly ms: number; timer?: NodeJS.Timeout; reader?: Writable }>();
  const restart = (request: FaultyRequest): void => {
    const end = ends.get(request);
    if (end === undefined) return;
    clearTimeout(end.timer);
    end.timer = setTimeout(() => end.reader?.end(), end.ms).unref();
  };
  return {
    request: (request) => {
      if (!picks(request)) return;
      ends.set(request, { ms: Number(request.query.get('timeoutSeconds')) * 1000 });
      request.query.set('timeoutSeconds', LONG);
    },
    began: (request, reader) => {
      const end = ends.get(request);
      if (end !== undefined) end.reader = reader;
      restart(request);
    },
    event: (frame, request) => {
      restart(request);
      return [frame];
    },
  };
}

const way = (how: string, query: string, does: string, hooks: ParamDefect['hooks']): ParamDefect => ({
  how,
  query,
  does,
  clause: CLAUSE,
  hooks,
});

/** The wrong ways in which a watch with `timeoutSeconds` can end. */
export const TIMEOUT_WAYS: readonly ParamDefect[] = [
  way(
    'ignored',
    'timeoutSeconds=1',
    'gets a watch that does not end',
    lasting(() => undefined),
  ),
  way(
    'halved',
    'timeoutSeconds=2',
    'gets a watch that ends after half that time',
    lasting((ms) => ms / 2),
  ),
  way(
    'milliseconds',
    'timeoutSeconds=1',
    'gets a watch that ends after so many milliseconds',
    lasting((ms) => ms / 1000),
  ),
  way(
    'capped',
    'timeoutSeconds=3',
    'gets a watch that ends after a second',
    lasting((ms) => Math.min(ms, 1000)),
  ),
  way(
    'tripled',
    'timeoutSeconds=1',
    'gets a watch that lasts three times as long',
    lasting((ms) => ms * 3),
  ),
  way(
    'from-last-event',
    'timeoutSeconds=1',
    'gets a watch whose time begins anew with each event',
    countedFromLastEvent,
  ),
];

/** A watch with that query, during which the watched sample changes several times in more than two seconds. */
export function timedWatch(subject: FaultyOperation, query: string): Witness {
  const change = { method: 'PATCH', target: sampleTarget(subject.resource, 'a'), headers: MERGE_PATCH };
  const changes = [300, 500, 500, 500, 500].map((afterMs, index) => ({
    ...change,
    body: { metadata: { annotations: { changed: String(index) } } },
    afterMs,
  }));
  return [...twoSamples(subject), { ...callOf(subject, query), alongside: true }, ...changes];
}
