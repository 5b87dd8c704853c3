import { saysAbsent } from '../../oracle/exchanges/absence.ts';
import { at, type Json, textAt } from '../../oracle/json.ts';
import type { ExchangeRecorder } from '../../target/recorder.ts';
import type { Target } from '../../target/target.ts';
import { NAMESPACES } from './namespace-refusal.ts';
import { isSuccess, send } from '../removal/removal.ts';
import { createNamespace } from './slots.ts';

/**
 * Whether a namespace of the run is missing, as after a restart with an empty store. The list decides: the tables of the
 * document lack the GET of one namespace, so 404 can be about the path.
 */
export async function someNamespaceIsGone(
  target: Target,
  recorder: ExchangeRecorder,
  names: readonly string[],
): Promise<boolean> {
  const [name] = names;
  if (name === undefined || !saysAbsent((await send(target, recorder, 'GET', `${NAMESPACES}/${name}`)).status))
    return false;
  const list = await send(target, recorder, 'GET', NAMESPACES);
  const items = isSuccess(list) ? at(list.body?.value, 'items') : undefined;
  return !Array.isArray(items) || !(items as Json[]).some((item) => textAt(item, 'metadata', 'name') === name);
}

/** Creates the missing namespaces of a run. The server refuses those that still exist, which changes nothing. */
export async function restoreNamespaces(
  target: Target,
  recorder: ExchangeRecorder,
  run: string,
  names: readonly string[],
): Promise<void> {
  if (await someNamespaceIsGone(target, recorder, names))
    await Promise.all(names.map((name) => createNamespace(target, recorder, { run }, name)));
}
