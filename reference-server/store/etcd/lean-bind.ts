import { AsyncResource } from 'node:async_hooks';

type BoundFunction = (this: unknown, ...args: unknown[]) => unknown;

/**
 * Patches `AsyncResource.prototype.bind` to omit the deprecated property `asyncResource`, which later releases of
 * Node omit too. Earlier releases define two accessors on each bound function, which keep all that is bound in
 * memory until the next full collection. `node:http2` binds a function per stream, so each etcd call kept its whole
 * stream, and a write took a tenth more processor time. Arguments, results and scope of the call stay the same. Does
 * nothing if already patched or not needed.
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
  prototype.bind = function boundBy(this: AsyncResource, fn: BoundFunction, thisArg?: unknown) {
    // Node's own `bind` reports an argument that is no function.
    if (typeof fn !== 'function') return bind.call(this, fn);
    const run = this.runInAsyncScope.bind(this, fn);
    const bound: BoundFunction = function bound(...args) {
      return run(thisArg ?? this, ...args);
    };
    return Object.defineProperty(bound, 'length', { value: fn.length });
  } as typeof bind;
}
