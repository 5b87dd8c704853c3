import { setTimeout as sleep } from 'node:timers/promises';
import type { Operation } from '../../spec/surface/operations.ts';
import { operationFor } from '../../spec/surface/operations.ts';
import type { Resource } from '../../spec/surface/resources.ts';
import { RESOURCES } from '../../spec/surface/resources.ts';
import type { Json } from '../oracle/json.ts';
import { at, textAt } from '../oracle/json.ts';
import type { ExchangeRecorder } from '../target/recorder.ts';
import type { Target } from '../target/target.ts';
import { Ledger } from './ledger.ts';
import { finalizersOf, isLeaving, isSuccess, removeAll, send } from './removal.ts';
import type { PreparedSlots } from './slots.ts';

const NAMESPACES = '/api/v1/namespaces';

/**
 * Clears the stage when a run is over: removes, one by one, what is in the run's namespaces, then the namespaces, then what is
 * cluster-scoped and begins with the run's name. Deletes nothing else: in a namespace that was not the run's own only what carries its
 * label or name, and nothing that is in no namespace. Resolves with one line for each thing that is still there and is not on its way out.
 */
export async function sweep(target: Target, recorder: ExchangeRecorder, run: string, slots: PreparedSlots): Promise<string[]> {
  const ledger = new Ledger();
  const namespaces = [...new Set(slots.namespaces.flatMap((slot) => Object.values(slot)))];
  const ours = (item: Json): boolean => slots.owned || isOfRun(item, run);
  await Promise.all(RESOURCES.filter(({ namespaced }) => namespaced).map((resource) => sweepResource(resource, namespaces, ours, target, recorder, ledger)));
  if (slots.owned) {
    await removeAll(namespaces.map((name) => `${NAMESPACES}/${name}`), target, recorder, owing(ledger, namespaces), true);
    await Promise.all(namespaces.map((name) => forgetContents(name, target, recorder, ledger)));
  }
  if (!slots.owned) return ledger.leftovers();
  await Promise.all(RESOURCES.filter(({ namespaced }) => !namespaced).map((resource) => sweepClusterScoped(resource, run, target, recorder, ledger)));
  return [...ledger.leftovers(), ...(await namespacesOnTheirWay(target, recorder, run))];
}

/** How long control loops are given to empty namespaces and let them go. */
const PATIENCE = { times: 5, ms: 200 } as const;

/** Namespaces that are being deleted go when a control loop has emptied them; where none does, one line says how many stay. */
async function namespacesOnTheirWay(target: Target, recorder: ExchangeRecorder, run: string): Promise<string[]> {
  const leaving = async (): Promise<Json[]> => (await listed(NAMESPACES, target, recorder)).filter((item) => isOfRun(item, run) && isLeaving(item));
  let left = await leaving();
  for (let tries = 0; left.length > 0 && tries < PATIENCE.times; tries += 1) {
    await sleep(PATIENCE.ms);
    left = await leaving();
  }
  const [first] = left;
  if (first === undefined) return [];
  const which = left.length === 1 ? 'is 1 namespace' : `are ${left.length} namespaces`;
  return [`${NAMESPACES}/${nameOf(first)}${left.length === 1 ? '' : ' and others'}: deleted, yet there ${which} of the run that no control loop of the target has let go`];
}

/** What a namespace held may be gone with it, also what could not be removed one by one. */
async function forgetContents(namespace: string, target: Target, recorder: ExchangeRecorder, ledger: Ledger): Promise<void> {
  const held = ledger.paths().filter((path) => path.includes(`/namespaces/${encodeURIComponent(namespace)}/`));
  if (held.length === 0 || (await send(target, recorder, 'GET', `${NAMESPACES}/${encodeURIComponent(namespace)}`)).status !== 404) return;
  await Promise.all(held.map((path) => forgetIfGone(path, target, recorder, ledger)));
}

/** Where the target serves no get of the thing, its namespace has the last word. */
async function forgetIfGone(path: string, target: Target, recorder: ExchangeRecorder, ledger: Ledger): Promise<void> {
  const { status } = await send(target, recorder, 'GET', path);
  if (status === 404 || status === 405) ledger.removed(path);
}

function owing(ledger: Ledger, namespaces: readonly string[]): Ledger {
  for (const name of namespaces) ledger.created(`${NAMESPACES}/${name}`);
  return ledger;
}

async function sweepResource(
  resource: Resource,
  namespaces: readonly string[],
  ours: (item: Json) => boolean,
  target: Target,
  recorder: ExchangeRecorder,
  ledger: Ledger,
): Promise<void> {
  const operation = operationFor(resource.id, 'list');
  if (operation === undefined) return;
  for (const namespace of namespaces) {
    const collection = operation.path.replace('{namespace}', encodeURIComponent(namespace));
    const items = (await listed(collection, target, recorder)).filter(ours);
    await removeItems(collection, items, target, recorder, ledger);
  }
}

async function sweepClusterScoped(resource: Resource, run: string, target: Target, recorder: ExchangeRecorder, ledger: Ledger): Promise<void> {
  const operation: Operation | undefined = operationFor(resource.id, 'list');
  if (operation === undefined) return;
  const items = (await listed(operation.path, target, recorder)).filter((item) => nameOf(item).startsWith(`${run}-`));
  await removeItems(operation.path, items, target, recorder, ledger);
}

/** Items that are on their way out by themselves are left to it. */
async function removeItems(collection: string, items: readonly Json[], target: Target, recorder: ExchangeRecorder, ledger: Ledger): Promise<void> {
  const present = items.filter((item) => !isLeaving(item));
  const paths = present.map((item) => `${collection}/${encodeURIComponent(nameOf(item))}`);
  for (const path of paths) ledger.created(path);
  await removeAll(paths, target, recorder, ledger, present.some((item) => finalizersOf(item).length > 0));
}

async function listed(collection: string, target: Target, recorder: ExchangeRecorder): Promise<readonly Json[]> {
  const answer = await send(target, recorder, 'GET', collection);
  const items = isSuccess(answer) ? at(answer.body?.value, 'items') : undefined;
  return Array.isArray(items) ? (items as readonly Json[]).filter((item) => nameOf(item) !== '') : [];
}

function isOfRun(item: Json, run: string): boolean {
  return nameOf(item).startsWith(`${run}-`) || textAt(item, 'metadata', 'labels', 'plumbline-run') === run;
}

function nameOf(item: Json): string {
  return textAt(item, 'metadata', 'name') ?? '';
}
