import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLAUSES } from '../../spec/clauses/index.ts';
import { SPEC } from '../../spec/dialects/index.ts';
import { RULES } from './index.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const CLAUSE_IDS = new Set(CLAUSES.map(({ id }) => id));

function ruleFiles(): string[] {
  return readdirSync(HERE, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.rule.ts'))
    .map((path) => path.replaceAll('\\', '/').replace(/\.rule\.ts$/, ''))
    .sort();
}

describe('the rules', () => {
  it('are all listed, each under the id of its path', () => {
    expect(RULES.map(({ id }) => id as string).sort()).toEqual(ruleFiles());
  });

  it('have different ids and titles', () => {
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
    expect(new Set(RULES.map(({ title }) => title)).size).toBe(RULES.length);
  });

  it('have titles that are sentences', () => {
    expect(RULES.filter(({ title }) => !/^[A-Z].*[.:]?.*\.$/.test(title)).map(({ id }) => id)).toEqual([]);
  });

  it('never make an Event an owner, which servers may refuse', () => {
    const owned = RULES.filter(({ operations, cases }) =>
      operations
        .filter(({ resource }) => resource === 'events')
        .flatMap((operation) => fc.sample(cases(operation, SPEC.choices), { numRuns: 10, seed: 1 }))
        .some((program) => /"ownerReferences":\[\{[^}]*"kind":"Event"/.test(JSON.stringify(program))),
    );
    expect(owned.map(({ id }) => id)).toEqual([]);
  });
});

describe.each(RULES.map((rule) => [rule.id, rule] as const))('%s', (_, rule) => {
  it('cites clauses that exist', () => {
    expect(rule.cites.filter((id) => !CLAUSE_IDS.has(id))).toEqual([]);
  });

  it('is about at least one operation, and each once', () => {
    expect(rule.operations.length).toBeGreaterThan(0);
    expect(new Set(rule.operations.map(({ id }) => id)).size).toBe(rule.operations.length);
  });

  it('has cases for each of its operations, which are plain data', () => {
    const programs = rule.operations.map((operation) => ({
      operation: operation.id,
      program: fc.sample(rule.cases(operation, SPEC.choices), { numRuns: 1, seed: 1 })[0],
    }));
    expect(programs.filter(({ program }) => program === undefined || program.length === 0)).toEqual([]);
    expect(JSON.parse(JSON.stringify(programs))).toEqual(programs);
  });

  it('finds nothing in an empty history', () => {
    expect([...rule.check({ exchanges: [] }, { choices: SPEC.choices })]).toEqual([]);
  });
});
