import { describe, expect, it } from 'vitest';
import type { BaselineEntry } from '../../../shared/verdict-log/baseline.ts';
import { type MetFailure, UNEXPLAINED, updatedBaseline } from './updated-baseline.ts';

const TODAY = '2026-06-15';
const PODS = 'PUT /api/v1/namespaces/{namespace}/pods/{name}';
const MAPS = 'PUT /api/v1/namespaces/{namespace}/configmaps/{name}';
const OLD: BaselineEntry = {
  rule: 'replace/x',
  operation: PODS,
  fingerprint: 'aaa',
  reason: 'known',
  link: 'https://tracker.example/1',
};

function met(operation: string, program: readonly unknown[] = [], more: Partial<MetFailure> = {}): MetFailure {
  return {
    rule: 'replace/x',
    operation,
    fingerprint: 'aaa',
    isTimed: false,
    saved: { format: 1, rule: 'replace/x', operation, expected: 'e', actual: 'a', program },
    ...more,
  };
}

describe('an updated baseline', () => {
  it('has one entry for each cause, with its operations and its cases', () => {
    const { entries, added, cases } = updatedBaseline(
      { entries: [] },
      [met(PODS), met(MAPS), met(PODS, [], { fingerprint: 'bbb' })],
      TODAY,
    );
    expect(entries).toHaveLength(2);
    expect(added).toEqual(entries);
    expect(entries[0]).toMatchObject({
      rule: 'replace/x',
      operation: '*',
      fingerprint: 'aaa',
      reason: UNEXPLAINED,
      expires: '2026-09-13',
      seen: [MAPS, PODS],
    });
    expect(entries.flatMap(({ cases: names = [] }) => names).sort()).toEqual(cases.map(({ name }) => name).sort());
    expect(new Set(cases.map(({ name }) => name)).size).toBe(3);
  });

  it('stores the smallest cases of a cause on many operations', () => {
    const failures = [9, 1, 7, 3, 5].map((steps) =>
      met(
        `PUT /${steps}`,
        Array.from({ length: steps }, () => 'step'),
      ),
    );
    const { cases } = updatedBaseline({ entries: [] }, failures, TODAY);
    expect(cases.map(({ program }) => (program as readonly unknown[]).length)).toEqual([1, 3, 5]);
  });

  it('joins the entries of one operation each that list the same cause, and keeps the words of its user', () => {
    const { entries, added } = updatedBaseline(
      { entries: [OLD, { ...OLD, operation: MAPS, reason: 'also known' }] },
      [met(PODS)],
      TODAY,
    );
    expect(added).toEqual([]);
    expect(entries).toEqual([
      { ...OLD, operation: '*', seen: [MAPS, PODS], cases: [expect.stringMatching(/^aaa-\w{6}\.json$/) as unknown] },
    ]);
  });

  it('gives an entry with the fingerprint of an earlier release the current one, and keeps its cases', () => {
    const { entries, cases } = updatedBaseline(
      { entries: [{ ...OLD, operation: '*', seen: [MAPS], cases: ['1.json', '2.json', '3.json'] }] },
      [met(PODS, [], { fingerprint: 'new', aliases: ['aaa'] })],
      TODAY,
    );
    expect(entries).toEqual([
      { ...OLD, operation: '*', fingerprint: 'new', seen: [MAPS, PODS], cases: ['1.json', '2.json', '3.json'] },
    ]);
    expect(cases).toEqual([]);
  });

  it('keeps entries that accept any cause, that have expired, and that the run did not meet', () => {
    for (const entry of [
      { ...OLD, fingerprint: '*' },
      { ...OLD, expires: '2026-06-14' },
      { ...OLD, rule: 'replace/y' },
    ]) {
      const failures = entry.rule === OLD.rule ? [met(PODS)] : [];
      expect(updatedBaseline({ entries: [entry] }, failures, TODAY)).toEqual({
        entries: [entry],
        added: [],
        cases: [],
      });
    }
  });
});
