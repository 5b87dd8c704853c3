import { isObject, metadataOf } from '../bend.ts';
import type { Bendable, Variant } from '../fault.ts';
import { variants } from '../named.ts';
import { isOne } from '../requests.ts';
import { responding } from '../ways.ts';

const shuffled = <T>(list: readonly T[]): T[] => list.toSorted(() => Math.random() - 0.5);

/** A resource of discovery with its verbs in another order, and with members of later releases. */
function described(resource: Bendable): Bendable {
  const { verbs } = resource;
  return {
    ...resource,
    ...(Array.isArray(verbs) ? { verbs: shuffled(verbs as unknown[]) } : {}),
    categories: ['all'],
    storageVersionHash: 'q3xkXn0TnIM=',
  };
}

/** Servers whose Statuses, discovery and exports have more, less or another order. */
export const ANSWER_VARIANTS: readonly Variant[] = variants({
  'statuses-of-deletes-have-details': {
    summary: 'the server tells in the Status of a delete what it removed, by a message, details and a selfLink',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      ...responding(['delete', 'deleteCollection'], ({ json }, { call, path }) => {
        if (!isObject(json) || json['kind'] !== 'Status') return;
        json['message'] = `removed what was at ${path}`;
        const name = call?.name === undefined ? {} : { name: call.name };
        json['details'] = { ...name, kind: call?.resource?.kind ?? '', causes: [] };
        json['metadata'] = { ...metadataOf(json), selfLink: path };
      })(),
    }),
  },
  'discovery-in-another-order-each-time': {
    summary: 'discovery lists resources and verbs in another order each time, with more members, without subresources',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      ...responding('discover', ({ json }) => {
        const resources = isObject(json) ? json['resources'] : undefined;
        if (!isObject(json) || !Array.isArray(resources)) return;
        json['resources'] = shuffled(resources.filter(isObject))
          .filter(({ name }) => !String(name).includes('/'))
          .map(described);
      })(),
    }),
  },
  'exports-have-neither-self-link-nor-generation': {
    summary: 'the server leaves the selfLink, the generation and the whole status out of an exported object',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      ...responding(
        (request) => isOne(request, ['get', 'getStatus']) && request.query.get('export') === 'true',
        ({ json }) => {
          if (!isObject(json)) return;
          delete json['status'];
          for (const member of ['selfLink', 'generation']) delete metadataOf(json)[member];
        },
      )(),
    }),
  },
});
