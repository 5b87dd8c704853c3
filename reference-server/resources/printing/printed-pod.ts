import type { ApiObject } from '../api-object.ts';
import { isMembers, items, members, type Members, number, text } from '../values/json-members.ts';
import { spec, status } from './printed-cells.ts';

const statuses = (object: ApiObject, list: string): readonly Members[] => items(status(object)[list]).map(members);
const restartsOf = (containers: readonly Members[]): number =>
  containers.reduce((sum, each) => sum + number(each['restartCount']), 0);
const stateOf = (container: Members, name: string): Members => members(members(container['state'])[name]);
const isDone = (container: Members): boolean =>
  isMembers(members(container['state'])['terminated']) && number(stateOf(container, 'terminated')['exitCode']) === 0;

/** The number of ready containers: `1/2`. */
export function readyContainers(object: ApiObject): string {
  return `${statuses(object, 'containerStatuses').filter((each) => each['ready'] === true).length}/${items(spec(object)['containers']).length}`;
}

/**
 * The state of a pod in the words of command lines: the progress of its init containers, the reason why a container
 * waits or ended, else the phase.
 *
 *     Init:1/2    Init:CrashLoopBackOff    ErrImagePull    Completed    Running    Terminating
 */
export function podState(object: ApiObject): string {
  if (object.metadata.deletionTimestamp !== undefined) return 'Terminating';
  const inits = statuses(object, 'initContainerStatuses');
  const current = inits.findIndex((each) => !isDone(each));
  return current < 0
    ? stateOfContainers(object)
    : `Init:${stateOfInit(inits[current] ?? {}) || `${current}/${items(spec(object)['initContainers']).length}`}`;
}

/** Why an init container waits or has failed; empty if it runs, or waits for its turn. */
function stateOfInit(container: Members): string {
  const { terminated } = members(container['state']);
  if (isMembers(terminated)) return text(terminated['reason']) || `ExitCode:${number(terminated['exitCode'])}`;
  const reason = text(stateOf(container, 'waiting')['reason']);
  return reason === 'PodInitializing' ? '' : reason;
}

function stateOfContainers(object: ApiObject): string {
  const containers = statuses(object, 'containerStatuses');
  const reasons = containers.map(
    (each) => text(stateOf(each, 'waiting')['reason']) || text(stateOf(each, 'terminated')['reason']),
  );
  const reason =
    reasons.find((each) => each !== '') ?? (text(status(object)['reason']) || text(status(object)['phase']));
  const goesOn =
    reason === 'Completed' &&
    containers.some((each) => each['ready'] === true && isMembers(members(each['state'])['running']));
  return goesOn ? 'NotReady' : reason;
}

/** The restarts of containers: of the init containers until they are done, then of the others. */
export function podRestarts(object: ApiObject): number {
  const inits = statuses(object, 'initContainerStatuses');
  return restartsOf(inits.every(isDone) ? statuses(object, 'containerStatuses') : inits);
}
