import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { callOf } from './classify.ts';

function call(method: string, target: string): ReturnType<typeof callOf> {
  const url = new URL(target, 'http://x');
  return callOf(method, url.pathname, url.searchParams);
}

describe('the call of a request', () => {
  it('is the operation whose method and path it has, for every operation of the surface', () => {
    for (const operation of OPERATIONS) {
      const found = call(operation.method, operation.path.replace('{namespace}', 'n%2Bs').replace('{name}', 'a%2Fb'));
      expect(found?.operation).toBe(operation);
      expect(found).toMatchObject({
        verb: operation.verb,
        namespace: operation.path.includes('{namespace}') ? 'n+s' : undefined,
        name: operation.path.includes('{name}') ? 'a/b' : undefined,
        watching: operation.verb.startsWith('watch'),
      });
    }
  });

  it.each([
    ['/api/v1/namespaces/a/pods?watch=true', 'watchList', 'GET /api/v1/namespaces/{namespace}/pods', undefined],
    [
      '/api/v1/namespaces/a/pods?watch=1&fieldSelector=metadata.name%3Dp',
      'watch',
      'GET /api/v1/namespaces/{namespace}/pods',
      'p',
    ],
    [
      '/api/v1/namespaces/a/pods?watch=&fieldSelector=metadata.name%3Dp,spec.nodeName%3Dx',
      'watchList',
      'GET /api/v1/namespaces/{namespace}/pods',
      undefined,
    ],
    [
      '/api/v1/namespaces/a/pods?watch=yes&fieldSelector=metadata.name!%3Dp',
      'watchList',
      'GET /api/v1/namespaces/{namespace}/pods',
      undefined,
    ],
    ['/api/v1/pods?watch=true&fieldSelector=metadata.name%3Dp', 'watchAll', 'GET /api/v1/pods', undefined],
    ['/api/v1/namespaces?watch=true', 'watchList', 'GET /api/v1/namespaces', undefined],
  ])('of %s is %s on the list row', (target, verb, id, name) => {
    expect(call('GET', target)).toMatchObject({ verb, operation: { id }, name, watching: true });
  });

  it.each(['/api/v1/pods?watch=false', '/api/v1/pods?watch=0', '/api/v1/pods?watch=FALSE', '/api/v1/pods'])(
    'of %s is not a watch',
    (target) => {
      expect(call('GET', target)).toMatchObject({ verb: 'listAll', watching: false });
    },
  );

  it('of one object is not a watch, whatever its parameters are', () => {
    expect(call('GET', '/api/v1/namespaces/a/pods/p?watch=true')).toMatchObject({ verb: 'get', watching: false });
  });

  it('ignores one slash at the end', () => {
    expect(call('GET', '/api/v1/pods/')?.verb).toBe('listAll');
  });

  it.each([
    ['GET', '/'],
    ['GET', '/api'],
    ['GET', '/api/v1/namespaces/a/unicorns'],
    ['GET', '/api/v1/namespaces/a/pods/p/log'],
    ['GET', '/api/v1//pods'],
    ['GET', '/api/v1/namespaces/%ZZ/pods'],
    ['GET', '/api/v1/constructor'],
    ['POST', '/api/v1/pods'],
    ['HEAD', '/api/v1/pods'],
  ])('is absent for %s %s', (method, path) => {
    expect(callOf(method, path, new URLSearchParams())).toBeUndefined();
  });
});
