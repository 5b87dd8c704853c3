import { MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import {
  containersOf,
  copyOf,
  everyObject,
  isObject,
  keyOf,
  metadataOf,
  objectAt,
  objectsOf,
  succeeded,
  walk,
} from '../../bend.ts';
import type { Bendable, Fault, Hooks } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isOne } from '../../requests.ts';
import { refusing, sending } from '../../ways.ts';

/** Deployments are shown with only the bound of a rolling update with which they were created. */
function halfRollingUpdates(): Hooks {
  const half = new Map<string, string>();
  return {
    response: (response, request) => {
      const sent = Object.keys(objectAt(request.json, 'spec', 'strategy', 'rollingUpdate') ?? {});
      for (const object of objectsOf(response)) {
        const shown = objectAt(object, 'spec', 'strategy', 'rollingUpdate');
        if (isOne(request, 'create') && sent.length === 1) half.set(keyOf(object), String(sent[0]));
        const one = half.get(keyOf(object));
        if (one !== undefined && shown !== undefined) delete shown[one === 'maxSurge' ? 'maxUnavailable' : 'maxSurge'];
      }
    },
  };
}

/** Values that a fault gives to every object, by namespace and name. */
type Remembered = Map<string, unknown>;

function truncateIntegers(value: unknown): void {
  walk(value, (object: Bendable) => {
    for (const [member, inner] of Object.entries(object))
      if (Number.isInteger(inner) && Math.abs(inner as number) > 2 ** 31) object[member] = (inner as number) | 0;
  });
}

/** The bugs of creates that are seen most: lost values, wrong defaults, identities that the client chooses. */
export const BASICS: readonly Fault[] = faults({
  'object-named-status-is-not-found': {
    summary: 'a get of an object whose name is status or watch gets 404, because the path is taken for another one',
    caughtBy: 'create/created-object-is-shown-by-get',
    hooks: refusing((request) => isOne(request, 'get') && /\/(status|watch)$/.test(request.path), 404, 'NotFound'),
  },
  'objects-named-by-digits-are-not-found': {
    summary: 'a get of an object whose name has digits only gets 404, because the name is taken for a number',
    caughtBy: 'create/created-object-is-shown-by-get',
    hooks: refusing((request) => isOne(request, 'get') && /^\d+$/.test(request.call?.name ?? ''), 404, 'NotFound'),
  },
  'object-named-as-its-collection-is-not-found': {
    summary: 'a get of an object that has the name of its collection, as in configmaps/configmaps, gets 404',
    caughtBy: 'create/created-object-is-shown-by-get',
    hooks: refusing(
      (request) => isOne(request, 'get') && request.call?.name === request.call?.resource?.plural,
      404,
      'NotFound',
    ),
  },
  'end-of-a-name-is-taken-for-a-format': {
    summary: 'a get of an object whose name ends with .json or .yaml gets 404, because the end is taken for a format',
    caughtBy: 'create/created-object-is-shown-by-get',
    hooks: refusing((request) => isOne(request, 'get') && /\.(json|yaml)$/.test(request.path), 404, 'NotFound'),
  },
  'long-names-are-cut': {
    summary: 'the name of a created object is cut after 63 characters',
    caughtBy: 'create/name-is-the-one-asked-for',
    hooks: sending('create', (body) => {
      const { name } = metadataOf(body);
      if (typeof name === 'string') metadataOf(body)['name'] = name.slice(0, 63).replace(/[-.]+$/, '');
    }),
  },
  'name-beside-a-prefix-is-not-heeded': {
    summary: 'a create that has both a name and generateName gets a generated name',
    caughtBy: 'create/name-is-the-one-asked-for',
    hooks: sending('create', (body) => {
      if (metadataOf(body)['generateName'] !== undefined) delete metadataOf(body)['name'];
    }),
  },
  'half-a-rolling-update-is-not-completed': {
    summary: 'a rolling update that names one of its two bounds does not get the other',
    caughtBy: 'create/max-surge-has-its-default',
    hooks: halfRollingUpdates,
  },
  'tag-that-ends-in-latest-is-latest': {
    summary: 'a tag that ends in latest, such as not-latest, counts as latest',
    caughtBy: 'create/image-pull-policy-follows-the-tag',
    hooks: sending('create', (body) => {
      for (const container of containersOf(body))
        if (container['imagePullPolicy'] === undefined && /:[\w.-]+latest$/.test(String(container['image'])))
          container['imagePullPolicy'] = 'Always';
    }),
  },
  'create-drops-explicit-zero': {
    summary: 'an explicit 0 in a created object counts as absent and is replaced by the default',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    seenIn: 'kubernetes/kubernetes#9441',
    hooks: () => ({
      request: (request) => {
        if (request.call?.verb !== 'create') return;
        walk(request.json, (object) => {
          for (const [member, value] of Object.entries(object)) if (value === 0) delete object[member];
        });
      },
    }),
  },
  'create-drops-empty-values': {
    summary: 'map entries whose value is the empty string are dropped',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: () => ({
      request: (request) => {
        if (request.call?.verb !== 'create') return;
        for (const map of [
          metadataOf(request.json)['labels'],
          metadataOf(request.json)['annotations'],
          objectAt(request.json, 'data'),
        ]) {
          if (isObject(map)) for (const [key, value] of Object.entries(map)) if (value === '') delete map[key];
        }
      },
    }),
  },
  'secrets-show-null-for-empty-values': {
    summary: 'an empty value of a Secret is shown as null',
    caughtBy: 'create/empty-values-of-secrets-are-kept',
    hooks: () =>
      everyObject((object, request) => {
        const data = request.call?.resource?.kind === 'Secret' ? objectAt(object, 'data') : undefined;
        for (const [key, value] of Object.entries(data ?? {})) if (value === '' && data !== undefined) data[key] = null;
      }),
  },
  'create-answer-lacks-defaults': {
    summary: 'the response to a create is the object that was sent, without the defaults that are stored',
    caughtBy: 'create/termination-message-path-has-its-default',
    hooks: () => ({
      response: (response, request) => {
        if (
          request.call?.verb !== 'create' ||
          !succeeded(response) ||
          !isObject(response.json) ||
          !isObject(request.json)
        )
          return;
        if (isObject(request.json['spec'])) response.json['spec'] = copyOf(request.json['spec']);
      },
    }),
  },
  'image-port-taken-for-tag': {
    summary:
      'the port of an image registry counts as the tag, so the pull policy of an image tagged latest becomes IfNotPresent',
    caughtBy: 'create/image-pull-policy-follows-the-tag',
    seenIn: 'kubernetes/kubernetes#3587',
    hooks: () => ({
      request: (request) => {
        if (request.call?.verb !== 'create') return;
        for (const container of containersOf(request.json)) {
          if (container['imagePullPolicy'] === undefined && /^[^/]+:\d+\/.+:latest$/.test(String(container['image'])))
            container['imagePullPolicy'] = 'IfNotPresent';
        }
      },
    }),
  },
  'deployment-surge-defaults-to-one': {
    summary: 'maxSurge of a Deployment defaults to 1 instead of 25%',
    caughtBy: 'create/max-surge-has-its-default',
    seenIn: 'kubernetes/kubernetes#34339',
    hooks: () => ({
      request: (request) => {
        const spec = objectAt(request.json, 'spec');
        if (request.call?.verb !== 'create' || request.call.resource?.kind !== 'Deployment' || spec === undefined)
          return;
        if (spec['strategy'] === undefined)
          spec['strategy'] = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } };
      },
    }),
  },
  'grace-period-defaults-to-zero': {
    summary: 'terminationGracePeriodSeconds defaults to 0 instead of 30',
    caughtBy: 'create/termination-grace-period-has-its-default',
    hooks: () => ({
      request: (request) => {
        if (request.call?.verb !== 'create') return;
        walk(request.json, (object) => {
          if (Array.isArray(object['containers']) && object['terminationGracePeriodSeconds'] === undefined)
            object['terminationGracePeriodSeconds'] = 0;
        });
      },
    }),
  },
  'create-overwrites-existing': {
    summary: 'a create under a name that is taken replaces the object that has it',
    caughtBy: 'create/existing-name-is-refused',
    seenIn: 'fabric8io/kubernetes-client#3095',
    hooks: () => ({
      response: async (response, request, upstream) => {
        if (request.call?.verb !== 'create' || response.status !== 409 || !isObject(request.json)) return;
        const name = String(metadataOf(request.json)['name']);
        const replaced = await upstream.send('PUT', `${request.path.replace(/\/$/, '')}/${name}`, request.json);
        Object.assign(response, replaced);
      },
    }),
  },
  'create-stores-status': {
    summary: 'the status in the body of a create is stored',
    caughtBy: 'create/status-in-the-body-is-ignored',
    seenIn: 'fabric8io/kubernetes-client#3088',
    hooks: () => ({
      response: async (response, request, upstream) => {
        const status = objectAt(request.json, 'status');
        if (request.call?.verb !== 'create' || !succeeded(response) || status === undefined || !isObject(response.json))
          return;
        const path = `${request.path.replace(/\/$/, '')}/${String(metadataOf(response.json)['name'])}/status`;
        const written = await upstream.send('PATCH', path, { status }, MERGE_PATCH_TYPE);
        if (succeeded(written)) response.json = written.json;
      },
    }),
  },
  'recreated-object-keeps-uid': {
    summary: 'an object that is deleted and created again under its name gets its old uid',
    caughtBy: 'create/recreated-object-has-a-new-uid',
    hooks: () => {
      const first: Remembered = new Map();
      return everyObject((object, request) => {
        const metadata = metadataOf(object);
        const key = `${String(request.call?.resource?.plural)} ${keyOf(object)}`;
        if (!first.has(key)) first.set(key, metadata['uid']);
        metadata['uid'] = first.get(key);
      });
    },
  },
  'client-chooses-uid': {
    summary: 'a uid in the body of a create becomes that of the object',
    caughtBy: 'create/client-cannot-choose-the-uid',
    hooks: () => {
      const chosen: Remembered = new Map();
      const bend = everyObject((object) => {
        const uid = chosen.get(String(metadataOf(object)['uid']));
        if (uid !== undefined) metadataOf(object)['uid'] = uid;
      });
      return {
        ...bend,
        response: (response, request) => {
          const uid = metadataOf(request.json)['uid'];
          if (request.call?.verb === 'create' && succeeded(response) && typeof uid === 'string')
            chosen.set(String(metadataOf(response.json)['uid']), uid);
          bend.response(response, request);
        },
      };
    },
  },
  'generate-name-ignored': {
    summary: 'generateName is ignored: the generated name lacks that prefix',
    caughtBy: 'create/generated-name-starts-with-its-prefix',
    seenIn: 'kubernetes/client-go#835',
    hooks: () => ({
      request: (request) => {
        const metadata = objectAt(request.json, 'metadata');
        if (
          request.call?.verb === 'create' &&
          metadata?.['name'] === undefined &&
          metadata?.['generateName'] !== undefined
        )
          metadata['generateName'] = 'generated-';
      },
    }),
  },
  'answers-lack-type': {
    summary: 'responses to creates carry neither apiVersion nor kind',
    caughtBy: 'create/answer-has-kind-and-version-of-its-path',
    seenIn: 'kubernetes-sigs/controller-runtime#1411',
    hooks: () => ({
      response: (response, request) => {
        if (request.call?.verb !== 'create' || !succeeded(response) || !isObject(response.json)) return;
        delete response.json['kind'];
        delete response.json['apiVersion'];
      },
    }),
  },
  'large-integers-lose-digits': {
    summary: 'integers beyond 2^31 are cut to 32 bits',
    caughtBy: 'create/large-integers-keep-their-digits',
    seenIn: 'kubernetes/kubernetes#16964',
    hooks: () => ({
      request: (request) => {
        if (request.call?.verb === 'create') truncateIntegers(request.json);
      },
    }),
  },
});
