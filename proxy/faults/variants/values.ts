import { everyObject, failureStatus, itemsOf, jsonResponse, metadataOf, succeeded } from '../bend.ts';
import type { FaultyRequest, Hooks, Variant } from '../fault.ts';
import { operationsOf } from '../json-patch.ts';
import { variants } from '../named.ts';

type MapText = (text: string) => string;

/** Changes the version in the metadata of an object or of a list. */
function mapVersion(object: unknown, map: MapText): void {
  const metadata = metadataOf(object);
  const version = metadata['resourceVersion'];
  if (typeof version === 'string') metadata['resourceVersion'] = map(version);
}

/** Changes the versions that a request names: in its body, in the operations of a JSON patch, in its query. */
function mapSent(request: FaultyRequest, map: MapText): void {
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

/** Hooks that show the upstream's versions in another form. */
function showingVersions(as: (version: string, request: FaultyRequest) => string): Pick<Hooks, 'response' | 'event'> {
  return {
    response: (response, request) => {
      if (!succeeded(response)) return;
      for (const object of [response.json, ...(itemsOf(response) ?? [])])
        mapVersion(object, (version) => as(version, request));
    },
    event: (frame, request) => {
      mapVersion(frame.object, (version) => as(version, request));
      return [frame];
    },
  };
}

const NUMBER = /^[1-9]\d*$/;

/** The kinds whose generation the upstream counts itself. */
const COUNTED: ReadonlySet<string> = new Set(['Deployment', 'DaemonSet', 'ReplicaSet', 'Ingress']);

const DAY_MS = 86_400_000;

/** A time as the upstream writes it. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** Moves the times that the server wrote in the metadata of an object. */
function moveTimes(object: unknown, ms: number): void {
  const metadata = metadataOf(object);
  for (const member of ['creationTimestamp', 'deletionTimestamp']) {
    const text = metadata[member];
    const time = new Date(typeof text === 'string' && TIME.test(text) ? Date.parse(text) + ms : Number.NaN);
    if (!Number.isNaN(time.getTime())) metadata[member] = time.toISOString().replace('.000Z', 'Z');
  }
}

/** Servers that write other values. */
export const VALUE_VARIANTS: readonly Variant[] = variants({
  'versions-need-escapes-in-queries': {
    summary: 'versions contain +, / and =, so that they must be percent-encoded in a query',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      request: (request) => mapSent(request, (version) => version.replace(/^rv\+(\d+)\/a==$/, '$1')),
      ...showingVersions((version) => (NUMBER.test(version) ? `rv+${version}/a==` : version)),
    }),
  },
  'versions-are-of-one-kind': {
    summary: 'versions name their kind, and a list or watch with a version of another kind gets 400',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      request: (request) => {
        const plural = request.call?.resource?.plural;
        const [, named] = /^([a-z]+s)-\d+$/.exec(request.query.get('resourceVersion') ?? '') ?? [];
        if (plural === undefined) return undefined;
        if (named !== undefined && named !== plural)
          return jsonResponse(400, failureStatus(400, 'BadRequest', `that is a version of ${named}`));
        mapSent(request, (version) => version.replace(/^[a-z]+s-(\d+)$/, '$1'));
        return undefined;
      },
      ...showingVersions((version, { call }) => {
        const plural = call?.resource?.plural;
        return plural !== undefined && NUMBER.test(version) ? `${plural}-${version}` : version;
      }),
    }),
  },
  'generations-grow-by-ten': {
    summary: 'the generation of an object begins at 11 and grows by ten with each change of its spec',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      ...everyObject((object, { call }) => {
        const metadata = metadataOf(object);
        const { generation } = metadata;
        if (typeof generation === 'number' && COUNTED.has(call?.resource?.kind ?? ''))
          metadata['generation'] = generation * 10 + 1;
      }),
    }),
  },
  'the-clock-is-a-day-ahead': {
    summary: 'the clock of the server is a day ahead, so objects are made and deleted in the future',
    dialect: 'spec',
    hooks: () => {
      const shown = everyObject((object) => moveTimes(object, DAY_MS));
      return {
        yaml: true,
        event: shown.event,
        request: ({ json }) => moveTimes(json, -DAY_MS),
        response: (response, request) => {
          response.headers['date'] = new Date(Date.now() + DAY_MS).toUTCString();
          shown.response(response, request);
        },
      };
    },
  },
});
