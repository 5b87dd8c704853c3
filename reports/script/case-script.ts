import type { Violation } from '../../shared/verdict-log/verdict-log.ts';
import { type ChosenValue, chosenValues } from './chosen-values.ts';
import { type Deviation, deviationOf, isSuccess } from './deviation.ts';
import { namespacesIn, neutralNames } from './neutral-names.ts';
import { PRELUDE } from './prelude.ts';
import { comment, doubleQuoted, expandable, singleQuoted } from './shell-text.ts';
import { wireCase, type WireExchange } from './wire-case.ts';

/** The header of a script. */
export interface ScriptHead {
  readonly title: string;
  readonly rule: string;
  /** `rules.1: a PUT whose object changed since it was read fails`. */
  readonly clause: string;
}

/** The number of tries of a race, unless `TRIES` is set. */
const RACE_TRIES = 30;

/**
 * A POSIX shell script that shows a violation with curl and jq alone. It sends the case, and exits 1 if the target
 * responds as recorded, 0 if it does not, 2 if the case cannot be sent. It needs the target's and the reference
 * server's responses in the violation. `undefined` if a script can see no difference between them, or if a body is
 * no text.
 */
export function caseScript(violation: Violation, head: ScriptHead): string | undefined {
  const exchanges = wireCase(violation.transcript);
  const deviation = deviationOf(exchanges, wireCase(violation.reference ?? []), {
    atIssue: violation.exchanges ?? [],
    isRace: isRace(violation),
  });
  if (deviation === undefined || exchanges.length === 0) return undefined;
  return new ScriptWriter(untilShown(exchanges, deviation), deviation).write(violation, head);
}

/** Requests after the deviation are not needed for the proof. A watch may show it at its end. */
function untilShown(exchanges: readonly WireExchange[], { step }: Deviation): readonly WireExchange[] {
  const shown = exchanges[step];
  return shown === undefined || shown.isWatch ? exchanges : exchanges.filter(({ began }) => began < shown.ended);
}

function isRace({ timeline, intermittent }: Violation): boolean {
  return timeline !== undefined || intermittent !== undefined;
}

class ScriptWriter {
  readonly #exchanges: readonly WireExchange[];
  readonly #deviation: Deviation;
  readonly #neutral: (text: string) => string;
  readonly #chosen: readonly ChosenValue[];
  readonly #captured = new Set<string>();
  readonly #running = new Set<number>();

  constructor(exchanges: readonly WireExchange[], deviation: Deviation) {
    this.#exchanges = exchanges;
    this.#deviation = deviation;
    this.#neutral = neutralNames(exchanges);
    this.#chosen = chosenValues(exchanges).toSorted((a, b) => b.value.length - a.value.length);
  }

  write(violation: Violation, { title, rule, clause }: ScriptHead): string {
    const races = isRace(violation);
    const steps = this.#exchanges.flatMap((_, step) => this.#step(step));
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
      `EXPECTED=${singleQuoted(comment(this.#neutral(violation.expected)))}`,
      `ACTUAL=${singleQuoted(comment(this.#neutral(violation.actual)))}`,
      PRELUDE,
      'send_case() {',
      ...namespaces.map((name) => `  make_namespace ${doubleQuoted(name)}`),
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

  /** One request. It runs in the background if another begins before it ends. */
  #step(step: number): string[] {
    const exchange = this.#exchanges[step];
    if (exchange === undefined) return [];
    const sent = this.#variables(exchange.body ?? '');
    const isParallel =
      exchange.isWatch ||
      this.#exchanges.some((other) => other.began > exchange.began && other.began < exchange.ended && !other.isWatch);
    const path = this.#variables(exchange.target);
    const before = [...this.#awaited(exchange), ...this.#captures(step, `${path}\n${sent}`)];
    const headers = exchange.headers
      .filter(([name]) => !NOISE.test(name))
      .map(([name, value]) => ` \\\n    -H ${singleQuoted(`${name}: ${value}`)}`)
      .join('');
    const body =
      exchange.body === undefined ? [] : [`cat > "$TMP/${step}.request" <<BODY`, `${expandable(sent)}`, 'BODY'];
    const call = `${exchange.isWatch ? 'watch' : 'send'} ${step} ${exchange.method} ${doubleQuoted(path)}${headers}${exchange.body === undefined ? '' : ` \\\n    --data-binary "@$TMP/${step}.request"`}`;
    if (isParallel) this.#running.add(step);
    const made = exchange.method === 'POST' ? [`MADE="$MADE ${step}:${expandable(path.replace(/\?.*$/, ''))}"`] : [];
    return [
      ...before.map((line) => `  ${line}`),
      ...body.map((line, index) => (index === 0 ? `  ${line}` : line)),
      `  ${call}${isParallel ? ` &\n  p${step}=$!` : ''}`,
      ...made.map((line) => `  ${line}`),
    ];
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
    return [...this.#running].flatMap((step) => {
      const running = this.#exchanges[step];
      if (running === undefined) return [];
      if (running.isWatch) {
        const delivered = running.events.filter(({ at }) => at < began).length;
        return [`wait_for_events ${step} ${delivered}`];
      }
      if (running.ended > began) return [];
      this.#running.delete(step);
      return [`wait "$p${step}"`];
    });
  }

  #captures(step: number, text: string): string[] {
    return this.#chosen
      .filter(({ variable, step: shown }) => shown < step && text.includes(`$${variable}`))
      .flatMap((chosen) => this.#capture(chosen));
  }

  #capture({ variable, step, path }: ChosenValue): string[] {
    if (this.#captured.has(variable)) return [];
    this.#captured.add(variable);
    const fromList = this.#exchanges[step]?.isWatch === true;
    return [
      `${variable}=$(jq -r${fromList ? 's' : ''} ${singleQuoted(fromList ? `.${path}` : path)} "$TMP/${step}.body")`,
    ];
  }

  #finish(): string[] {
    return [...this.#running].flatMap((step) => {
      const running = this.#exchanges[step];
      return running?.isWatch === true
        ? [`wait_for_events ${step} ${running.events.length}`, `kill "$p${step}" 2>/dev/null`]
        : [`wait "$p${step}"`];
    });
  }

  /**
   * A bug shows only if the earlier responses are as recorded, or anywhere in a race: a correct server may refuse
   * one of two parallel writes.
   */
  #precondition(races: boolean): string[] {
    const relevant = this.#exchanges.flatMap(({ isWatch, status }, step) =>
      isWatch || status === undefined || (!races && step >= this.#deviation.step)
        ? []
        : [`${step}:${isSuccess(status) ? 'success' : 'refusal'}`],
    );
    if (relevant.length === 0) return [];
    return [`as_recorded ${relevant.join(' ')} || ${races ? 'return 1' : 'give_up'}`];
  }

  #verdict(): string[] {
    const deviation = this.#deviation;
    if (deviation.kind === 'status') {
      const { step, expected } = deviation;
      return [
        `show ${step} 'status' ${singleQuoted(isSuccess(expected) ? 'success' : 'a refusal')} "$(status ${step})"`,
        isSuccess(expected) ? `! succeeded ${step}` : `succeeded ${step}`,
      ];
    }
    if (deviation.kind === 'type') {
      const { step, expected, actual } = deviation;
      return [
        `show ${step} 'media type' ${singleQuoted(expected)} "$(media_type ${step})"`,
        `[ "$(media_type ${step})" = ${singleQuoted(actual)} ]`,
      ];
    }
    const { step, path, expected, actual } = deviation;
    const list = this.#exchanges[step]?.isWatch === true ? 's' : '';
    const read = `got=$(jq -c${list} ${singleQuoted(path)} "$TMP/${step}.body" 2>/dev/null)`;
    const shown = `show ${step} ${singleQuoted(path)} ${doubleQuoted(this.#concrete(expected))} "$got"`;
    return [...this.#symbols([expected, actual]), read, shown, this.#isWrong(expected, actual, `<${step} ${path}>`)];
  }

  /**
   * The shell test for a wrong value. `fresh` is a value that the server chose in this response: then any other
   * value than the expected one is wrong.
   */
  #isWrong(expected: unknown, actual: unknown, fresh: string): string {
    if (actual === undefined) return '[ "$got" = null ]';
    if (expected === undefined) return '[ "$got" != null ] && [ -n "$got" ]';
    if (actual === fresh) return `[ -n "$got" ] && [ "$got" != ${doubleQuoted(this.#concrete(expected))} ]`;
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

const SYMBOL = /<(\d+) ([^>]*)>/g;

/** Headers that curl sets, or that only name the run. */
const NOISE = /^(?:user-agent|host|content-length|connection|transfer-encoding|x-plumbline-.*)$/i;

function readable(value: unknown): string {
  return value === undefined ? 'null' : JSON.stringify(value);
}
