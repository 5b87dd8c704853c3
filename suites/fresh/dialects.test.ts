import { describe, expect, it } from 'vitest';
import { type DialectQuestion, QUESTIONS } from '../../spec/dialects/index.ts';
import { REAL_DIFFERENCES } from '../../spec/dialects/real-differences.ts';
import { RULES } from '../rules/index.ts';
import { dialectReaders } from './dialect-readers.ts';
import { dialects } from './dialects.ts';

const readers = dialectReaders();

describe('the questions of dialects', () => {
  it('are read in judging, or have a reason why not, never both', () => {
    const wrong = Object.values<DialectQuestion>(QUESTIONS).filter(
      ({ id, unread }) => (readers.get(id as keyof typeof QUESTIONS)?.judging.length === 0) !== (unread !== undefined),
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('are read by the rule that they name', () => {
    expect(readers.get('create.status')).toEqual({ judging: ['create/success-has-the-stated-status'], serving: true });
    expect(readers.get('names.form')).toEqual({ judging: [], serving: false });
  });
});

describe('the measured differences', () => {
  it('name existing rules', () => {
    const known = new Set<string>(RULES.map(({ id }) => id));
    expect(
      REAL_DIFFERENCES.flatMap(({ failing = [], failingByChance = [] }) => [...failing, ...failingByChance]).filter(
        (id) => !known.has(id),
      ),
    ).toEqual([]);
  });
});

describe('the page about dialects', () => {
  const page = dialects(readers, {
    seeds: [1, 2],
    runs: 30,
    failures: [
      { rule: 'create/success-has-the-stated-status', level: 'must', seeds: [1, 2] },
      { rule: 'replace/current-version-succeeds', level: 'must', seeds: [2] },
    ],
  });

  it('has each choice with its meaning, its dialects and its readers', () => {
    expect(page).toContain('### create.status\n\nWhich HTTP status does a successful create return?');
    expect(page).toContain('| `201` | Created; 202 if initializers of the object are pending | kubernetes-1.7 |');
    expect(page).toContain('Read by `create/success-has-the-stated-status`, and by the reference server.');
  });

  it('has each measured difference with its question, or the reason why it has none', () => {
    expect(page).toContain(
      '- create-answers-201. Document: every success is 200. kube-apiserver 1.7.5: a create returns 201. Question: [create.status](#createstatus).',
    );
    expect(page).toMatch(/^- status-of-nodes\. .* Question: no operation of the surface is concerned.*$/m);
  });

  it('has each rule that was measured to fail, with its seeds and differences', () => {
    expect(page).toContain('2 rules fail, 2 of them `must`.');
    expect(page).toContain('| `create/success-has-the-stated-status` | must | every seed | create-answers-201 |');
    expect(page).toContain('| `replace/current-version-succeeds` | must | seed 2 | lone-put-conflicts |');
  });
});
