import { type Operation, OPERATIONS } from '../../../spec/surface/operations.ts';
import { RESOURCES } from '../../../spec/surface/resources.ts';
import { saysAbsent } from '../../oracle/exchanges/absence.ts';
import { at, textAt, listAt } from '../../oracle/json.ts';
import type { ProbeContext } from './probe-context.ts';
import { isSuccess, send } from '../removal/removal.ts';

/** The group-versions of the document that a target does not serve. */
export interface AbsentGroups {
  /** Path prefixes: `/apis/batch/v2alpha1`. */
  readonly prefixes: ReadonlySet<string>;
  /** One line for all of them, so reports can fold the pairs that they block. */
  readonly evidence: string;
}

/** Without the core group a run cannot judge anything, so it never counts as absent. */
const CORE = '/api/v1';

/**
 * Finds the group-versions among these operations that a target does not serve: discovery and the lists of all their
 * resources return 404 or 410. A target without discovery serves a group-version if one of its lists returns anything else.
 */
export async function findAbsentGroups(context: ProbeContext, operations: readonly Operation[]): Promise<AbsentGroups> {
  const asked = [...new Set(operations.map(prefixOf))].filter((prefix) => prefix !== CORE);
  const absent = (await Promise.all(asked.map(async (prefix) => ((await isAbsent(prefix, context)) ? [prefix] : []))))
    .flat()
    .toSorted();
  if (absent.length === 0) return { prefixes: new Set(), evidence: '' };
  const others = await otherVersions(absent, context);
  const instead = others.length === 0 ? '' : `; it serves ${others.join(', ')}`;
  return {
    prefixes: new Set(absent),
    evidence: `the target does not serve ${absent.map(groupVersion).join(', ')}: GET ${absent[0] ?? ''} found nothing, and neither did any list${instead}`,
  };
}

/** The group-version's path prefix: `/apis/apps/v1beta1`. */
export function prefixOf({ path }: Operation): string {
  return RESOURCES.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))?.prefix ?? CORE;
}

async function isAbsent(prefix: string, { target, recorder, slot }: ProbeContext): Promise<boolean> {
  const isNotFound = async (path: string): Promise<boolean> =>
    saysAbsent((await send(target, recorder, 'GET', path)).status);
  if (!(await isNotFound(prefix))) return false;
  const lists = OPERATIONS.filter((operation) => operation.verb === 'list' && prefixOf(operation) === prefix).map(
    ({ path }) => path.replace('{namespace}', encodeURIComponent(slot.ns1)),
  );
  return (await Promise.all(lists.map(isNotFound))).every((missing) => missing);
}

/** Versions of the same API groups that the target serves and the document does not have: `apps/v1`. */
async function otherVersions(absent: readonly string[], { target, recorder }: ProbeContext): Promise<string[]> {
  const response = await send(target, recorder, 'GET', '/apis');
  const groups = isSuccess(response) ? at(response.body?.value, 'groups') : undefined;
  const names = new Set(absent.map((prefix) => groupVersion(prefix).split('/')[0]));
  const known = new Set(RESOURCES.map(({ apiVersion }) => apiVersion));
  return listAt(groups)
    .filter((group) => names.has(textAt(group, 'name') ?? ''))
    .flatMap((group) => listAt(group, 'versions'))
    .flatMap((version) => textAt(version, 'groupVersion') ?? [])
    .filter((each) => !known.has(each));
}

function groupVersion(prefix: string): string {
  return prefix.replace(/^\/apis\//, '');
}
