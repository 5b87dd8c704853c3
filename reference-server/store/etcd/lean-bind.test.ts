import { AsyncLocalStorage, AsyncResource, executionAsyncId } from 'node:async_hooks';
import { expect, it } from 'vitest';
import { bindLeanly } from './lean-bind.ts';

bindLeanly();
bindLeanly();

it('binds without an own property', () => {
  const bound = new AsyncResource('Test').bind(() => undefined);
  expect(Object.hasOwn(bound, 'asyncResource')).toBe(false);
});

it('calls a bound function with the same arguments and receiver, in the scope of the resource', () => {
  const storage = new AsyncLocalStorage<string>();
  const resource = storage.run('inside', () => new AsyncResource('Test'));
  const seen = function seen(this: unknown, a: number, b: number): unknown {
    return [this, a, b, executionAsyncId(), storage.getStore()];
  };
  const bound = resource.bind(seen);
  const receiver = { bound };
  expect(receiver.bound(1, 2)).toEqual([receiver, 1, 2, resource.asyncId(), 'inside']);
  expect(bound).toHaveLength(2);
  expect(Reflect.apply(resource.bind, resource, [seen, 'own'])(1, 2)).toEqual([
    'own',
    1,
    2,
    resource.asyncId(),
    'inside',
  ]);
});

it('passes exceptions on, and accepts only functions', () => {
  const resource = new AsyncResource('Test');
  expect(
    resource.bind(() => {
      throw new Error('mine');
    }),
  ).toThrow('mine');
  expect(() => resource.bind('x' as never)).toThrow(TypeError);
});
