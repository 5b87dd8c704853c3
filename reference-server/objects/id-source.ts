import { randomInt, randomUUID } from 'node:crypto';

/** Generates the random identifiers of objects. */
export interface IdSource {
  /** A UUID. */
  uid(): string;
  /** The five characters of a generated name. */
  suffix(): string;
}

/** No vowels and none of 0, 1, 3: a suffix never spells a word and is never misread. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

export const RANDOM_IDS: IdSource = {
  uid: () => randomUUID(),
  suffix: () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
};
