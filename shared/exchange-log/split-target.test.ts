import { expect, it } from 'vitest';
import { splitTarget } from './split-target.ts';

it.each([
  ['/api', { path: '/api', query: '' }],
  ['/api?', { path: '/api', query: '' }],
  ['/api?a=1&b', { path: '/api', query: 'a=1&b' }],
  ['/api?labelSelector=a?&watch=true', { path: '/api', query: 'labelSelector=a?&watch=true' }],
])('splits %s at its first question mark', (target, parts) => {
  expect(splitTarget(target)).toEqual(parts);
});
