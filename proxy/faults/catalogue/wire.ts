import { containersOf, failureStatus, isObject, jsonResponse, metadataOf, objectAt, succeeded } from '../bend.ts';
import type { Asked, Bendable, Fault } from '../fault.ts';
import { faults } from '../named.ts';

/** Hooks that correct requests before the upstream sees them: a server without validation. */
function lenient(mend: (body: Bendable, asked: Asked) => void): Fault['hooks'] {
  return () => ({
    request: (asked) => {
      if ((asked.method === 'POST' || asked.method === 'PUT') && isObject(asked.json)) mend(asked.json, asked);
    },
  });
}

/** Faults of bodies, media types, discovery and validation for every verb. */
export const WIRE_FAULTS: readonly Fault[] = faults({
  'yaml-answered-as-json': {
    summary: 'an answer asked for as YAML comes as JSON',
    caughtBy: 'media-types/answer-is-of-the-type-asked-for',
    hooks: () => ({
      request: (asked) => {
        if ((asked.headers['accept'] ?? '').includes('yaml')) asked.headers['accept'] = 'application/json';
      },
    }),
  },
  'yaml-body-refused': {
    summary: 'a body of type application/yaml is refused',
    caughtBy: 'media-types/yaml-bodies-are-stored-as-sent',
    seenIn: 'kubernetes/kubernetes#37455',
    hooks: () => ({
      request: (asked) =>
        (asked.headers['content-type'] ?? '').includes('yaml') && asked.method === 'POST'
          ? jsonResponse(415, failureStatus(415, 'UnsupportedMediaType', 'only JSON is read'))
          : undefined,
    }),
  },
  'pretty-ignored': {
    summary: 'pretty=true is ignored',
    caughtBy: 'media-types/pretty-is-the-same-value-over-lines',
    hooks: () => ({
      request: (asked) => {
        asked.query.delete('pretty');
        asked.headers['user-agent'] = 'quiet';
      },
    }),
  },
  'content-type-is-text': {
    summary: 'JSON is answered as text/plain',
    caughtBy: 'media-types/json-is-the-default',
    seenIn: 'kubernetes/kubernetes#44837',
    hooks: () => ({
      response: (answered) => {
        if (answered.json !== undefined && succeeded(answered)) answered.headers['content-type'] = 'text/plain';
      },
    }),
  },
  'discovery-lacks-a-resource': {
    summary: 'discovery does not list the first resource of each group-version',
    caughtBy: 'discovery/lists-each-resource-that-is-served',
    hooks: () => ({
      response: (answered) => {
        const resources = isObject(answered.json) ? answered.json['resources'] : undefined;
        if (Array.isArray(resources) && isObject(answered.json)) {
          const first = String((resources[0] as Bendable)['name']);
          answered.json['resources'] = resources.filter((each: Bendable) => each['name'] !== first);
        }
      },
    }),
  },
  'discovery-calls-all-cluster-scoped': {
    summary: 'discovery says of every resource that it is not namespaced',
    caughtBy: 'discovery/kind-and-scope-are-right',
    hooks: () => ({
      response: (answered) => {
        const resources = isObject(answered.json) ? answered.json['resources'] : undefined;
        if (Array.isArray(resources)) for (const each of resources as Bendable[]) each['namespaced'] = false;
      },
    }),
  },
  'tty-without-stdin-accepted': {
    summary: 'a container with tty and without stdin is stored',
    caughtBy: 'validation/tty-needs-stdin',
    hooks: lenient((body) => {
      for (const container of containersOf(body))
        if (container['tty'] === true && container['stdin'] !== true) delete container['tty'];
    }),
  },
  'zero-surge-and-unavailable-accepted': {
    summary: 'a Deployment with maxSurge and maxUnavailable both 0 is stored',
    caughtBy: 'validation/max-surge-and-max-unavailable-are-not-both-zero',
    hooks: lenient((body) => {
      const rolling = objectAt(body, 'spec', 'strategy', 'rollingUpdate');
      const zero = (value: unknown): boolean => value === 0 || value === '0%';
      if (rolling !== undefined && zero(rolling['maxSurge']) && zero(rolling['maxUnavailable']))
        rolling['maxSurge'] = 1;
    }),
  },
  'duplicate-container-names-accepted': {
    summary: 'containers that share a name are stored',
    caughtBy: 'validation/container-names-are-unique',
    seenIn: 'knative/serving#12260',
    hooks: lenient((body) => {
      for (const [index, container] of containersOf(body).entries()) {
        const twins = containersOf(body).filter((other) => other['name'] === container['name']);
        if (twins.length > 1) container['name'] = `${String(container['name'])}-${index}`.slice(-60);
      }
    }),
  },
  'container-change-ignored': {
    summary: 'a PUT of a pod that changes its containers answers 200 and keeps them as they are',
    caughtBy: 'validation/no-member-of-a-container-changes',
    hooks: () => ({
      request: async (asked, upstream) => {
        if (asked.call?.verb !== 'replace' || asked.call.resource?.kind !== 'Pod' || !isObject(asked.json)) return;
        const stored = await upstream.send('GET', asked.path);
        const spec = objectAt(stored.json, 'spec');
        if (spec !== undefined) asked.json['spec'] = spec;
      },
    }),
  },
  'invalid-object-is-a-server-error': {
    summary: 'an invalid object is answered 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kubernetes/kubernetes#7087',
    hooks: () => ({
      response: (answered) => {
        if (answered.status === 422)
          Object.assign(answered, jsonResponse(500, failureStatus(500, 'InternalError', 'validation panicked')));
      },
    }),
  },
  'names-disagree-accepted': {
    summary: 'a PUT whose body names another object than its path is carried out',
    caughtBy: 'validation/body-cannot-name-another-object',
    hooks: () => ({
      request: (asked) => {
        const name = metadataOf(asked.json)['name'];
        if (asked.call?.verb === 'replace' && typeof name === 'string')
          metadataOf(asked.json)['name'] = asked.call.name;
      },
    }),
  },
  'broken-json-accepted': {
    summary: 'a body that is not JSON is taken for an empty object with a name of its own',
    caughtBy: 'validation/malformed-bodies-are-refused',
    hooks: () => ({
      request: (asked) => {
        const { resource, verb } = asked.call ?? {};
        if (
          verb !== 'create' ||
          resource?.kind !== 'ConfigMap' ||
          isObject(asked.json) ||
          !(asked.headers['content-type'] ?? 'json').includes('json')
        )
          return;
        asked.json = { metadata: { generateName: 'unnamed-' } };
      },
    }),
  },
});
