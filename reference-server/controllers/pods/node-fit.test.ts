import { describe, expect, it } from 'vitest';
import { fitsNode } from './node-fit.ts';
import { simulatedNodes } from './simulated-nodes.ts';

const nodes = simulatedNodes(2);

function fitting(spec: Readonly<Record<string, unknown>>): string[] {
  return nodes.filter((node) => fitsNode(spec, node)).map(({ name }) => name);
}

function required(...matchExpressions: object[]): Readonly<Record<string, unknown>> {
  return {
    affinity: {
      nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions }] } },
    },
  };
}

function onFields(...matchFields: object[]): Readonly<Record<string, unknown>> {
  const needed = { nodeSelectorTerms: [{ matchFields }] };
  return { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: needed } } };
}

const HOST = 'kubernetes.io/hostname';

describe('the nodes that fit a pod', () => {
  it.each([
    [{}, ['node-1', 'node-2']],
    [{ nodeSelector: { [HOST]: 'node-2' } }, ['node-2']],
    [onFields({ key: 'metadata.name', operator: 'In', values: ['node-2'] }), ['node-2']],
    [onFields({ key: 'metadata.name', operator: 'NotIn', values: ['node-2'] }), ['node-1']],
    [{ nodeSelector: { constructor: 'x' } }, []],
    [required({ key: HOST, operator: 'In', values: ['node-1', 'x'] }), ['node-1']],
    [required({ key: HOST, operator: 'NotIn', values: ['node-1'] }), ['node-2']],
    [required({ key: 'ssd', operator: 'Exists' }), []],
    [required({ key: 'ssd', operator: 'DoesNotExist' }), ['node-1', 'node-2']],
    [required({ key: 'cpus', operator: 'Gt', values: ['1'] }), []],
    [required(), []],
  ])('%j: %j', (spec, expected) => {
    expect(fitting(spec)).toEqual(expected);
  });
});
