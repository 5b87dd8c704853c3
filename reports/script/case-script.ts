import type { Violation } from '../../shared/verdict-log/verdict-log.ts';
import { type ChosenValue, chosenValues } from './chosen-values.ts';
import { chainsOf } from './chains.ts';
import { aligned } from './comparable.ts';
import { conflictsInJq, EVENT_COUNT_IN_JQ, ownEvents } from './content.ts';
import { type ContentDeviation, type Deviation, deviationOf } from './deviation.ts';
import { namespacesIn, neutralNames } from './neutral-names.ts';
import { obstacleOf } from './obstacle.ts';
import { isSuccess, outcomeOf } from './outcome.ts';
import { PRELUDE } from './prelude.ts';
import { PROTOBUF_IN_SHELL, protobufWord } from './protobuf-body.ts';
import { comment, doubleQuoted, expandable, singleQuoted } from './shell-text.ts';
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

/** The number of tries of a race, unless `TRIES` is set. */
const RACE_TRIES = 30;

/**
 * A POSIX shell script that shows a violation with curl and jq alone. It sends the case, and exits 1 if the target
 * responds as recorded, 0 if it does not, 2 if the case cannot be sent. It needs the target's and the reference
 * server's responses in the violation. If no script can show it, the reason.
 */
export function caseScript(violation: Violation, head: ScriptHead): string | NoScript {
  const { transcript, reference, expected, actual, exchanges: atIssue = [] } = violation;
  if (reference === undefined) return { none: 'the case was not sent to a reference server' };
  const exchanges = wireCase(transcript);
  const compared = wireCase(reference);
  const words = `${expected} ${actual}`;
  const deviation = deviationOf(exchanges, compared, { atIssue, words, isRace: isRace(violation) });
  const needed = deviation === undefined ? exchanges : untilShown(exchanges, deviation);
  const obstacle = obstacleOf(needed, violation);
  if (obstacle !== undefined) return { none: obstacle };
  if (deviation !== undefined) return new ScriptWriter(needed, compared, deviation).write(violation, head);
  return {
    none: isRace(violation)
      ? 'its requests overlap, and a script cannot tell which responses are then legal'
      : 'the responses about its objects differ only in what changes from run to run, such as times',
  };
}

/** Requests after the deviation are not needed for the proof. A watch may show it at its end. */
function untilShown(exchanges: readonly WireExchange[], { step }: Deviation): readonly WireExchange[] {
  const shown = exchanges[step];
  return shown === undefined || shown.isWatch ? exchanges : exchanges.filter(({ began }) => began < shown.ended);
}

function isRace({ timeline, intermittent }: Violation): boolean {
  return timeline !== undefined || intermittent !== undefined;
}

/** Milliseconds without a request that belong to the case. */
const PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

class ScriptWriter {
  readonly #exchanges: readonly WireExchange[];
  readonly #deviation: Deviation;
  readonly #neutral: (text: string) => string;
  readonly #chosen: readonly ChosenValue[];
  readonly #requests = new Map<number, readonly [path: string, body: string]>();
  readonly #captured = new Set<string>();
  #quoted: ReadonlySet<number> | undefined;
  /** The first steps of chains in the background, and the positions of their ends. */
  readonly #running = new Map<number, number>();
  /** The events of each watch for which the script waited. */
  readonly #awaitedEvents = new Map<number, number>();
  /** Steps with another outcome on the reference server. */
  readonly #deviating = new Set<number>();
  /** The number of events of the whole case for each watch: the larger one of both servers. */
  readonly #events: readonly number[];

  constructor(exchanges: readonly WireExchange[], reference: readonly WireExchange[], deviation: Deviation) {
    this.#exchanges = exchanges;
    this.#deviation = deviation;
    this.#neutral = neutralNames(exchanges);
    this.#chosen = chosenValues(exchanges).toSorted((a, b) => b.value.length - a.value.length);
    const others = new Map(aligned(exchanges, reference));
    const theirNames = neutralNames(reference);
    this.#events = exchanges.map((exchange, step) => {
      const other = reference[others.get(step) ?? -1];
      if (outcomeOf(exchange.status) !== outcomeOf(other?.status)) this.#deviating.add(step);
      return Math.max(ownEvents(exchange, this.#neutral), other === undefined ? 0 : ownEvents(other, theirNames));
    });
  }

  write(violation: Violation, { title, rule, clause }: ScriptHead): string {
    const races = isRace(violation);
    const steps = this.#chains(races).flatMap((chain) => this.#sending(chain));
    const namespaces = namespacesIn(steps.join('\n'));
    const lines = [
      '#!/bin/sh',
      `# ${comment(title)}`,
      `# Rule ${rule}. ${comment(clause)}`,
      '#',
      '#     TARGET=http://127.0.0.1:8001 sh this-script.sh',
      '#',
      '# Needs curl and jq. TOKEN is a bearer token; CURL="curl --cacert ca.pem" gives curl options; TRIES says how often a race is tried.',
      '# Exits 1 while the bug is there, 0 once it is gone, 2 if the case cannot be sent.',
      `TRIES=\${TRIES:-${races ? RACE_TRIES : 1}}`,
      `LONGEST=${this.#longest()}`,
      `EXPECTED=${singleQuoted(comment(this.#neutral(violation.expected)))}`,
      `ACTUAL=${singleQuoted(comment(this.#neutral(violation.actual)))}`,
      PRELUDE,
      ...(this.#exchanges.some(({ bytes }) => bytes !== undefined) ? [PROTOBUF_IN_SHELL] : []),
      'send_case() {',
      ...namespaces.map((name) => `  make_namespace ${doubleQuoted(name)}`),
      ...this.#exchanges.flatMap((_, step) => (this.#quotedIn(step).length === 0 ? this.#body(step) : [])),
      ...steps,
      ...this.#finish().map((line) => `  ${line}`),
      '}',
      '',
      'is_bug() {',
      ...[...this.#precondition(races), ...this.#verdict()].map((line) => `  ${line}`),
      '}',
      '',
      'main',
    ];
    return `${lines.join('\n')}\n`;
  }

  /**
   * Requests that overlap are close together, as a burst of changes must be. What happens late, such as the end of a
   * namespace, needs time.
   */
  #chains(races: boolean): readonly (readonly number[])[] {
    return races || this.#isParallel()
      ? chainsOf(this.#exchanges, (step) => this.#quotedIn(step), PAUSE_MS)
      : this.#exchanges.map((_, step) => [step]);
  }

  #isParallel(): boolean {
    const requests = this.#exchanges.filter(({ isWatch }) => !isWatch);
    return requests.some(({ began }, index) => requests.some(({ ended }, other) => other < index && ended > began));
  }

  /** The requests of one chain. They are sent in the background if another begins before they end. */
  #sending(chain: readonly number[]): string[] {
    const [step = -1] = chain;
    const [first, last] = [this.#exchanges[step], this.#exchanges[chain.at(-1) ?? -1]];
    if (first === undefined || last === undefined) return [];
    const isParallel =
      first.isWatch ||
      this.#exchanges.some(
        ({ began, isWatch }, other) => !chain.includes(other) && began > first.began && began < last.ended && !isWatch,
      );
    const before = [
      ...this.#awaited(first),
      ...(first.pause < PAUSE_MS ? [] : [`sleep ${Math.min(first.pause, LONGEST_PAUSE_MS) / 1000}`]),
      ...chain.flatMap((each) => this.#captures(each, this.#requestOf(each).join('\n'))),
    ];
    if (isParallel) this.#running.set(step, last.ended);
    return [
      ...before.map((line) => `  ${line}`),
      ...chain.flatMap((each) => (this.#quotedIn(each).length === 0 ? [] : this.#body(each))),
      `  ${first.isWatch ? 'watch' : 'send'} ${chain.map((each) => this.#call(each)).join(' \\\n    --then ')}${isParallel ? ` &\n  p${step}=$!` : ''}`,
      ...chain.flatMap((each) => this.#made(each)),
    ];
  }

  /** Path and body of a request, with variables. */
  #requestOf(step: number): readonly [path: string, body: string] {
    const { target = '', body = '', bytes } = this.#exchanges[step] ?? {};
    const sent = bytes === undefined ? this.#variables(body) : (protobufWord(bytes, this.#leafWord) ?? '');
    const known = this.#requests.get(step) ?? ([this.#variables(target), sent] as const);
    this.#requests.set(step, known);
    return known;
  }

  #body(step: number): string[] {
    const [, sent] = this.#requestOf(step);
    if (this.#exchanges[step]?.bytes !== undefined) return [`  unhex "${sent}" > "$TMP/${step}.request"`];
    return this.#exchanges[step]?.body === undefined
      ? []
      : [`  cat > "$TMP/${step}.request" <<BODY`, expandable(sent), 'BODY'];
  }

  /** A text in a protobuf body, if it has names of the run or is chosen by the server. */
  readonly #leafWord = (text: string): string | undefined => {
    const chosen = this.#chosen.find(({ value }) => value === text);
    const neutral = this.#neutral(text);
    if (chosen !== undefined) return `"$${chosen.variable}"`;
    return neutral === text ? undefined : doubleQuoted(neutral);
  };

  #call(step: number): string {
    const exchange = this.#exchanges[step];
    if (exchange === undefined) return '';
    const sent = exchange.headers.filter(([name]) => !NOISE.test(name));
    // An empty header keeps curl from adding its own.
    const hasBody = exchange.body !== undefined || exchange.bytes !== undefined;
    const unsent = (!hasBody ? ['Accept'] : ['Accept', 'Content-Type']).filter(
      (each) => !sent.some(([name]) => name.toLowerCase() === each.toLowerCase()),
    );
    const headers = [...sent, ...unsent.map((name) => [name, ''] as const)].map(
      ([name, value]) => ` \\\n    -H ${singleQuoted(`${name}: ${value}`.trimEnd())}`,
    );
    const body = !hasBody ? '' : ` \\\n    --data-binary "@$TMP/${step}.request"`;
    return `${step} ${exchange.method} ${doubleQuoted(this.#requestOf(step)[0])}${headers.join('')}${body}`;
  }

  #made(step: number): string[] {
    const [path] = this.#requestOf(step);
    return this.#exchanges[step]?.method === 'POST'
      ? [`  MADE="$MADE ${step}:${expandable(path.replace(/\?.*$/, ''))}"`]
      : [];
  }

  /**
   * Replaces the names of the run and server-chosen values in a request by variables. A value is replaced only if it
   * stands alone.
   */
  #variables(text: string): string {
    let result = this.#neutral(text);
    for (const { value, variable } of this.#chosen) {
      const pattern = new RegExp(
        String.raw`(?<=["=]|%22)${value.replaceAll(/[^\w-]/g, String.raw`\$&`)}(?=["&\s]|%22|$)`,
        'g',
      );
      result = result.replaceAll(pattern, () => `$${variable}`);
    }
    return result;
  }

  /** Waits for everything before this request: ends of parallel requests, and events of watches. */
  #awaited({ began }: WireExchange): string[] {
    return [...this.#running].flatMap(([step, ended]) => {
      const running = this.#exchanges[step];
      if (running?.isWatch === true) return this.#awaitedWatch(step, running, began);
      if (ended > began) return [];
      this.#running.delete(step);
      return [`wait "$p${step}"`];
    });
  }

  /** Whether the script reads the events of a watch: it shows the bug, or a request quotes it. */
  #isRead(step: number): boolean {
    this.#quoted ??= new Set(this.#exchanges.flatMap((_, other) => this.#quotedIn(other)));
    return step === this.#deviation.step || this.#quoted.has(step);
  }

  /**
   * A watch is open, has delivered as many events as in the case if the script reads them, and ends if its client
   * closed it.
   */
  #awaitedWatch(step: number, watch: WireExchange, began: number): string[] {
    const isOpen = this.#awaitedEvents.has(step);
    const delivered = this.#isRead(step) ? ownEvents(watch, this.#neutral, began) : 0;
    const lines = [
      ...(isOpen || watch.responded > began ? [] : [`wait_for_response ${step}`]),
      ...(delivered <= (this.#awaitedEvents.get(step) ?? 0) ? [] : [`wait_for_events ${step} ${delivered}`]),
    ];
    if (watch.responded <= began) this.#awaitedEvents.set(step, delivered);
    if (watch.ended > began || this.#deviation.kind === 'duration') return lines;
    this.#running.delete(step);
    return [...lines, ...this.#end(step)];
  }

  /** The steps whose responses have values that the request of this step repeats. */
  #quotedIn(step: number): number[] {
    const text = this.#requestOf(step).join('\n');
    return this.#chosen.flatMap(({ variable, step: shown }) =>
      shown < step && text.includes(`$${variable}`) ? [shown] : [],
    );
  }

  #captures(step: number, text: string): string[] {
    return this.#chosen
      .filter(({ variable, step: shown }) => shown < step && text.includes(`$${variable}`))
      .flatMap((chosen) => this.#capture(chosen));
  }

  #capture({ variable, step, path }: ChosenValue): string[] {
    if (this.#captured.has(variable)) return [];
    this.#captured.add(variable);
    return [`${variable}=$(value ${step} ${inJq(path)})`];
  }

  #finish(): string[] {
    return [...this.#running.keys()].flatMap((step) =>
      this.#exchanges[step]?.isWatch === true ? this.#end(step) : [`wait "$p${step}"`],
    );
  }

  /** Waits for the rest of a watch that the script reads. If its duration is at issue, its end is awaited. */
  #end(step: number): string[] {
    const isTimed = this.#deviation.kind === 'duration' && this.#deviation.step === step;
    if (isTimed) return [`wait "$p${step}"`];
    const events = this.#isRead(step) ? (this.#events[step] ?? 0) : 0;
    return [
      ...(events === 0 ? [`wait_for_response ${step}`] : [`wait_for_events ${step} ${events} last`]),
      `kill "$p${step}" 2>/dev/null`,
    ];
  }

  /** Seconds after which a watch is closed. */
  #longest(): number {
    return this.#deviation.kind === 'duration' ? Math.ceil(this.#deviation.limit / 1000) + 2 : 20;
  }

  /**
   * A bug shows only if the other responses are as recorded: a correct server may refuse one of two parallel writes.
   * Responses that differ from those of the reference server are not asked for, except in a race.
   */
  #precondition(races: boolean): string[] {
    const relevant = this.#exchanges.flatMap(({ isWatch, status, began }, step) => {
      const isLater = began > (this.#exchanges[this.#deviation.step]?.ended ?? 0);
      if (isWatch || status === undefined || isLater) return [];
      if (!races && (step === this.#deviation.step || this.#deviating.has(step))) return [];
      return [`${step}:${isSuccess(status) ? 'success' : 'refusal'}`];
    });
    if (relevant.length === 0) return [];
    return [`as_recorded ${relevant.join(' ')} || return ${races ? 1 : 2}`];
  }

  #verdict(): string[] {
    const deviation = this.#deviation;
    const { step, kind } = deviation;
    switch (kind) {
      case 'outcome': {
        const { expected, actual } = deviation;
        const isOther = isSuccess(Number(expected)) && !isSuccess(Number(actual));
        return [
          `show ${step} 'outcome' ${singleQuoted(expected)} "$(outcome ${step})"`,
          isOther ? `! succeeded ${step}` : `[ "$(outcome ${step})" = ${singleQuoted(actual)} ]`,
        ];
      }
      case 'type':
        return [
          `show ${step} 'media type' ${singleQuoted(deviation.expected)} "$(media_type ${step})"`,
          `[ "$(media_type ${step})" = ${singleQuoted(deviation.actual)} ]`,
        ];
      case 'duration': {
        const limit = Math.round(deviation.limit) / 1000;
        return [
          `succeeded ${step} || return 1`,
          `show ${step} 'duration in seconds' '${deviation.isTooLong ? 'less' : 'more'} than ${limit}' "$(cat "$TMP/${step}.time")"`,
          `[ "$(jq -n "$(cat "$TMP/${step}.time") ${deviation.isTooLong ? '>' : '<'} ${limit}")" = true ]`,
        ];
      }
      case 'text': {
        const { text, isExpected } = deviation;
        const has = `grep -qaF -e ${singleQuoted(text)} "$TMP/${step}.body"`;
        return [
          `succeeded ${step} || return 1`,
          `show ${step} 'the text' ${singleQuoted(isExpected ? `to contain ${text}` : `not to contain ${text}`)} 'otherwise'`,
          isExpected ? `! ${has}` : has,
        ];
      }
      case 'content': {
        const { path, expected, actual } = deviation;
        return [
          `succeeded ${step} || return 1`,
          ...this.#symbols([expected, actual]),
          `got=$(content ${step} ${inJq(path)})`,
          ...(deviation.events === undefined
            ? [
                `show ${step} ${singleQuoted(path)} ${doubleQuoted(this.#concrete(expected))} "$got"`,
                this.#isWrong(path, expected, actual),
              ]
            : this.#otherEvents(deviation.events, expected as readonly string[])),
        ];
      }
    }
  }

  /** A watch that was closed early has fewer events, which proves nothing unless events were missing. */
  #otherEvents({ expected, actual }: NonNullable<ContentDeviation['events']>, types: readonly string[]): string[] {
    const { step } = this.#deviation;
    const known = this.#concrete(types);
    const shown = `show ${step} 'event types by object' "$(cut_off ${doubleQuoted(known)})" "$(cut_off "$got")"`;
    if (actual === expected) return [shown, `[ "$(content ${step} ${inJq(conflictsInJq(types))})" = true ]`];
    const relation = actual > expected ? '-gt' : '-lt';
    return [
      `count=$(content ${step} ${inJq(EVENT_COUNT_IN_JQ)})`,
      shown,
      `[ "\${count:-0}" ${relation} ${expected} ] && ${isOther(known)}`,
    ];
  }

  /**
   * The shell test for a wrong value. If the server chose the value in this response, any other value than the
   * expected one is wrong.
   */
  #isWrong(path: string, expected: unknown, actual: unknown): string {
    if (typeof expected === 'number' && typeof actual === 'number' && path.endsWith('| length'))
      return `[ "\${got:-0}" ${actual > expected ? '-gt' : '-lt'} ${expected} ]`;
    if (actual === undefined) return '[ "$got" = null ]';
    if (expected === undefined) return '[ "$got" != null ] && [ -n "$got" ]';
    if (actual === '<time>' || actual === `<${this.#deviation.step} ${path}>`) return isOther(this.#concrete(expected));
    return `[ "$got" = ${doubleQuoted(this.#concrete(actual))} ]`;
  }

  /** JSON with variables for server-chosen values. */
  #concrete(value: unknown): string {
    return readable(value).replaceAll(SYMBOL, (whole, step: string, path: string) => {
      const chosen = this.#chosen.find((each) => each.step === Number(step) && each.path === path);
      return chosen === undefined ? whole : `$${chosen.variable}`;
    });
  }

  #symbols(value: unknown): string[] {
    return [...readable(value).matchAll(SYMBOL)].flatMap(([, step, path]) =>
      this.#chosen
        .filter((each) => each.step === Number(step) && each.path === path)
        .flatMap((each) => this.#capture(each)),
    );
  }
}

function isOther(expected: string): string {
  return `[ -n "$got" ] && [ "$got" != ${doubleQuoted(expected)} ]`;
}

const SYMBOL = /<(\d+) ([^>]*)>/g;

/** Headers that curl sets, or that only name the run. */
const NOISE = /^(?:user-agent|host|content-length|connection|transfer-encoding|x-plumbline-.*)$/i;

function readable(value: unknown): string {
  return value === undefined ? 'null' : JSON.stringify(value);
}

/** A jq expression with neutral names, as a word of the shell. */
function inJq(expression: string): string {
  return singleQuoted(expression.replaceAll('$ID', String.raw`\($id)`));
}
