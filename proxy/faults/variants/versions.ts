import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { everyObject, failureStatus, jsonResponse, metadataOf, objectPath, objectsOf, succeeded } from '../bend.ts';
import type { FaultyRequest, Hooks, Variant } from '../fault.ts';
import { operationsOf } from '../json-patch.ts';
import { variants } from '../named.ts';
import { touchPatch, withoutTouch } from '../touch.ts';

/** Any odd number, so the order of numbers differs from that of texts. */
const FACTOR = 7919n;

const NUMBER = /^[1-9]\d*$/;

function veiled(version: string): string {
  return NUMBER.test(version) ? `v-${(BigInt(version) * FACTOR).toString(16)}` : version;
}

function unveiled(version: string): string {
  return /^v-[0-9a-f]+$/.test(version) ? (BigInt(`0x${version.slice(2)}`) / FACTOR).toString() : version;
}

/** Writes a version in another form. */
type Form = (version: string, request: FaultyRequest) => string;

function mapVersion(object: unknown, map: (version: string) => string): void {
  const metadata = metadataOf(object);
  const version = metadata['resourceVersion'];
  if (typeof version === 'string') metadata['resourceVersion'] = map(version);
}

/** Changes the versions that a request names: in its body, in the operations of a JSON patch, in its query. */
function mapSent(request: FaultyRequest, map: (version: string) => string): void {
  mapVersion(request.json, map);
  for (const operation of operationsOf(request)) {
    const { path, value } = operation;
    if (path === '/metadata/resourceVersion' && typeof value === 'string') operation['value'] = map(value);
    if (path === '/metadata') mapVersion({ metadata: value }, map);
    if (path === '') mapVersion(value, map);
  }
  const version = request.query.get('resourceVersion');
  if (version !== null) request.query.set('resourceVersion', map(version));
}

/** Hooks of a server whose versions are another form of the upstream's. */
function written(as: Form, back: Form): Required<Pick<Hooks, 'yaml' | 'request' | 'response' | 'event'>> {
  return {
    yaml: true,
    request: (request) => mapSent(request, (version) => back(version, request)),
    response: (response, request) => {
      if (!succeeded(response)) return;
      for (const object of new Set([response.json, ...objectsOf(response)]))
        mapVersion(object, (version) => as(version, request));
    },
    event: (frame, request) => {
      mapVersion(frame.object, (version) => as(version, request));
      return [frame];
    },
  };
}

const pluralOf = ({ call }: FaultyRequest): string | undefined => call?.resource?.plural;

/** Versions that name the kind of their object or list. */
const ofItsKind = written(
  (version, request) => {
    const plural = pluralOf(request);
    return plural !== undefined && NUMBER.test(version) ? `${plural}-${version}` : version;
  },
  (version) => version.replace(/^[a-z]+s-(\d+)$/, '$1'),
);

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
        (version) => (NUMBER.test(version) ? String(HUGE - BigInt(version)) : version),
        (version) => (/^\d{20}$/.test(version) ? String(HUGE - BigInt(version)) : version),
      ),
  },
  'versions-need-escapes-in-queries': {
    summary: 'versions contain +, / and =, so that they must be percent-encoded in a query',
    dialect: 'spec',
    hooks: () =>
      written(
        (version) => (NUMBER.test(version) ? `rv+${version}/a==` : version),
        (version) => version.replace(/^rv\+(\d+)\/a==$/, '$1'),
      ),
  },
  'versions-are-of-one-kind': {
    summary: 'versions name their kind, and a list or watch with a version of another kind gets 400',
    dialect: 'spec',
    hooks: () => ({
      ...ofItsKind,
      request: (request, upstream) => {
        const [, named] = /^([a-z]+s)-\d+$/.exec(request.query.get('resourceVersion') ?? '') ?? [];
        const plural = pluralOf(request);
        return plural !== undefined && named !== undefined && named !== plural
          ? jsonResponse(400, failureStatus(400, 'BadRequest', `that is a version of ${named}`))
          : ofItsKind.request(request, upstream);
      },
    }),
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
