import type { ExchangeRecorder } from '../target/recorder.ts';
import type { Target } from '../target/target.ts';
import { NAMESPACES } from './namespace-refusal.ts';
import { send } from './removal.ts';
import { createNamespace } from './slots.ts';

/** Whether the target no longer knows a namespace that the run made, as after a start with an empty store. */
export async function someNamespaceIsGone(
  target: Target,
  recorder: ExchangeRecorder,
  names: readonly string[],
): Promise<boolean> {
  const [name] = names;
  return name !== undefined && (await send(target, recorder, 'GET', `${NAMESPACES}/${name}`)).status === 404;
}

/** Makes the namespaces of a run again where they are gone. One that is still there is refused, and stays as it is. */
export async function restoreNamespaces(
  target: Target,
  recorder: ExchangeRecorder,
  run: string,
  names: readonly string[],
): Promise<void> {
  if (await someNamespaceIsGone(target, recorder, names))
    await Promise.all(names.map((name) => createNamespace(target, recorder, { run }, name)));
}
