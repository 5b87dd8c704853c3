import type { Json } from '../json.ts';

/** The fields of the message of a scalar type, by name; absent fields are absent. */
type ValueFields = ReadonlyMap<string, string | number | Uint8Array>;

/** Converts between the message of a type and its scalar in JSON. */
export interface OneValue {
  /** Field numbers, as in the type's `x-protobuf-message`. */
  readonly read: (fields: ValueFields) => Json;
  /** `undefined` for a value that the type does not allow. */
  readonly write: (value: Json) => ReadonlyMap<string, string | number | Uint8Array> | undefined;
}

const NUMBER = 0;
const TEXT = 1;

/** The types with a scalar in JSON and a message on the wire, by their ids. */
export const ONE_VALUES: ReadonlyMap<string, OneValue> = new Map<string, OneValue>([
  [
    'intstr.IntOrString',
    {
      read: (fields) => (fields.get('type') === TEXT ? asText(fields.get('strVal')) : asNumber(fields.get('intVal'))),
      write: (value) => {
        if (typeof value === 'number')
          return new Map([
            ['type', NUMBER],
            ['intVal', value],
          ]);
        return typeof value === 'string'
          ? new Map<string, string | number>([
              ['type', TEXT],
              ['strVal', value],
            ])
          : undefined;
      },
    },
  ],
  [
    'meta/v1.Time',
    {
      // An empty message is the zero time, which JSON shows as null. JSON has no fractions of seconds.
      read: (fields) => (fields.size === 0 ? null : timeText(asNumber(fields.get('seconds')))),
      write: (value) => {
        const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
        return Number.isNaN(ms)
          ? undefined
          : new Map([
              ['seconds', Math.floor(ms / 1000)],
              ['nanos', 0],
            ]);
      },
    },
  ],
  [
    'resource.Quantity',
    {
      read: (fields) => asText(fields.get('string')),
      write: (value) =>
        typeof value === 'string' || typeof value === 'number' ? new Map([['string', String(value)]]) : undefined,
    },
  ],
  [
    'runtime.RawExtension',
    {
      read: (fields) => parsed(fields.get('raw')),
      write: (value) => new Map([['raw', Buffer.from(JSON.stringify(value))]]),
    },
  ],
]);

function asText(value: string | number | Uint8Array | undefined): string {
  return typeof value === 'string' ? value : '';
}

function asNumber(value: string | number | Uint8Array | undefined): number {
  return typeof value === 'number' ? value : 0;
}

/** `2017-01-02T03:04:05Z`; null for seconds outside the calendar. */
function timeText(seconds: number): string | null {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? null : date.toISOString().replace('.000Z', 'Z');
}

function parsed(raw: string | number | Uint8Array | undefined): Json {
  if (!(raw instanceof Uint8Array)) return null;
  try {
    return JSON.parse(Buffer.from(raw).toString('utf8')) as Json;
  } catch {
    return Buffer.from(raw).toString('base64');
  }
}
