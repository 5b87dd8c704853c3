import { InvalidArgumentError } from 'commander';

/** Parses a whole number of up to nine digits for commander, including 0. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Give a whole number, as in 60.');
  return Number(text);
}

/** Parses a whole number from 1 on for commander. */
export function positiveNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('Give a positive whole number.');
  return value;
}
