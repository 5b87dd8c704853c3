import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { metadataOf, objectsOf, objectPath, everyObject, succeeded } from '../bend.ts';
import type { Bendable, Hooks, Variant } from '../fault.ts';
import { variants } from '../named.ts';
import { touchPatch, withoutTouch } from '../touch.ts';

/** Any odd number, so the order of numbers differs from that of texts. */
const FACTOR = 7919n;

function veiled(version: unknown): unknown {
  return typeof version === 'string' && /^[1-9]\d*$/.test(version)
    ? `v-${(BigInt(version) * FACTOR).toString(16)}`
    : version;
}

function unveiled(version: unknown): unknown {
  return typeof version === 'string' && /^v-[0-9a-f]+$/.test(version)
    ? (BigInt(`0x${version.slice(2)}`) / FACTOR).toString()
    : version;
}

function mapVersion(object: unknown, map: (version: unknown) => unknown): void {
  const metadata = metadataOf(object);
  if (Object.hasOwn(metadata, 'resourceVersion')) metadata['resourceVersion'] = map(metadata['resourceVersion']);
}

/** Hooks of a server whose versions are an encoding of the upstream's. */
function written(as: (version: unknown) => unknown, back: (version: unknown) => unknown): Hooks {
  const veil = (object: unknown): void => mapVersion(object, as);
  return {
    yaml: true,
    request: (request) => {
      mapVersion(request.json, back);
      const version = request.query.get('resourceVersion');
      if (version !== null) request.query.set('resourceVersion', String(back(version)));
    },
    response: (response) => {
      if (!succeeded(response)) return;
      const objects = objectsOf(response);
      objects.forEach(veil);
      if (!objects.includes(response.json as Bendable)) veil(response.json);
    },
    event: (frame) => {
      veil(frame.object);
      return [frame];
    },
  };
}

/** Beyond what a 64-bit integer holds. */
const HUGE = 10n ** 20n;

/** An object of the variant itself, outside of a run's namespaces. */
const TICKS = '/api/v1/namespaces/default/configmaps';
const TICK = 'server-ticks';

export const VERSION_VARIANTS: readonly Variant[] = variants({
  'store-moves-before-each-list': {
    summary: 'the version of a list is the revision of the whole store, and the store changes before every list',
    dialect: 'spec',
    hooks: () => {
      let ticks = 0;
      let made: Promise<unknown> | undefined;
      return {
        request: async ({ call }, upstream) => {
          if ((call?.verb !== 'list' && call?.verb !== 'listAll') || call.watching) return;
          made ??= upstream.send('POST', TICKS, { metadata: { name: TICK } });
          await made;
          ticks += 1;
          await upstream.send('PATCH', `${TICKS}/${TICK}`, { data: { ticks: String(ticks) } }, MERGE_PATCH_TYPE);
        },
      };
    },
  },
  'versions-are-words': {
    summary: 'versions are words, not numbers, and have no order',
    dialect: 'spec',
    hooks: () => written(veiled, unveiled),
  },
  'versions-are-huge-numbers': {
    summary: 'versions are numbers too large for any number type, and decrease with each write',
    dialect: 'spec',
    hooks: () =>
      written(
        (version) =>
          typeof version === 'string' && /^[1-9]\d*$/.test(version) ? String(HUGE - BigInt(version)) : version,
        (version) =>
          typeof version === 'string' && /^\d{20}$/.test(version) ? String(HUGE - BigInt(version)) : version,
      ),
  },
  'objects-carry-no-generation': {
    summary: 'no object of any kind carries a generation',
    dialect: 'spec',
    hooks: () => ({ yaml: true, ...everyObject((object) => void delete metadataOf(object)['generation']) }),
  },
  'no-op-writes-make-versions': {
    summary: 'a write that changes nothing still gives the object a new version and causes an event',
    dialect: 'spec',
    hooks: () => {
      let touches = 0;
      const latest = new Map<string, unknown>();
      const strip = everyObject(withoutTouch);
      return {
        yaml: true,
        event: strip.event,
        response: async (response, request, upstream) => {
          const { verb } = request.call ?? {};
          const path = objectPath(request);
          const version = metadataOf(response.json)['resourceVersion'];
          if ((verb === 'replace' || verb === 'patch') && succeeded(response) && latest.get(path) === version) {
            touches += 1;
            const again = await upstream.send('PATCH', path, touchPatch(touches), MERGE_PATCH_TYPE);
            if (succeeded(again))
              metadataOf(response.json)['resourceVersion'] = metadataOf(again.json)['resourceVersion'];
          }
          if (
            succeeded(response) &&
            verb !== undefined &&
            ['get', 'replace', 'patch', 'replaceStatus', 'patchStatus'].includes(verb)
          )
            latest.set(path, metadataOf(response.json)['resourceVersion']);
          strip.response(response, request);
        },
      };
    },
  },
});
