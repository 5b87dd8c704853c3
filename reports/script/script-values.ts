import { type ChosenValue, chosenValues, isTime } from './chosen-values.ts';
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
    const known = this.#requests.get(step);
    if (known !== undefined) return known;
    const { target = '', body = '', bytes } = this.#exchanges[step] ?? {};
    const shown = this.#chosen.filter((chosen) => chosen.step < step);
    const sent =
      bytes === undefined ? this.#variables(body, shown) : (protobufWord(bytes, this.#leafWord(shown)) ?? '');
    const request = [this.#variables(target, shown), sent] as const;
    this.#requests.set(step, request);
    return request;
  }

  /** A text in a protobuf body, if it has names of the run or is chosen by the server. */
  #leafWord(shown: readonly ChosenValue[]): (text: string) => string | undefined {
    return (text) => {
      const chosen = shown.find(({ value }) => value === text);
      const neutral = this.neutral(text);
      if (chosen !== undefined) return `"$${chosen.variable}"`;
      return neutral === text ? undefined : doubleQuoted(neutral);
    };
  }

  /**
   * Replaces the names of the run and the server-chosen values that were shown before in a request by variables. A
   * value is replaced only if it stands alone.
   */
  #variables(text: string, shown: readonly ChosenValue[]): string {
    let result = this.neutral(text);
    for (const { value, member, variable } of shown) {
      const before = isTime(member) ? `"${member}":"` : '["=]|%22';
      const pattern = new RegExp(
        String.raw`(?<=${before})${value.replaceAll(/[^\w-]/g, String.raw`\$&`)}(?=["&\s]|%22|$)`,
        'g',
      );
      result = result.replaceAll(pattern, () => `$${variable}`);
    }
    return result;
  }

  /** The steps whose responses have values that the request of this step repeats. */
  quotedIn(step: number): number[] {
    return this.#repeated(step).map((chosen) => chosen.step);
  }

  /** Lines that set the variables of a request from the responses that show them. */
  captures(step: number): string[] {
    return this.#repeated(step).flatMap((chosen) => this.#capture(chosen));
  }

  /** The server-chosen values that a request repeats. */
  #repeated(step: number): ChosenValue[] {
    const variables = new Set(
      this.requestOf(step)
        .join('\n')
        .match(/(?<=\$)v\d+/g),
    );
    return this.#chosen.filter(({ variable }) => variables.has(variable));
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
