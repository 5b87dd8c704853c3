import { setTimeout as sleep } from 'node:timers/promises';
import type { ExchangeRecorder } from '../../target/recorder.ts';
import type { Response, Target } from '../../target/target.ts';
import { TargetError } from '../../target/target-error.ts';
import { NAMESPACES, namespaceRefusal } from './namespace-refusal.ts';
import { isSuccess, send } from '../removal/removal.ts';
import { RUN_LABEL } from './run-objects.ts';
import type { NamespaceSlot } from '../../program/program.ts';
import type { SlotNamespaces } from './slot-namespaces.ts';

export interface SlotRequest {
  /** Short name of the run, a DNS label. */
  readonly run: string;
  /** The number of concurrent cases. */
  readonly count: number;
  /** Prefix of the namespaces' names: `<prefix>-<run>-<slot>-ns1`. */
  readonly prefix: string;
  /** The rules that cannot be judged without namespaces, for the message: `298 of 330 rules need a namespace`. */
  readonly needed: string;
  /** The only namespace that the run may use, shared with others: nothing outside of it is created, read or removed. */
  readonly namespace?: string;
  /**
   * Receives the name of each namespace that may exist from now on, and loses it if the target refuses to create it.
   */
  readonly made?: Set<string>;
}

/**
 * Creates the namespaces of a run, labelled with it, three for each slot. Throws a `TargetError` if the target
 * refuses, and leaves the created ones. Waits for the service account that real systems add to a new namespace. With
 * a given namespace, all slots share it and nothing is sent.
 */
export async function prepareSlots(
  target: Target,
  recorder: ExchangeRecorder,
  request: SlotRequest,
): Promise<readonly SlotNamespaces[]> {
  const { namespace } = request;
  if (namespace !== undefined) return Array.from({ length: request.count }, () => ({ ns1: namespace }));
  const namespaces = Array.from({ length: request.count }, (_, slot) => slotNamespaces(request, slot));
  const names = namespaces.flatMap((slot) => Object.values(slot));
  const refusal = await createAll(target, recorder, request, names);
  if (refusal !== undefined)
    throw new TargetError(
      'no-namespaces',
      await namespaceRefusal({ target, recorder, run: request.run, needed: request.needed }, refusal),
    );
  await Promise.all(names.map((name) => awaitServiceAccount(target, recorder, name)));
  return namespaces;
}

/** Returns the first refusal; the first namespace is tried alone. */
async function createAll(
  target: Target,
  recorder: ExchangeRecorder,
  request: SlotRequest,
  [first = '', ...others]: readonly string[],
): Promise<Response | undefined> {
  const tried: Tried[] = [await createNamespace(target, recorder, request, first)];
  if (tried.every(({ response }) => isSuccess(response)))
    tried.push(...(await Promise.all(others.map((name) => createNamespace(target, recorder, request, name)))));
  return tried.find(({ response }) => !isSuccess(response))?.response;
}

interface Tried {
  readonly name: string;
  readonly response: Response;
}

function slotNamespaces({ prefix, run }: SlotRequest, slot: number): Readonly<Record<NamespaceSlot, string>> {
  const begin = `${prefix}-${run}-${slot}`;
  return { ns1: `${begin}-ns1`, ns11: `${begin}-ns11`, ns2: `${begin}-ns2` };
}

/** Creates a namespace with the run's label. */
export async function createNamespace(
  target: Target,
  recorder: ExchangeRecorder,
  { run, made }: Pick<SlotRequest, 'run' | 'made'>,
  name: string,
): Promise<Tried> {
  const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: { [RUN_LABEL]: run } } };
  made?.add(name);
  const response = await send(target, recorder, 'POST', NAMESPACES, JSON.stringify(body));
  if (!isSuccess(response) && response.status !== undefined) made?.delete(name);
  return { name, response };
}

const PATIENCE = { times: 50, ms: 100 } as const;

/**
 * Real systems refuse pods until a controller has created the namespace's `default` service account; others have
 * none.
 */
async function awaitServiceAccount(target: Target, recorder: ExchangeRecorder, namespace: string): Promise<void> {
  const made = async (of: string): Promise<boolean> =>
    isSuccess(await send(target, recorder, 'GET', `${NAMESPACES}/${of}/serviceaccounts/default`));
  if (!(await made('default'))) return;
  for (let tries = 0; tries < PATIENCE.times && !(await made(namespace)); tries += 1) await sleep(PATIENCE.ms);
}
