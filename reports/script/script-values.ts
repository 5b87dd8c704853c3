import { type ChosenValue, chosenValues } from './chosen-values.ts';
import { neutralNames } from './neutral-names.ts';
import { protobufWord } from './protobuf-body.ts';
import { doubleQuoted, inJq } from './shell-text.ts';
import type { WireExchange } from './wire-case.ts';

const SYMBOL = /<(\d+) ([^>]*)>/g;

/**
 * The values of a case in a script: names of the run become neutral, and values that the server chooses become
 * variables, which the script captures from the responses that show them.
 */
export class ScriptValues {
  /** A text with neutral names in place of the run's. */
  readonly neutral: (text: string) => string;
  readonly #exchanges: readonly WireExchange[];
  readonly #chosen: readonly ChosenValue[];
  readonly #requests = new Map<number, readonly [path: string, body: string]>();
  readonly #captured = new Set<string>();

  constructor(exchanges: readonly WireExchange[]) {
    this.#exchanges = exchanges;
    this.neutral = neutralNames(exchanges);
    this.#chosen = chosenValues(exchanges).toSorted((a, b) => b.value.length - a.value.length);
  }

  /** Path and body of a request, with variables. */
  requestOf(step: number): readonly [path: string, body: string] {
    const { target = '', body = '', bytes } = this.#exchanges[step] ?? {};
    const sent = bytes === undefined ? this.#variables(body) : (protobufWord(bytes, this.#leafWord) ?? '');
    const known = this.#requests.get(step) ?? ([this.#variables(target), sent] as const);
    this.#requests.set(step, known);
    return known;
  }

  /** A text in a protobuf body, if it has names of the run or is chosen by the server. */
  readonly #leafWord = (text: string): string | undefined => {
    const chosen = this.#chosen.find(({ value }) => value === text);
    const neutral = this.neutral(text);
    if (chosen !== undefined) return `"$${chosen.variable}"`;
    return neutral === text ? undefined : doubleQuoted(neutral);
  };

  /**
   * Replaces the names of the run and server-chosen values in a request by variables. A value is replaced only if it
   * stands alone.
   */
  #variables(text: string): string {
    let result = this.neutral(text);
    for (const { value, variable } of this.#chosen) {
      const pattern = new RegExp(
        String.raw`(?<=["=]|%22)${value.replaceAll(/[^\w-]/g, String.raw`\$&`)}(?=["&\s]|%22|$)`,
        'g',
      );
      result = result.replaceAll(pattern, () => `$${variable}`);
    }
    return result;
  }

  /** The steps whose responses have values that the request of this step repeats. */
  quotedIn(step: number): number[] {
    const text = this.requestOf(step).join('\n');
    return this.#chosen.flatMap(({ variable, step: shown }) =>
      shown < step && text.includes(`$${variable}`) ? [shown] : [],
    );
  }

  /** Lines that set the variables of a request from the responses that show them. */
  captures(step: number, text: string): string[] {
    return this.#chosen
      .filter(({ variable, step: shown }) => shown < step && text.includes(`$${variable}`))
      .flatMap((chosen) => this.#capture(chosen));
  }

  #capture({ variable, step, path }: ChosenValue): string[] {
    if (this.#captured.has(variable)) return [];
    this.#captured.add(variable);
    return [`${variable}=$(value ${step} ${inJq(path)})`];
  }

  /** JSON with variables for server-chosen values. */
  concrete(value: unknown): string {
    return readable(value).replaceAll(SYMBOL, (whole, step: string, path: string) => {
      const chosen = this.#chosen.find((each) => each.step === Number(step) && each.path === path);
      return chosen === undefined ? whole : `$${chosen.variable}`;
    });
  }

  /** Lines that set the variables of an expected or actual value. */
  symbols(value: unknown): string[] {
    return [...readable(value).matchAll(SYMBOL)].flatMap(([, step, path]) =>
      this.#chosen
        .filter((each) => each.step === Number(step) && each.path === path)
        .flatMap((each) => this.#capture(each)),
    );
  }
}

/** A value as JSON; `null` for an absent one. */
function readable(value: unknown): string {
  return value === undefined ? 'null' : JSON.stringify(value);
}
