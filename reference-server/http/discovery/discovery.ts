import type { DiscoveredResource } from './discovered-resource.ts';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { API_VERBS } from '../../../spec/surface/operations.ts';
import type { Resource } from '../../../spec/surface/resources.ts';
import { LATER_GROUP_VERSIONS } from '../../resources/served-resources.ts';
import { scaleTypeOf } from '../../resources/scale.ts';
import { CONNECTED, UNVERSIONED, entryOfThatEra } from './discovery-of-that-era.ts';
import { resourcesOf, type RouteRow, type RouteVerb } from '../routing/routes.ts';

const DISCOVERY_VERBS: Readonly<Record<RouteVerb, string>> = {
  ...API_VERBS,
  finalize: 'update',
  getScale: 'get',
  replaceScale: 'update',
  patchScale: 'patch',
  bind: 'create',
  createBinding: 'create',
  evict: 'create',
  rollback: 'create',
};

/** Short names of resources for command lines, by plural. */
const SHORT_NAMES: ReadonlyMap<string, string> = new Map([
  ['configmaps', 'cm'],
  ['cronjobs', 'cj'],
  ['daemonsets', 'ds'],
  ['deployments', 'deploy'],
  ['endpoints', 'ep'],
  ['events', 'ev'],
  ['ingresses', 'ing'],
  ['limitranges', 'limits'],
  ['namespaces', 'ns'],
  ['nodes', 'no'],
  ['persistentvolumeclaims', 'pvc'],
  ['persistentvolumes', 'pv'],
  ['pods', 'po'],
  ['replicasets', 'rs'],
  ['replicationcontrollers', 'rc'],
  ['resourcequotas', 'quota'],
  ['serviceaccounts', 'sa'],
  ['services', 'svc'],
  ['statefulsets', 'sts'],
]);

/** The resources in the category `all` of command lines, by plural. */
const IN_ALL: ReadonlySet<string> = new Set([
  'cronjobs',
  'daemonsets',
  'deployments',
  'jobs',
  'pods',
  'replicasets',
  'replicationcontrollers',
  'services',
  'statefulsets',
]);

/**
 * The response of every fixed path: discovery at each level, the version, and the list of these paths and of
 * `others`.
 */
export function discoveryDocuments(
  routes: readonly RouteRow[],
  others: readonly string[],
  choices: DialectChoices,
): ReadonlyMap<string, object> {
  const form = choices['discovery.form'];
  const documents = new Map<string, object>();
  const served = resourcesOf(routes);
  const names = [...new Set(served.map(({ group }) => group))].filter((group) => group !== '');
  for (const prefix of new Set(served.map((resource) => resource.prefix)))
    documents.set(prefix, resourceList(prefix, routes, form));
  const named = names.map((name) =>
    groupDocument(
      name,
      served.filter(({ group }) => group === name),
    ),
  );
  for (const group of named)
    documents.set(`/apis/${group.name}`, {
      kind: 'APIGroup',
      apiVersion: 'v1',
      ...group,
      ...(form === 'of-that-era' ? { serverAddressByClientCIDRs: null } : {}),
    });
  documents.set('/api', { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] });
  documents.set('/apis', { kind: 'APIGroupList', apiVersion: 'v1', groups: named });
  documents.set('/version', VERSION);
  const paths = { paths: ['/healthz', ...others, ...documents.keys()].sort() };
  documents.set('/', paths);
  if (form === 'of-that-era') documents.set('/index.html', paths);
  return documents;
}

/** The release of this API: clients choose their requests by it. */
const VERSION = {
  major: '1',
  minor: '7',
  gitVersion: 'v1.7.5-plumbline',
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '2017-08-31T00:00:00Z',
  goVersion: '',
  compiler: '',
  platform: 'linux/amd64',
};

interface GroupDocument {
  readonly name: string;
  readonly versions: readonly object[];
  readonly preferredVersion: object;
}

function groupDocument(name: string, resources: readonly Resource[]): GroupDocument {
  const versions = [
    ...new Map(
      resources.map((resource) => [resource.version, { groupVersion: resource.apiVersion, version: resource.version }]),
    ).values(),
  ];
  return { name, versions, preferredVersion: versions[0] ?? {} };
}

function resourceList(prefix: string, routes: readonly RouteRow[], form: DialectChoices['discovery.form']): object {
  const own = routes.filter(({ resource }) => resource.prefix === prefix);
  const served = resourcesOf(own);
  const entries = served.flatMap((resource) => discoveredResources(resource, routes));
  const resources = (
    form === 'of-that-era' ? [...entries.map(entryOfThatEra), ...(CONNECTED.get(prefix) ?? [])] : entries
  ).sort((a, b) => (a.name < b.name ? -1 : 1));
  const version = form === 'of-that-era' && UNVERSIONED.has(prefix) ? {} : { apiVersion: 'v1' };
  return { kind: 'APIResourceList', ...version, groupVersion: served[0]?.apiVersion ?? '', resources };
}

/** The resource itself, then its subresources. */
export function discoveredResources(resource: Resource, routes: readonly RouteRow[]): DiscoveredResource[] {
  const rows = routes.filter((row) => row.resource === resource);
  // If later group-versions serve the kind too, command lines use those; they would warn of duplicates, and list all
  // objects twice.
  const isMeant = !resourcesOf(routes).some(
    (other) =>
      LATER_GROUP_VERSIONS.includes(other) && other.plural === resource.plural && other.group !== resource.group,
  );
  return [
    { ...entry(resource, '', rows), ...(isMeant ? nicknames(resource) : {}) },
    ...subresources(rows).map((name) => entry(resource, name, rows)),
  ];
}

function nicknames({ plural }: Resource): Pick<DiscoveredResource, 'shortNames' | 'categories'> {
  const shortName = SHORT_NAMES.get(plural);
  return {
    ...(shortName === undefined ? {} : { shortNames: [shortName] }),
    ...(IN_ALL.has(plural) ? { categories: ['all'] } : {}),
  };
}

/** Last segments of the paths below one object. */
function subresources(rows: readonly RouteRow[]): string[] {
  return [...new Set(rows.map(({ path }) => subresourceOf(path)).filter((name) => name !== ''))].sort();
}

function entry(resource: Resource, subresource: string, rows: readonly RouteRow[]): DiscoveredResource {
  const own = rows.filter(({ path }) => subresourceOf(path) === subresource);
  const verbs = [...new Set(own.map(({ verb }) => DISCOVERY_VERBS[verb]))].sort();
  return {
    name: subresource === '' ? resource.plural : `${resource.plural}/${subresource}`,
    singularName: '',
    namespaced: resource.namespaced,
    ...typeOf(resource, subresource),
    verbs,
  };
}

/** The kind of a path's bodies, and its group-version if it differs. */
function typeOf(resource: Resource, subresource: string): Pick<DiscoveredResource, 'group' | 'version' | 'kind'> {
  if (subresource === 'scale')
    return { group: scaleTypeOf(resource).group, version: scaleTypeOf(resource).version, kind: 'Scale' };
  if (subresource === 'eviction') return { group: 'policy', version: 'v1beta1', kind: 'Eviction' };
  if (subresource === 'binding') return { kind: 'Binding' };
  return { kind: subresource === 'rollback' ? 'DeploymentRollback' : resource.kind };
}

function subresourceOf(path: string): string {
  return path.includes('{name}/') ? path.slice(path.indexOf('{name}/') + '{name}/'.length) : '';
}
