import { typedCommand } from '../../../shared/process/command-name.ts';
import { matchPath } from '../../../spec/surface/match-path.ts';
import { RESOURCES } from '../../../spec/surface/resources.ts';
import { BEING_DELETED, type Left } from '../../drivers/removal/ledger.ts';
import { connectionFlags } from '../../target/printed-connection.ts';
import type { ConformanceFlags } from '../settings/flags.ts';
import { targetOptions } from '../settings/target-options.ts';

/** The number of left objects that a message names. */
const NAMED = 3;

/** Whether the run judges a reference server of its own, which ends with it and leaves nothing. */
export function hasOwnServer({ target, kubeconfig }: ConformanceFlags): boolean {
  return target === undefined && kubeconfig === undefined;
}

/** The command that removes a run's leftovers from the target of these flags, at any later time. */
export function cleanUpCommand(run: string, flags: ConformanceFlags): string {
  const confined = flags.namespace === undefined ? [] : [`--namespace ${flags.namespace}`];
  return [
    `${typedCommand('conformance')} --clean-up ${run}`,
    ...connectionFlags(targetOptions(flags)),
    ...confined,
  ].join(' ');
}

/**
 * Lines about the objects left on the target, with the command that removes them; none if nothing is left. Objects
 * that the server is deleting have a line of their own: a controller removes them after the end of the run.
 *
 *     1 namespace and 12 pods may be left: /api/v1/namespaces/plumbline-p4f2a1-0-ns1, ... and 10 more (DELETE returned 500, and it is still there). Remove them: pnpm conformance --clean-up p4f2a1 --target http://127.0.0.1:8001
 *     The server was still deleting 48 namespaces when the run ended: ... If they stay: pnpm conformance --clean-up p4f2a1 --target http://127.0.0.1:8001
 */
export function leftBehind(left: readonly Left[], command: string | undefined): readonly string[] {
  const leaving = left.filter(({ why }) => why === BEING_DELETED);
  const staying = left.filter(({ why }) => why !== BEING_DELETED);
  const [first] = staying;
  const lines: string[] = [];
  if (first !== undefined)
    lines.push(`${countedOf(staying)} may be left: ${namedOf(staying)} (${first.why}).${then('Remove them', command)}`);
  if (leaving.length > 0)
    lines.push(
      `The server was still deleting ${countedOf(leaving)} when the run ended: ${namedOf(leaving)}.${then('If they stay', command)}`,
    );
  return lines;
}

function countedOf(left: readonly Left[]): string {
  return countedByKind(left.map(({ path }) => path));
}

/** The first few paths, and the number of others. */
function namedOf(left: readonly Left[]): string {
  const named = left.slice(0, NAMED).map(({ path }) => path);
  return `${named.join(', ')}${left.length > NAMED ? ` and ${left.length - NAMED} more` : ''}`;
}

function then(what: string, command: string | undefined): string {
  return command === undefined ? '' : ` ${what}: ${command}`;
}

/** Counts paths by kind, as in `1 namespace and 12 pods`; an object that is served under two versions counts once. */
export function countedByKind(paths: readonly string[]): string {
  const names = new Map<string, Set<string>>();
  for (const path of paths) {
    const plural = path.split('/').at(-2) ?? '';
    const { namespace = '', name = '' } = matchPath(path) ?? {};
    names.set(plural, (names.get(plural) ?? new Set()).add(`${namespace}/${name}`));
  }
  const counts = [...names]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([plural, { size }]) => (size === 1 ? `1 ${kindOf(plural)}` : `${size} ${plural}`));
  const last = counts.pop() ?? 'nothing';
  return counts.length === 0 ? last : `${counts.join(', ')} and ${last}`;
}

function kindOf(plural: string): string {
  return RESOURCES.find((resource) => resource.plural === plural)?.kind.toLowerCase() ?? plural;
}
