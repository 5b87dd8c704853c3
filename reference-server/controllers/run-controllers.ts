import type { StoredObject } from '../objects/stored-object.ts';
import type { Store } from '../store/store.ts';
import type { Controller } from './runtime/controller.ts';

/** Passes the contents of the store and then every change to every controller until the signal aborts. */
export async function runControllers(
  store: Store<StoredObject>,
  controllers: readonly Controller[],
  signal: AbortSignal,
): Promise<void> {
  const { entries, revision } = await store.range('');
  for (const entry of entries)
    for (const controller of controllers) controller.see({ type: 'put', entry, previous: undefined });
  for (const controller of controllers) controller.caughtUp?.(revision);
  for await (const changes of store.watch('', { after: revision, signal, condensed: true })) {
    for (const change of changes) for (const controller of controllers) controller.see(change);
  }
}
