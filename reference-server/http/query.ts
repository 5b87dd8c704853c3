import { badRequest } from '../objects/api-error.ts';

const INT32_MAX = 2 ** 31 - 1;

/** Query parameters of a request. A parameter that is given twice counts as it was first given. */
export class Query {
  readonly #parameters: URLSearchParams;

  /** `text` is what stands after the question mark, without it. */
  constructor(text: string) {
    this.#parameters = new URLSearchParams(text);
  }

  text(name: string): string {
    return this.#parameters.get(name) ?? '';
  }

  /** Present without a value counts as true. Throws `ApiError` 400 for anything but a boolean. */
  flag(name: string): boolean | undefined {
    const value = this.#parameters.get(name);
    if (value === null) return undefined;
    if (['', 'true', 'True', 'TRUE', 't', 'T', '1'].includes(value)) return true;
    if (['false', 'False', 'FALSE', 'f', 'F', '0'].includes(value)) return false;
    throw badRequest(`query parameter ${name} is '${value}', expected true or false`);
  }

  /** Throws `ApiError` 400 for anything but an int32. */
  integer(name: string): number | undefined {
    const value = this.#parameters.get(name);
    if (value === null) return undefined;
    const number = /^-?\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= -INT32_MAX - 1 && number <= INT32_MAX) return number;
    throw badRequest(`query parameter ${name} is '${value}', expected a 32-bit integer`);
  }
}
