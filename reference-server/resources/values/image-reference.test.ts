import { describe, expect, it } from 'vitest';
import { defaultPullPolicy, imageVersion } from './image-reference.ts';

const DIGEST = `sha256:${'0a'.repeat(32)}`;

describe('image references', () => {
  it.each([
    ['nginx', 'Always'],
    ['nginx:latest', 'Always'],
    ['nginx:Latest', 'IfNotPresent'],
    ['nginx:1.9', 'IfNotPresent'],
    ['registry:5000/team/nginx', 'Always'],
    ['registry:5000/team/nginx:1', 'IfNotPresent'],
    [`nginx@${DIGEST}`, 'IfNotPresent'],
    [`nginx:latest@${DIGEST}`, 'Always'],
    ['UPPER', 'IfNotPresent'],
    ['a b', 'IfNotPresent'],
    ['nginx:', 'IfNotPresent'],
  ])('%s is pulled %s by default', (image, policy) => {
    expect(defaultPullPolicy(image)).toBe(policy);
  });

  it('distinguishes a registry port from a tag', () => {
    expect(imageVersion('registry:5000/nginx')).toEqual({ tag: undefined, digest: undefined });
    expect(imageVersion('registry:5000/nginx:1')).toEqual({ tag: '1', digest: undefined });
  });
});
