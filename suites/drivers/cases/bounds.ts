import { matchPath } from '../../../spec/surface/match-path.ts';
import type { CallStep, WatchStep } from '../../program/program.ts';
import { isConfined, isNamed, type SlotNamespaces } from '../namespaces/slot-namespaces.ts';
import { splitTarget } from '../../../shared/exchange-log/split-target.ts';

/**
 * A run confined to one shared namespace leaves out steps that reach beyond it. Programs are generated without
 * regard to the bound; the checks judge the remaining steps.
 */
const OUT_OF_BOUNDS = 'reaches beyond the one namespace that the run may use';

/** Why a step may not be sent at all; `undefined` if it may. */
export function outOfBounds({ verb, namespace }: CallStep | WatchStep, slot: SlotNamespaces): string | undefined {
  if (!isConfined(slot) || verb === 'discover') return undefined;
  return namespace === undefined || isNamed(namespace) || slot[namespace] === undefined ? OUT_OF_BOUNDS : undefined;
}

/** A write before it is sent. */
export interface WriteCall {
  readonly method: string;
  readonly path: string;
  readonly target: string;
}

/** Decides which objects a case may write: those whose name begins with its id, or that it has created, by path. */
export interface Owner {
  readonly run: string;
  readonly caseId: string;
  readonly created: ReadonlySet<string>;
}

/** Why a write could touch foreign objects in a shared namespace; `undefined` if it cannot. */
export function trespass({ method, path, target }: WriteCall, { run, caseId, created }: Owner): string | undefined {
  if (method === 'GET' || method === 'POST') return undefined;
  const name = matchPath(path)?.name;
  if (name !== undefined)
    return name.startsWith(caseId) || created.has(path) ? undefined : `writes ${path}, which is not of this case`;
  if (method !== 'DELETE') return undefined;
  return selectsOwnOnly(target, run, caseId)
    ? undefined
    : 'deletes a collection without selecting the objects of this run';
}

/** A list with the selection of a collection delete; `undefined` for every other call. */
export function selectionOf({ method, path, target }: WriteCall): string | undefined {
  if (method !== 'DELETE' || matchPath(path)?.name !== undefined) return undefined;
  const query = new URLSearchParams(splitTarget(target).query);
  const kept = [...query].filter(([name]) => name === 'labelSelector' || name === 'fieldSelector');
  return `${path}?${new URLSearchParams(kept).toString()}`;
}

/** Whether a label selector, given once, requires the label of this run or of this case. */
function selectsOwnOnly(target: string, run: string, caseId: string): boolean {
  const [selector = '', ...more] = new URLSearchParams(splitTarget(target).query).getAll('labelSelector');
  const demands = new Set(
    selector
      .replaceAll(/\([^)]*\)/g, '')
      .split(',')
      .map((demand) => demand.trim().replace(/\s*==?\s*/, '=')),
  );
  return more.length === 0 && (demands.has(`plumbline-run=${run}`) || demands.has(`plumbline-case=${caseId}`));
}
