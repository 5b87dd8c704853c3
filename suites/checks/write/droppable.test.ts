import { describe, expect, it } from 'vitest';
import { droppable } from './droppable.ts';

describe('members that a server may drop', () => {
  it('are the bounds of a strategy without rolling updates', () => {
    const deployment = (strategy: { type: string; rollingUpdate: { maxSurge: number } | null }) => ({
      spec: { strategy },
    });
    const bounds = { maxSurge: 1 };
    expect(droppable('Deployment', deployment({ type: 'Recreate', rollingUpdate: bounds }))).toEqual([
      '/spec/strategy/rollingUpdate',
    ]);
    expect(droppable('Deployment', deployment({ type: 'Recreate', rollingUpdate: null }))).toEqual([]);
    expect(droppable('Deployment', deployment({ type: 'RollingUpdate', rollingUpdate: bounds }))).toEqual([]);
  });

  it('are the actions and probes of init containers', () => {
    const exec = { exec: { command: ['a'] } };
    const pod = { spec: { containers: [{ name: 'c', livenessProbe: exec }], initContainers: [{ name: 'i' }] } };
    expect(droppable('Pod', pod)).toEqual([]);
    expect(droppable('Pod', { spec: { initContainers: [{ name: 'i', livenessProbe: exec }] } })).toEqual([
      '/spec/initContainers/*/livenessProbe',
    ]);
  });
});
