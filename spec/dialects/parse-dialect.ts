import { DialectError } from './dialect-error.ts';
import type { DialectChoices, NamedDialect } from './dialect.ts';
import { KUBERNETES_1_7 } from './kubernetes-1.7.ts';
import { nearest } from './nearest.ts';
import type { DialectQuestion } from './question.ts';
import { QUESTIONS } from './questions.ts';
import { SPEC } from './spec.ts';

const NAMED: readonly NamedDialect[] = [SPEC, KUBERNETES_1_7];
const ASKED: Readonly<Record<string, DialectQuestion>> = QUESTIONS;
const MEMBERS = ['name', 'summary', 'extends', 'answers'];

/** The built-in dialect with this name: `spec`, `kubernetes-1.7`. */
export function dialectNamed(name: string): NamedDialect | undefined {
  return NAMED.find((dialect) => dialect.name === name);
}

/**
 * A dialect from the parsed text of a file:
 *
 *     { "name": "ours", "summary": "...", "extends": "kubernetes-1.7", "answers": { "create.status": "200" } }
 * The dialect that it extends (default `spec`) decides the questions that `answers` leaves out. Numbers and booleans
 * become text, because YAML has them without quotes. Throws `DialectError`.
 */
export function parseDialect(json: unknown): NamedDialect {
  const file = objectOf(json, 'a dialect');
  for (const member of Object.keys(file)) requireOneOf(member, MEMBERS, 'a dialect has no member');
  const name = textOf(file, 'name');
  if (name === undefined)
    throw new DialectError(`a dialect needs a member 'name', as in { "name": "ours", "answers": {} }`);
  const base = baseOf(textOf(file, 'extends') ?? SPEC.name);
  const choices = Object.hasOwn(file, 'answers') ? answersOf(objectOf(file['answers'], `'answers'`)) : {};
  return {
    name,
    summary: textOf(file, 'summary') ?? `${base.name}, with ${Object.keys(choices).length} choices of its own`,
    choices: { ...base.choices, ...choices } as DialectChoices,
  };
}

function baseOf(name: string): NamedDialect {
  const base = dialectNamed(name);
  if (base !== undefined) return base;
  throw new DialectError(
    unknownWord(
      name,
      NAMED.map((dialect) => dialect.name),
      `'extends' names no dialect:`,
    ),
  );
}

function answersOf(given: Readonly<Record<string, unknown>>): Record<string, string> {
  const choices: Record<string, string> = {};
  for (const [id, choice] of Object.entries(given)) {
    requireOneOf(id, Object.keys(ASKED), 'there is no question');
    const allowed = Object.keys(ASKED[id]?.answers ?? {});
    if (!['string', 'number', 'boolean'].includes(typeof choice)) {
      throw new DialectError(
        `the choice for '${id}' must be a string, not ${JSON.stringify(choice)}; it can be ${allowed.join(', ')}`,
      );
    }
    requireOneOf(String(choice), allowed, `'${id}' has no choice`);
    choices[id] = String(choice);
  }
  return choices;
}

function requireOneOf(word: string, known: readonly string[], complaint: string): void {
  if (!known.includes(word)) throw new DialectError(unknownWord(word, known, complaint));
}

function unknownWord(word: string, known: readonly string[], complaint: string): string {
  const meant = nearest(word, known);
  return meant === undefined
    ? `${complaint} '${word}'; it can be ${known.join(', ')}`
    : `${complaint} '${word}' - did you mean '${meant}'?`;
}

function objectOf(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>;
  throw new DialectError(
    `${what} must be a JSON object, not ${Array.isArray(value) ? 'an array' : JSON.stringify(value)}`,
  );
}

function textOf(file: Readonly<Record<string, unknown>>, member: string): string | undefined {
  if (!Object.hasOwn(file, member)) return undefined;
  const value = file[member];
  if (typeof value === 'string' && value !== '') return value;
  throw new DialectError(`'${member}' of a dialect must be a string that is not empty, not ${JSON.stringify(value)}`);
}
