import { describe, expect, it } from 'vitest';
import { operationFor } from '../../../../spec/surface/operations.ts';
import type { Program, Step } from '../../../program/program.ts';
import { withoutOthers } from './without-others.ts';

const PODS = { resource: 'pods', namespace: 'ns1' } as const;
const create: Step = { do: 'call', as: 'made', verb: 'create', ...PODS, body: { metadata: { name: '{{a}}' } } };
const list: Step = { do: 'call', as: 'listed', verb: 'list', ...PODS };
const get: Step = { do: 'call', verb: 'get', ...PODS, name: '{{a}}' };
const own: Step = {
  do: 'watch',
  as: 'own',
  verb: 'watchList',
  via: 'path',
  ...PODS,
  query: { resourceVersion: { $from: 'listed', at: '/metadata/resourceVersion' } },
};
const other: Step = { do: 'watch', as: 'other', verb: 'watchAll', via: 'path', resource: 'pods' };
const until = (watch: string): Step => ({ do: 'await', watch, until: { events: 1 } });
const remove: Step = { do: 'call', verb: 'delete', ...PODS, name: '{{a}}' };

const OF_OWN = operationFor('pods', 'watchList')?.id ?? '';

describe('smaller programs of a sweep', () => {
  it('leave out the reads of other operations, or only their watches', () => {
    const program: Program = [
      create,
      list,
      {
        do: 'together',
        branches: [
          [own, until('own')],
          [other, until('other')],
        ],
      },
      get,
      remove,
    ];
    const opened: Step = { do: 'together', branches: [[own, until('own')]] };
    expect(withoutOthers(program, OF_OWN)).toEqual([
      [create, list, opened, remove],
      [create, list, opened, get, remove],
    ]);
  });

  it('are none if the program has only steps of the operation', () => {
    expect(withoutOthers([list, own, until('own')], OF_OWN)).toEqual([]);
  });
});
