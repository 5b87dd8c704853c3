import { describe, expect, it } from 'vitest';
import { isMadeFor, isSameObject } from './made-object.ts';

const made = { kind: 'Deployment', name: 'p1-loop', uid: 'u1', createdAt: '2026-01-01T00:00:10Z' };
const set = (metadata: object): never => ({ kind: 'ReplicaSet', metadata }) as never;

describe('the objects of a probe', () => {
  it.each([
    ['names it as its owner', { name: 'x', ownerReferences: [{ uid: 'u1' }] }],
    ['carries its label', { name: 'x', labels: { 'plumbline-case': 'p1-loop' } }],
    ['has its name as a prefix', { name: 'p1-loop-7c9', creationTimestamp: '2026-01-01T00:00:10Z' }],
  ])('count as created for it if one %s', (_, metadata) => {
    expect(isMadeFor(set(metadata), 'ReplicaSet', made)).toBe(true);
  });

  it.each([
    ['belongs to another owner', { name: 'x', ownerReferences: [{ uid: 'u2' }] }],
    ['is older', { name: 'p1-loop-7c9', creationTimestamp: '2026-01-01T00:00:09Z' }],
    ['has a name that only begins alike', { name: 'p1-looped-7c9' }],
  ])('do not count if one %s', (_, metadata) => {
    expect(isMadeFor(set(metadata), 'ReplicaSet', made)).toBe(false);
  });

  it('are the same by kind, name and uid', () => {
    const pod = { kind: 'Pod', metadata: { name: 'p1', uid: 'u1' } };
    expect(isSameObject(pod, { kind: 'Pod', name: 'p1', uid: 'u1' })).toBe(true);
    expect(isSameObject(pod, { kind: 'Pod', name: 'p1', uid: 'u2' })).toBe(false);
    expect(isSameObject(pod, { kind: 'Pod', name: 'p2', uid: 'u1' })).toBe(false);
  });
});
