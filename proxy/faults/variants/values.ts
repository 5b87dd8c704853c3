import { everyObject, metadataOf } from '../bend.ts';
import type { Variant } from '../fault.ts';
import { variants } from '../named.ts';

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
