import { randomInt, randomUUID } from 'node:crypto';

/** What the system makes up for an object. */
export interface IdSource {
  /** A UUID. */
  uid(): string;
  /** Five characters for a generated name. */
  suffix(): string;
}

/** No vowels and none of 0, 1, 3: a suffix never spells a word and is never misread. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

export const RANDOM_IDS: IdSource = {
  uid: () => randomUUID(),
  suffix: () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
};
