import * as fc from 'fast-check';
import type { Operation } from '../../../spec/surface/operations.ts';
import type { Finding } from '../../checks/finding.ts';
import { held, late, show, violated } from '../../checks/findings.ts';
import type { Watch } from '../../checks/watches.ts';
import { watchesIn } from '../../checks/watches.ts';
import type { Program, Step } from '../../drivers/program.ts';
import type { Exchange, History } from '../../oracle/history.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { BULKY, WATCHED, made, watchBy } from './watch-steps.ts';

/** How much longer than asked a watch may last, in milliseconds: "about that time" is read generously, the more so the slower a server answers meanwhile. */
const SLACK_MS = 2_000;
const MOST_SLACK_MS = 8_000;
const SLOWNESS = 10;

/** The least part of the time asked that a watch lasts. */
const LEAST_PART = 0.9;

/** How far apart the changes are that go on while a watch comes to its end, and how many there are: they go on for three times as long. */
const APART_MS = 800;
const CHANGES = 8;

/** How long a watch is to last, in seconds: half and three times as long differ from it by more than the slack. */
const SECONDS = 2;
/** Longer than a server may cap it at. */
const LONGER_SECONDS = 3;

export const rule: Rule = {
  id: 'watch/ends-at-its-timeout',
  level: 'must',
  title:
    'A watch with timeoutSeconds ends by itself, after a whole event, in about that time from its start, whether or not it delivers events.',
  cites: ['parameters.list.timeout-seconds', 'limits.timeout-seconds', 'parameters.watch'],
  operations: WATCHED,
  cases: (operation) =>
    fc.constant([
      ...made(operation, ['a']),
      {
        do: 'together',
        branches: [
          timed(operation, 'seen', SECONDS),
          ...(BULKY.includes(operation) ? [timed(operation, 'longer', LONGER_SECONDS)] : []),
        ],
      },
    ]),
  check,
  sweep: true,
};

/** A watch of so many seconds, and changes in front of it until it ends, or has lasted much too long. */
function timed(operation: Operation, watch: string, seconds: number): Program {
  const ended = (within: number): Step => ({ do: 'await', watch, until: { ended: true }, within });
  const change = (turn: number): Step =>
    stepsOn(resourceOf(operation)).patch('{{a}}', { metadata: { annotations: { turn: `${watch}-${turn}` } } });
  const turns = Array.from({ length: CHANGES }, (_, turn): Step[] => [ended(APART_MS), change(turn)]);
  return [
    watchBy(operation, watch, { timeoutSeconds: `${seconds}` }),
    ...turns.flat(),
    ended(seconds * 1000 + MOST_SLACK_MS - CHANGES * APART_MS),
  ];
}

function* check(history: History): Iterable<Finding> {
  for (const watch of watchesIn(history)) {
    const { request, end } = watch.exchange;
    const seconds = Number(request.query.get('timeoutSeconds') ?? 0);
    if (!Number.isInteger(seconds) || seconds <= 0 || seconds > 2 ** 31 || watch.gaveUp || end === undefined) continue;
    yield* judgeEnd(watch, {
      seconds,
      lasted: end.t - request.t,
      reason: end.reason,
      slack: slackOf(watch.exchange, history),
    });
  }
}

interface End {
  readonly seconds: number;
  readonly lasted: number;
  readonly reason: string;
  readonly slack: number;
}

function* judgeEnd({ exchange, form }: Watch, { seconds, lasted, reason, slack }: End): Iterable<Finding> {
  const half = exchange.events.at(-1);
  if (reason === 'complete' && half !== undefined && half.object === undefined)
    yield violated(exchange, 'an end after a whole event', show(half.text), 'ends within an event');
  else if (lasted > seconds * 1000 + slack)
    yield late(
      violated(
        exchange,
        `an end after about ${seconds} s`,
        `still open after ${(lasted / 1000).toFixed(1)} s`,
        'does not end',
      ),
    );
  else if (reason === 'complete' && lasted >= seconds * 1000 * LEAST_PART) yield held(exchange, form);
  else if (reason === 'complete')
    yield violated(
      exchange,
      `an end after about ${seconds} s`,
      `it ended after ${(lasted / 1000).toFixed(1)} s`,
      'ends early',
    );
  else if (reason === 'server-abort')
    yield violated(exchange, `a clean end after about ${seconds} s`, 'the connection was cut', 'is cut');
}

/** How much longer a watch may last, by the middle one of the answers while it was open: without any, the most. */
function slackOf({ began, ended }: Exchange, { exchanges }: History): number {
  const answers = exchanges
    .filter((other) => other.began > began && other.ended < ended && other.response !== undefined)
    .map(({ request, response }) => (response?.t ?? 0) - request.t)
    .sort((a, b) => a - b);
  const middle = answers[Math.floor(answers.length / 2)];
  return middle === undefined ? MOST_SLACK_MS : Math.min(MOST_SLACK_MS, SLACK_MS + SLOWNESS * middle);
}
