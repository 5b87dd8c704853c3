import { CutError } from '../../cut-error.ts';
import type { Hooks } from '../../fault.ts';
import type { Picks } from '../bends.ts';

/** One way in which a watch ends early. */
interface StreamEnding {
  readonly how: string;
  /** For the requests that it changes. */
  readonly query: string;
  readonly does: string;
  readonly clause: string;
  readonly hooks: (picks: Picks) => Hooks;
}

const CHANGES = 'semantics.8';
const TIMED = 'parameters.list.timeout-seconds';

const lasting =
  (ms: number, isTimed: boolean) =>
  (picks: Picks): Hooks => ({
    lasting: (request) => (picks(request) && request.query.has('timeoutSeconds') === isTimed ? ms : undefined),
  });

/** Ends a watch at the event of that number. */
const afterEvents =
  (count: number) =>
  (picks: Picks): Hooks => ({
    event: (frame, request, stream) => {
      if (!picks(request)) return [frame];
      const seen = ((stream.get('seen') as number | undefined) ?? 0) + 1;
      stream.set('seen', seen);
      if (seen >= count) throw new CutError('end', [frame]);
      return [frame];
    },
  });

export const ENDINGS: readonly StreamEnding[] = [
  {
    how: 'after-25ms',
    query: '',
    does: 'after 25 ms, if it has no `timeoutSeconds`',
    clause: CHANGES,
    hooks: lasting(25, false),
  },
  {
    how: 'after-half-a-second',
    query: '',
    does: 'after half a second, if it has no `timeoutSeconds`',
    clause: CHANGES,
    hooks: lasting(500, false),
  },
  {
    how: 'after-25ms-of-its-timeout',
    query: 'timeoutSeconds=3',
    does: 'after 25 ms, if it has `timeoutSeconds`',
    clause: TIMED,
    hooks: lasting(25, true),
  },
  {
    how: 'after-half-a-second-of-its-timeout',
    query: 'timeoutSeconds=3',
    does: 'after half a second, if it has `timeoutSeconds`',
    clause: TIMED,
    hooks: lasting(500, true),
  },
  {
    how: 'after-one-event',
    query: 'timeoutSeconds=3',
    does: 'after its first event',
    clause: CHANGES,
    hooks: afterEvents(1),
  },
  {
    how: 'after-three-events',
    query: 'timeoutSeconds=3',
    does: 'after its third event',
    clause: CHANGES,
    hooks: afterEvents(3),
  },
];
