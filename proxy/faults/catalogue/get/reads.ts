import { copyOf, isObject, itemsOf, metadataOf, objectPath, succeeded } from '../../bend.ts';
import type { Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isOne } from '../../requests.ts';
import { responding, ignoringCase, keeping } from '../../ways.ts';

/** Faults of gets without parameters, or with `pretty` alone. */
export const READS: readonly Fault[] = faults({
  'get-lacks-type': {
    summary: 'a get returns an object without kind and apiVersion',
    caughtBy: 'get/names-itself',
    hooks: responding('get', (response) => {
      if (!isObject(response.json)) return;
      delete response.json['kind'];
      delete response.json['apiVersion'];
    }),
  },
  'self-link-of-get-lacks-the-namespace': {
    summary: 'the selfLink in the response to a get lacks the namespace',
    caughtBy: 'get/self-link-is-the-path',
    seenIn: 'kubernetes/kubernetes#6154',
    hooks: responding('get', (response) => {
      const metadata = metadataOf(response.json);
      metadata['selfLink'] = String(metadata['selfLink']).replace(/\/namespaces\/[^/]+/, '');
    }),
  },
  'get-lags-one-write': {
    summary: 'a get returns the state before the latest write',
    caughtBy: 'get/answers-what-was-last-written',
    seenIn: 'kubernetes/kubernetes#59848',
    hooks: () => {
      const before = new Map<string, unknown>();
      const latest = new Map<string, unknown>();
      return {
        response: (response, request) => {
          const key = objectPath(request);
          const verb = request.call?.verb;
          if ((verb === 'replace' || verb === 'patch') && succeeded(response)) {
            before.set(key, latest.get(key));
            latest.set(key, copyOf(response.json));
          } else if (verb === 'get' && succeeded(response)) {
            if (before.get(key) !== undefined) response.json = before.get(key);
            else latest.set(key, copyOf(response.json));
          } else if (verb === 'delete') {
            before.delete(key);
            latest.delete(key);
          }
        },
      };
    },
  },
  'get-answers-absent-with-200': {
    summary: 'a get of an absent object gets 200 and an empty object',
    caughtBy: 'get/absent-object-is-refused',
    seenIn: 'overture-stack/ego#59',
    hooks: () => ({
      response: (response, request) => {
        if (request.call?.verb !== 'get' || response.status !== 404 || request.call.resource === undefined) return;
        const { kind, apiVersion } = request.call.resource;
        Object.assign(response, {
          status: 200,
          json: { kind, apiVersion, metadata: { name: request.call.name, creationTimestamp: null } },
        });
      },
    }),
  },
  'get-ignores-the-case-of-names': {
    summary: 'a get finds an object by its name in any case',
    caughtBy: 'get/absent-object-is-refused',
    hooks: ignoringCase(['get', 'getStatus']),
  },
  'get-falls-through-to-other-namespaces': {
    summary: 'a get of an absent object returns the object of that name from a namespace whose name begins alike',
    caughtBy: 'get/absent-object-is-refused',
    hooks: () => ({
      response: async (response, request, upstream) => {
        const { verb, namespace, name, resource } = request.call ?? {};
        if (verb !== 'get' || response.status !== 404 || namespace === undefined || resource === undefined) return;
        const all = await upstream.send('GET', `${resource.prefix}/${resource.plural}`);
        const found = itemsOf(all)?.find((item) => metadataOf(item)['name'] === name);
        if (found !== undefined) Object.assign(response, { status: 200, json: found });
      },
    }),
  },
  'pretty-gets-are-kept': {
    summary:
      'a get with pretty=true repeats its previous response for a second, whatever was written; other gets are right',
    caughtBy: 'get/answers-what-was-last-written',
    hooks: keeping((request) => isOne(request, 'get') && request.query.get('pretty') === 'true'),
  },
});
