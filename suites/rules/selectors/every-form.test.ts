import { describe, expect, it } from 'vitest';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import { resourceById } from '../../../spec/surface/resources.ts';
import type { Step } from '../../program/program.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { MAPS, create, end, map, open, patch, deliver } from '../watch/watch-literals.fixture.ts';
import { rule } from './every-form-of-a-selector-selects-exactly.rule.ts';
import { everyForm } from './every-form.ts';

const [A, B] = [map('a', '1', { app: 'a' }), map('b', '2', { app: 'b' })];
const made = [create(A), create(B)];
const REFUSAL = [400, { kind: 'Status', status: 'Failure' }] as const;
const SUCCESS = [200, { kind: 'Status', status: 'Success', code: 200 }] as const;

describe('a selector in any form', () => {
  it('selects exactly in a list', () => {
    const list = (items: readonly unknown[]): Literal => ({
      send: `GET ${MAPS}?labelSelector=app+in+(a)`,
      response: [200, { kind: 'ConfigMapList', items }],
    });
    expect(outcomesOf(rule, ...made, list([A]))).toEqual(['held']);
    expect(outcomesOf(rule, ...made, list([]))).toEqual(['in: misses what is selected']);
    expect(outcomesOf(rule, ...made, list([A, B]))).toEqual(['in: shows what is not selected']);
  });

  it('is refused by no operation', () => {
    expect(outcomesOf(rule, ...made, { send: `GET ${MAPS}?labelSelector=app%3da`, response: REFUSAL })).toEqual([
      'refused',
    ]);
    expect(outcomesOf(rule, ...made, { send: `DELETE ${MAPS}?labelSelector=app=a`, response: REFUSAL })).toEqual([
      'refused',
    ]);
    const watch = '/api/v1/watch/namespaces/a/configmaps?labelSelector=app%3D%3Da';
    expect(outcomesOf(rule, ...made, { send: `GET ${watch}`, response: REFUSAL })).toEqual(['refused']);
  });

  it('says nothing of a refusal because the version has expired', () => {
    const watch = '/api/v1/watch/namespaces/a/configmaps?labelSelector=app%3Da';
    const gone = [410, { kind: 'Status', status: 'Failure', code: 410 }] as const;
    expect(outcomesOf(rule, ...made, { send: `GET ${watch}&resourceVersion=1`, response: gone })).toEqual([]);
    expect(outcomesOf(rule, ...made, { send: `GET ${watch}`, response: gone })).toEqual(['refused']);
    expect(outcomesOf(rule, ...made, { send: `GET ${watch}&resourceVersion=1`, response: REFUSAL })).toEqual([
      'refused',
    ]);
  });

  it('selects exactly the initial events of a watch', () => {
    const C = map('c', '3', { app: 'a' });
    const changed = map('c', '4', { app: 'a' });
    const story = [...made, create(C), open('?labelSelector=app%3Da'), deliver('ADDED', C)];
    const later = [patch('c', changed), deliver('MODIFIED', changed), end];
    expect(outcomesOf(rule, ...story, deliver('ADDED', A), ...later)).toEqual(['held']);
    expect(outcomesOf(rule, ...story, ...later)).toContain('existing object is missing');
  });

  it('requires an awaited object although it changes, unless the change takes it out of the selection', () => {
    const story = (label: string): readonly Literal[] => [
      ...made,
      open('?labelSelector=app%3Da'),
      patch('a', map('a', '3', { app: label })),
      ...['c', 'd'].flatMap((name, index) => {
        const later = map(name, String(4 + index), { app: 'a' });
        return [create(later), deliver('ADDED', later)];
      }),
      end,
    ];
    expect(outcomesOf(rule, ...story('a'))).toContain('existing object is missing');
    expect(outcomesOf(rule, ...story('z'))).not.toContain('existing object is missing');
  });

  it('selects exactly the objects that a collection delete deletes', () => {
    const removed: readonly Literal[] = [
      ...made,
      { send: `DELETE ${MAPS}?labelSelector=app+in+(a)`, response: SUCCESS },
    ];
    const shown = (items: readonly unknown[]): Literal => ({
      send: `GET ${MAPS}`,
      response: [200, { kind: 'ConfigMapList', items }],
    });
    expect(outcomesOf(rule, ...removed, shown([B]))).toEqual(['held']);
    expect(outcomesOf(rule, ...removed, shown([A, B]))).toContain('spares what matches: in');
    expect(outcomesOf(rule, ...removed, shown([]))).toContain('removes what does not match: in');
  });

  it('is written with each kind of space, escape and equals sign', () => {
    const queries = (steps: readonly Step[]): string[] =>
      steps.flatMap((step) =>
        step.do === 'together' ? step.branches.flatMap(queries) : 'rawQuery' in step ? [step.rawQuery ?? ''] : [],
      );
    const text = queries(everyForm(resourceById('secrets'))).join('\n');
    for (const form of ['+in+', '%20in%20', '%3d', '%3D', '%3D%3D', 'app=a', '!%3D', 'notin', '=!app'])
      expect(text).toContain(form);
  });
});
