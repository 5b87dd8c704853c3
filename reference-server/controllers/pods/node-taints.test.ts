import { expect, it } from 'vitest';
import { takesPod } from './node-taints.ts';

const taint = { key: 'only', value: 'gpu', effect: 'NoSchedule' };

it.each([
  [{}, [], true],
  [{ unschedulable: true }, [{ operator: 'Exists' }], false],
  [{ taints: [taint] }, [], false],
  [{ taints: [{ ...taint, effect: 'PreferNoSchedule' }] }, [], true],
  [{ taints: [taint] }, [{ key: 'only', operator: 'Equal', value: 'gpu' }], true],
  [{ taints: [taint] }, [{ key: 'only', value: 'gpu', effect: 'NoSchedule' }], true],
  [{ taints: [taint] }, [{ key: 'only', value: 'cpu' }], false],
  [{ taints: [taint] }, [{ key: 'only', operator: 'Exists', effect: 'NoExecute' }], false],
  [{ taints: [taint] }, [{ operator: 'Exists' }], true],
  [{ taints: [taint, { key: 'other', effect: 'NoExecute' }] }, [{ key: 'only', operator: 'Exists' }], false],
])('a node with %j takes a pod that tolerates %j: %s', (nodeSpec, tolerations, expected) => {
  expect(takesPod(nodeSpec, { tolerations })).toBe(expected);
});
