import { matchPath } from '../../spec/surface/match-path.ts';
import { RESOURCES } from '../../spec/surface/resources.ts';
import type { Left } from '../drivers/ledger.ts';
import { connectionFlags } from '../target/printed-connection.ts';
import type { Flags } from './flags.ts';
import { targetOptions } from './target-options.ts';

/** How many of the objects that are left are named. */
const NAMED = 3;

/** Whether the run judges a reference server of its own, which ends with it and leaves nothing. */
export function hasOwnServer({ target, kubeconfig }: Flags): boolean {
  return target === undefined && kubeconfig === undefined;
}

/** The command that removes, at any later time, what a run left on the target of these flags. */
export function cleanUpCommand(run: string, flags: Flags): string {
  const confined = flags.namespace === undefined ? [] : [`--namespace ${flags.namespace}`];
  return [`pnpm conformance --clean-up ${run}`, ...connectionFlags(targetOptions(flags)), ...confined].join(' ');
}

/**
 * One line about the objects that are left on the target, with the command that removes them; none if nothing is left.
 *
 *     1 namespace and 12 pods may be left: /api/v1/namespaces/plumbline-p4f2a1-0-ns1, ... and 10 more (DELETE answered 500, and it is still there). Remove them: pnpm conformance --clean-up p4f2a1 --target http://127.0.0.1:8001
 */
export function leftBehind(left: readonly Left[], command: string | undefined): readonly string[] {
  const [first] = left;
  if (first === undefined) return [];
  const named = left
    .slice(0, NAMED)
    .map(({ path }) => path)
    .join(', ');
  const more = left.length > NAMED ? ` and ${left.length - NAMED} more` : '';
  const mend = command === undefined ? '' : ` Remove them: ${command}`;
  return [`${countedByKind(left.map(({ path }) => path))} may be left: ${named}${more} (${first.why}).${mend}`];
}

/** `1 namespace and 12 pods`, of paths; an object that is served under two versions counts once. */
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
