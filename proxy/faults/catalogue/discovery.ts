import { isObject } from '../bend.ts';
import type { Bendable, Fault } from '../fault.ts';
import { faults } from '../named.ts';
import { responding } from '../ways.ts';

/** Hooks that bend the resources of discovery documents. */
function discovering(bend: (resources: Bendable[], document: Bendable) => void): Fault['hooks'] {
  return responding('discover', (response) => {
    const document = response.json;
    if (isObject(document) && Array.isArray(document['resources']))
      bend(document['resources'].filter(isObject), document);
  });
}

/** Faults that rules of the family `discovery` find. */
export const DISCOVERY_FAULTS: readonly Fault[] = faults({
  'discovery-is-untyped': {
    summary: 'a discovery document has neither kind nor apiVersion',
    caughtBy: 'discovery/is-an-api-resource-list',
    hooks: discovering((_, document) => {
      delete document['kind'];
      delete document['apiVersion'];
    }),
  },
  'discovery-names-the-version-alone': {
    summary: 'a discovery document names the version of its path without the group',
    caughtBy: 'discovery/names-the-group-version-of-its-path',
    hooks: discovering(
      (_, document) => void (document['groupVersion'] = String(document['groupVersion']).split('/').at(-1)),
    ),
  },
  'discovery-lists-reading-verbs-only': {
    summary: 'discovery lists the verbs get, list and watch only',
    caughtBy: 'discovery/verbs-that-work-are-listed',
    hooks: discovering((resources) => {
      for (const resource of resources)
        if (Array.isArray(resource['verbs']))
          resource['verbs'] = resource['verbs'].filter((verb) => ['get', 'list', 'watch'].includes(String(verb)));
    }),
  },
  'discovery-names-another-kind': {
    summary: 'discovery gives each resource of extensions a kind that does not exist',
    caughtBy: 'discovery/kind-and-scope-are-right',
    seenIn: 'kubernetes/kubernetes#22413',
    hooks: discovering((resources, document) => {
      if (document['groupVersion'] === 'extensions/v1beta1')
        for (const resource of resources) resource['kind'] = `${String(resource['kind'])}Dummy`;
    }),
  },
  'discovery-lacks-a-resource': {
    summary: 'discovery does not list the first resource of each group-version',
    caughtBy: 'discovery/lists-each-resource-that-is-served',
    hooks: () => ({
      response: (response) => {
        const resources = isObject(response.json) ? response.json['resources'] : undefined;
        if (Array.isArray(resources) && isObject(response.json)) {
          const first = String((resources[0] as Bendable)['name']);
          response.json['resources'] = resources.filter((each: Bendable) => each['name'] !== first);
        }
      },
    }),
  },
  'discovery-calls-all-cluster-scoped': {
    summary: 'discovery calls every resource cluster-scoped',
    caughtBy: 'discovery/kind-and-scope-are-right',
    hooks: () => ({
      response: (response) => {
        const resources = isObject(response.json) ? response.json['resources'] : undefined;
        if (Array.isArray(resources)) for (const each of resources as Bendable[]) each['namespaced'] = false;
      },
    }),
  },
});
