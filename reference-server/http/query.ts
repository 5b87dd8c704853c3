import type { DialectChoices } from '../../spec/dialects/index.ts';
import { badRequest } from '../resources/api-error.ts';

const INT32_MAX = 2 ** 31 - 1;

/** Query parameters of a request. Of a repeated parameter the first value counts. */
export class Query {
  /** Absent without parameters, as in most requests. */
  readonly #parameters: URLSearchParams | undefined;
  readonly #choices: DialectChoices;

  /** `text` is the part after the question mark. */
  constructor(text: string, choices: DialectChoices) {
    this.#parameters = text === '' ? undefined : new URLSearchParams(text);
    this.#choices = choices;
  }

  has(name: string): boolean {
    return this.#parameters?.has(name) === true;
  }

  text(name: string): string {
    return this.#parameters?.get(name) ?? '';
  }

  /**
   * Present without a value counts as true. Throws `ApiError` 400 for anything but a boolean; in some dialects any
   * text is true.
   */
  flag(name: string): boolean | undefined {
    const value = this.#parameters?.get(name);
    if (value === null || value === undefined) return undefined;
    if (this.#choices['parameters.booleans'] === 'true') return !['false', '0'].includes(value.toLowerCase());
    if (['', 'true', 'True', 'TRUE', 't', 'T', '1'].includes(value)) return true;
    if (['false', 'False', 'FALSE', 'f', 'F', '0'].includes(value)) return false;
    throw badRequest(`query parameter ${name} is '${value}', expected true or false`);
  }

  /**
   * Throws `ApiError` 400 for anything but an int32; in dialects with longer integers, for anything but an exact
   * integer.
   */
  integer(name: string): number | undefined {
    const value = this.#parameters?.get(name);
    if (value === null || value === undefined) return undefined;
    const number = /^-?\d{1,19}$/.test(value) ? Number(value) : Number.NaN;
    if (this.#choices['parameters.int32'] === 'accepted' && Number.isSafeInteger(number)) return number;
    if (number >= -INT32_MAX - 1 && number <= INT32_MAX) return number;
    throw badRequest(`query parameter ${name} is '${value}', expected a 32-bit integer`);
  }
}
