import type { ServerResponse } from 'node:http';
import type { Resource } from '../../../spec/surface/resources.ts';
import type { DiscoveredResource } from './discovered-resource.ts';
import { discoveredResources } from './discovery.ts';
import { resourcesOf, type RouteRow } from '../routing/routes.ts';

/** The groups at each of the two paths. */
const GROUPS: Readonly<Record<string, (resource: Resource) => boolean>> = {
  '/api': ({ group }) => group === '',
  '/apis': ({ group }) => group !== '',
};

const ASKED =
  /^application\/json;(?=.*\bg=apidiscovery\.k8s\.io\b)(?=.*\bas=apigroupdiscoverylist\b).*\bv=(v2|v2beta1)\b/;

/** Bodies by path and version, for each set of routes, made on demand. */
const MADE = new WeakMap<readonly RouteRow[], Map<string, string>>();

/**
 * Sends all of discovery at once to clients of later releases, which put it first in their Accept header. Returns
 * whether it did.
 *
 *     Accept: application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json
 */
export function sendAggregatedDiscovery(
  routes: readonly RouteRow[],
  path: string,
  accept: string | undefined,
  response: ServerResponse,
): boolean {
  const belongs = Object.hasOwn(GROUPS, path) ? GROUPS[path] : undefined;
  if (belongs === undefined || accept === undefined) return false;
  const [first = ''] = accept.split(',');
  const version = ASKED.exec(first.replaceAll(' ', '').toLowerCase())?.[1];
  if (version === undefined) return false;
  const key = `${path} ${version}`;
  const made = MADE.get(routes) ?? new Map<string, string>();
  MADE.set(routes, made);
  let body = made.get(key);
  if (body === undefined) {
    body = `${JSON.stringify({ kind: 'APIGroupDiscoveryList', apiVersion: `apidiscovery.k8s.io/${version}`, metadata: {}, items: groups(routes.filter(({ resource }) => belongs(resource))) })}\n`;
    made.set(key, body);
  }
  const mediaType = `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;
  response.writeHead(200, { 'Content-Type': mediaType, 'Content-Length': Buffer.byteLength(body), Vary: 'Accept' });
  response.end(body);
  return true;
}

function groups(routes: readonly RouteRow[]): object[] {
  const resources = resourcesOf(routes);
  return unique(resources.map(({ group }) => group)).map((group) => {
    const own = resources.filter((resource) => resource.group === group);
    return {
      metadata: { name: group },
      versions: unique(own.map(({ version }) => version)).map((version) =>
        versionOf(
          own.filter((resource) => resource.version === version),
          version,
          routes,
        ),
      ),
    };
  });
}

function versionOf(resources: readonly Resource[], version: string, routes: readonly RouteRow[]): object {
  return {
    version,
    resources: resources.map((resource) => resourceOf(resource, discoveredResources(resource, routes))),
    freshness: 'Current',
  };
}

function resourceOf(resource: Resource, [self, ...below]: readonly DiscoveredResource[]): object {
  return {
    resource: resource.plural,
    responseKind: responseKind(resource, self),
    scope: resource.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: resource.kind.toLowerCase(),
    verbs: self?.verbs ?? [],
    ...(self?.shortNames === undefined ? {} : { shortNames: self.shortNames }),
    ...(self?.categories === undefined ? {} : { categories: self.categories }),
    subresources: below.map((each) => ({
      subresource: each.name.slice(resource.plural.length + 1),
      responseKind: responseKind(resource, each),
      verbs: each.verbs,
    })),
  };
}

function responseKind({ group, version, kind }: Resource, entry: DiscoveredResource | undefined): object {
  return { group: entry?.group ?? group, version: entry?.version ?? version, kind: entry?.kind ?? kind };
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
