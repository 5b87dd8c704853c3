import type { DiscoveredResource } from './discovered-resource.ts';

/** A subresource that proxies connections to a container or a node; it has no verbs. */
function connected(name: string, kind: string, namespaced = true): DiscoveredResource {
  return { name, singularName: '', namespaced, kind, verbs: [] };
}

/** By group-version path, the entries of the real system beyond resources and their writable subresources. */
export const CONNECTED: ReadonlyMap<string, readonly DiscoveredResource[]> = new Map([
  [
    '/api/v1',
    [
      { name: 'bindings', singularName: '', namespaced: true, kind: 'Binding', verbs: ['create'] },
      connected('nodes/proxy', 'Node', false),
      connected('pods/attach', 'Pod'),
      connected('pods/exec', 'Pod'),
      { ...connected('pods/log', 'Pod'), verbs: ['get'] },
      connected('pods/portforward', 'Pod'),
      connected('pods/proxy', 'Pod'),
      connected('services/proxy', 'Service'),
    ],
  ],
]);

/** Lists that do not name their version. */
export const UNVERSIONED: ReadonlySet<string> = new Set(['/api/v1', '/apis/extensions/v1beta1']);

const PROXIED: ReadonlySet<string> = new Set(['nodes', 'pods', 'services']);
const WITHOUT_SHORT_NAME: ReadonlySet<string> = new Set(['cronjobs', 'services']);
const NOT_IN_ALL: ReadonlySet<string> = new Set(['cronjobs', 'daemonsets', 'services']);

/**
 * The entry of a resource in that era: fewer names, an additional verb for proxied connections, and an empty kind
 * for resources that only have subresources.
 */
export function entryOfThatEra({ shortNames, categories, verbs, ...entry }: DiscoveredResource): DiscoveredResource {
  if (verbs.length === 0) return { ...entry, kind: `${entry.kind}Dummy`, verbs };
  const named = shortNames === undefined || WITHOUT_SHORT_NAME.has(entry.name) ? {} : { shortNames };
  const grouped = categories === undefined || NOT_IN_ALL.has(entry.name) ? {} : { categories };
  const kind = entry.name.startsWith('scheduledjobs') ? 'ScheduledJob' : entry.kind;
  return { ...entry, kind, verbs: PROXIED.has(entry.name) ? [...verbs, 'proxy'].sort() : verbs, ...named, ...grouped };
}
