import { singleQuoted } from '../../shared/process/shell-word.ts';
import { conflictsInJq, EVENT_COUNT_IN_JQ } from './content.ts';
import type { ContentDeviation } from './content-deviation.ts';
import type { Deviation } from './deviation.ts';
import { isSuccess } from './outcome.ts';
import type { ScriptValues } from './script-values.ts';
import { doubleQuoted, inJq } from './shell-text.ts';
import { HAS_REPEATED_IN_JQ } from './watch-deviation.ts';
import type { WireExchange } from './wire-case.ts';

/** Writes the part of a script that compares the responses with those of the violation. */
export class ScriptVerdict {
  readonly #exchanges: readonly WireExchange[];
  readonly #values: ScriptValues;
  readonly #deviation: Deviation;
  /** Steps with another outcome on the reference server. */
  readonly #deviating: ReadonlySet<number>;

  constructor(
    exchanges: readonly WireExchange[],
    values: ScriptValues,
    deviation: Deviation,
    deviating: ReadonlySet<number>,
  ) {
    this.#exchanges = exchanges;
    this.#values = values;
    this.#deviation = deviation;
    this.#deviating = deviating;
  }

  /**
   * A bug shows only if the other responses are as recorded: a correct server may refuse one of two parallel writes.
   * Responses that differ from those of the reference server are not asked for, except in a race.
   */
  precondition(races: boolean): string[] {
    const relevant = this.#exchanges.flatMap(({ isWatch, status, began }, step) => {
      const isLater = began > (this.#exchanges[this.#deviation.step]?.ended ?? 0);
      if (isWatch || status === undefined || isLater) return [];
      if (!races && (step === this.#deviation.step || this.#deviating.has(step))) return [];
      return [`${step}:${isSuccess(status) ? 'success' : 'refusal'}`];
    });
    if (relevant.length === 0) return [];
    return [`as_recorded ${relevant.join(' ')} || return ${races ? 1 : 2}`];
  }

  /** Lines that show the deviation, and test for it. */
  verdict(): string[] {
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
      case 'missing': {
        const told = String.raw`[.objects[][].object.metadata.resourceVersion] | index(\"$(value $write .metadata.resourceVersion)\") != null`;
        return [
          `succeeded ${step} || return 1`,
          `missing=''`,
          `for write in ${deviation.writes.join(' ')}; do`,
          `  [ "$(content ${step} "${told}")" = true ] || missing="$missing $write"`,
          'done',
          `show ${step} 'versions that writes made' 'all of them' "all\${missing:+ but those of requests$missing}"`,
          `[ -n "$missing" ]`,
        ];
      }
      case 'repeated':
        return [
          `succeeded ${step} || return 1`,
          `show ${step} 'versions' 'each once' 'one of them twice'`,
          `[ "$(content ${step} ${inJq(HAS_REPEATED_IN_JQ)})" = true ]`,
        ];
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
          ...eventExists(step, path),
          ...this.#values.symbols([expected, actual]),
          `got=$(content ${step} ${inJq(path)})`,
          ...(deviation.events === undefined
            ? [
                `show ${step} ${singleQuoted(path)} ${doubleQuoted(this.#values.concrete(expected))} "$got"`,
                this.#isWrong(deviation),
              ]
            : this.#otherEvents(deviation.events, expected as readonly string[])),
        ];
      }
    }
  }

  /** Other events, or fewer than the script waited for if they were fewer when the bug was found. */
  #otherEvents({ expected, actual }: NonNullable<ContentDeviation['events']>, types: readonly string[]): string[] {
    const { step } = this.#deviation;
    const known = this.#values.concrete(types);
    const shown = `show ${step} 'event types by object' "$(cut_off ${doubleQuoted(known)})" "$(cut_off "$got")"`;
    const areOthers = `[ "$(content ${step} ${inJq(conflictsInJq(types))})" = true ]`;
    if (actual >= expected) return [shown, areOthers];
    return [
      `count=$(content ${step} ${inJq(EVENT_COUNT_IN_JQ)})`,
      shown,
      `{ [ "\${count:-0}" -lt ${expected} ] && ${isOther(known)}; } || ${areOthers}`,
    ];
  }

  /** The shell test for a wrong value. */
  #isWrong({ path, expected, actual, anyOther }: ContentDeviation): string {
    if (typeof expected === 'number' && typeof actual === 'number' && path.endsWith('| length'))
      return `[ "\${got:-0}" ${actual > expected ? '-gt' : '-lt'} ${expected} ]`;
    if (actual === undefined) return '[ "$got" = null ]';
    if (expected === undefined) return '[ "$got" != null ] && [ -n "$got" ]';
    if (anyOther === true) return isOther(this.#values.concrete(expected));
    return `[ "$got" = ${doubleQuoted(this.#values.concrete(actual))} ]`;
  }
}

/** An event that did not come has no members, which proves nothing about them. */
function eventExists(step: number, path: string): string[] {
  const [event] = /^\.objects\."[^"]*"\[\d+\](?=\.)/.exec(path) ?? [];
  return event === undefined ? [] : [`[ "$(content ${step} ${inJq(`${event} != null`)})" = true ] || return 1`];
}

function isOther(expected: string): string {
  return `[ -n "$got" ] && [ "$got" != ${doubleQuoted(expected)} ]`;
}
