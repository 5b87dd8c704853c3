import { AsyncResource } from 'node:async_hooks';

type Bound = (this: unknown, ...args: unknown[]) => unknown;

/**
 * Has `AsyncResource.prototype.bind` make functions without the property `asyncResource`, which is deprecated and which later releases of Node leave out. Earlier
 * ones make two accessors for it each time, in such a way that all that is bound stays in memory until the next full collection. As `node:http2` binds something for each
 * stream, each call of an etcd had its whole stream kept for it, and a write took a tenth more processor time. All else is as before: what is called with what, and in which scope.
 * Does nothing where it was called before, or need not be.
 */
export function bindLeanly(): void {
  const { prototype } = AsyncResource;
  const { bind } = prototype;
  if (
    !Object.hasOwn(
      new AsyncResource('Probe').bind(() => undefined),
      'asyncResource',
    )
  )
    return;
  prototype.bind = function boundBy(this: AsyncResource, fn: Bound, thisArg?: unknown) {
    // It says what is wrong with what is no function.
    if (typeof fn !== 'function') return bind.call(this, fn);
    const run = this.runInAsyncScope.bind(this, fn);
    const bound: Bound = function bound(...args) {
      return run(thisArg ?? this, ...args);
    };
    return Object.defineProperty(bound, 'length', { value: fn.length });
  } as typeof bind;
}
