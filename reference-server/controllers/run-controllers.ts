import type { StoredObject } from '../objects/stored-object.ts';
import type { Store } from '../store/store.ts';
import type { Controller } from './controller.ts';

/** Shows every change of the store to every controller until the signal aborts. */
export async function runControllers(store: Store<StoredObject>, controllers: readonly Controller[], signal: AbortSignal): Promise<void> {
  for await (const changes of store.watch('', { after: 0, signal })) {
    for (const change of changes) for (const controller of controllers) controller.see(change);
  }
}
