import type { Violation } from '../../shared/verdict-log/verdict-log.ts';
import { CaseRequests } from './case-requests.ts';
import { aligned } from './comparable.ts';
import { ownEvents } from './content.ts';
import { type Deviation, deviationOf } from './deviation.ts';
import { namespacesIn, neutralNames } from './neutral-names.ts';
import { obstacleOf } from './obstacle.ts';
import { outcomeOf } from './outcome.ts';
import { PRELUDE } from './prelude.ts';
import { PROTOBUF_IN_SHELL } from './protobuf-body.ts';
import { haveOverlaps, isRace } from './races.ts';
import { ScriptValues } from './script-values.ts';
import { ScriptVerdict } from './script-verdict.ts';
import { comment, doubleQuoted } from './shell-text.ts';
import { wireCase, type WireExchange } from './wire-case.ts';

/** The header of a script. */
export interface ScriptHead {
  readonly title: string;
  readonly rule: string;
  /** `rules.1: a PUT whose object changed since it was read fails`. */
  readonly clause: string;
}

/** The reason why a violation has no script. */
export interface NoScript {
  readonly none: string;
}

/**
 * The number of tries of a race, unless `TRIES` is set. Other cases are tried once: with more tries, more of them meet
 * a moment that differs from the recorded one, and accuse a correct server.
 */
const RACE_TRIES = 30;

/**
 * A POSIX shell script that shows a violation with curl and jq alone. It sends the case, and exits 1 if the target
 * responds as recorded, 0 if it does not, 2 if the case cannot be sent. It needs the target's and the reference
 * server's responses in the violation. If no script can show it, the reason.
 */
export function caseScript(violation: Violation, head: ScriptHead): string | NoScript {
  const { transcript, reference, slowReference, expected, actual, exchanges: atIssue = [] } = violation;
  if (reference === undefined) return { none: 'the case was not sent to a reference server' };
  const exchanges = wireCase(transcript);
  const compared = wireCase(reference);
  const words = `${expected} ${actual}`;
  const race = isRace(violation, exchanges);
  const slow = slowReference === undefined ? {} : { slow: wireCase(slowReference) };
  const deviation = deviationOf(exchanges, compared, { atIssue, words, isRace: race, ...slow });
  const needed = deviation === undefined ? exchanges : untilShown(exchanges, deviation);
  const obstacle = obstacleOf(needed, violation);
  if (obstacle !== undefined) return { none: obstacle };
  if (deviation !== undefined) return scriptOf({ needed, compared, isRace: race }, deviation, violation, head);
  return {
    none: haveOverlaps(exchanges)
      ? 'its requests overlap, and a script cannot tell which responses are then legal'
      : 'the responses about its objects differ only in values that change from run to run, such as times',
  };
}

/** Requests after the deviation are not needed for the proof. A watch may show it at its end. */
function untilShown(exchanges: readonly WireExchange[], { step }: Deviation): readonly WireExchange[] {
  const shown = exchanges[step];
  return shown === undefined || shown.isWatch ? exchanges : exchanges.filter(({ began }) => began < shown.ended);
}

interface ScriptedCase {
  readonly needed: readonly WireExchange[];
  readonly compared: readonly WireExchange[];
  /** Whether it may show the violation in some tries only. */
  readonly isRace: boolean;
}

/** The script of a case that shows a deviation. */
function scriptOf(
  { needed: exchanges, compared: reference, isRace }: ScriptedCase,
  deviation: Deviation,
  violation: Violation,
  { title, rule, clause }: ScriptHead,
): string {
  const values = new ScriptValues(exchanges);
  const { deviating, events } = comparedWith(reference, exchanges, values);
  const requests = new CaseRequests(exchanges, values, deviation, events);
  const verdict = new ScriptVerdict(exchanges, values, deviation, deviating);
  const steps = requests.send();
  const namespaces = namespacesIn(steps.join('\n'));
  const lines = [
    '#!/bin/sh',
    `# ${comment(title)}`,
    `# Rule ${rule}. ${comment(clause)}`,
    '#',
    '#     TARGET=http://127.0.0.1:8001 sh this-script.sh',
    '#',
    '# Needs curl and jq. TOKEN is a bearer token; CURL="curl --cacert ca.pem" gives curl options; TRIES says how often the case is tried at most.',
    '# Exits 1 while the bug is there, 0 once it is gone, 2 if the case cannot be sent.',
    `TRIES=\${TRIES:-${isRace ? RACE_TRIES : 1}}`,
    `LONGEST=${longestWatch(deviation)}`,
    PRELUDE,
    ...(exchanges.some(({ bytes }) => bytes !== undefined) ? [PROTOBUF_IN_SHELL] : []),
    'send_case() {',
    ...namespaces.map((name) => `  make_namespace ${doubleQuoted(name)}`),
    ...requests.bodies(),
    ...steps,
    ...requests.finish().map((line) => `  ${line}`),
    '}',
    '',
    'is_bug() {',
    `  EXPECTED=${doubleQuoted(comment(values.neutral(violation.expected)))}`,
    `  ACTUAL=${doubleQuoted(comment(values.neutral(violation.actual)))}`,
    ...[...verdict.precondition(isRace), ...verdict.verdict()].map((line) => `  ${line}`),
    '}',
    '',
    'main',
  ];
  return `${lines.join('\n')}\n`;
}

/** The steps whose outcome differs between the servers, and the most events of each watch on one of them. */
function comparedWith(
  reference: readonly WireExchange[],
  exchanges: readonly WireExchange[],
  { neutral }: ScriptValues,
): { readonly deviating: ReadonlySet<number>; readonly events: readonly number[] } {
  const deviating = new Set<number>();
  const others = new Map(aligned(exchanges, reference));
  const theirNames = neutralNames(reference);
  const events = exchanges.map((exchange, step) => {
    const other = reference[others.get(step) ?? -1];
    if (outcomeOf(exchange.status) !== outcomeOf(other?.status)) deviating.add(step);
    return Math.max(ownEvents(exchange, neutral), other === undefined ? 0 : ownEvents(other, theirNames));
  });
  return { deviating, events };
}

/** Seconds after which a watch is closed. */
function longestWatch(deviation: Deviation): number {
  return deviation.kind === 'duration' ? Math.ceil(deviation.limit / 1000) + 2 : 20;
}
