import { Ajv } from 'ajv';
import { lazy } from '../../shared/lazy.ts';
import type { GapLine } from '../../shared/exchange-log/exchange-log.ts';

/** Name and value, for headers, cookies and parameters in HAR. */
export interface HarPair {
  readonly name: string;
  readonly value: string;
}

/**
 * Data that HAR cannot express: a member of our own on each entry, so an exported recording can be imported
 * unchanged.
 */
export interface HarOwn {
  readonly exchange: number;
  readonly connection?: number;
  /** Request target, byte for byte. */
  readonly target: string;
  /** Position and time of each line that is no event. */
  readonly request: HarMoment;
  readonly response?: HarMoment;
  readonly body?: HarMoment;
  readonly end?: HarMoment & {
    readonly reason: string;
    readonly detail?: string;
    readonly trailers?: readonly HarPair[];
    readonly tunnel?: { readonly sent: number; readonly received: number };
  };
  readonly sentTrailers?: readonly HarPair[];
  readonly interim?: readonly { readonly status: number; readonly headers: readonly HarPair[] }[];
}

export interface HarMoment {
  readonly n: number;
  readonly t: number;
}

/** One watch event: its time in milliseconds since the recording began, and its content; binary frames in base64. */
export interface HarEvent extends HarMoment {
  readonly index: number;
  readonly text: string;
  readonly encoding?: 'base64';
}

export interface HarEntry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly connection?: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly httpVersion: string;
    readonly cookies: readonly HarPair[];
    readonly headers: readonly HarPair[];
    readonly queryString: readonly HarPair[];
    readonly postData?: {
      readonly mimeType: string;
      readonly text?: string;
      readonly params?: readonly HarPair[];
      readonly _encoding?: 'base64';
    };
    readonly headersSize: number;
    readonly bodySize: number;
  };
  readonly response: {
    readonly status: number;
    readonly statusText: string;
    readonly httpVersion: string;
    readonly cookies: readonly HarPair[];
    readonly headers: readonly HarPair[];
    readonly content: {
      readonly size: number;
      readonly mimeType: string;
      readonly text?: string;
      readonly encoding?: string;
    };
    readonly redirectURL: string;
    readonly headersSize: number;
    readonly bodySize: number;
  };
  readonly cache: Readonly<Record<string, unknown>>;
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
  readonly _events?: readonly HarEvent[];
  readonly _plumbline?: HarOwn;
}

export interface Har {
  readonly log: {
    readonly version: string;
    readonly creator: { readonly name: string; readonly version: string };
    readonly entries: readonly HarEntry[];
    /** Header of the exported recording. */
    readonly _plumbline?: {
      readonly tool: string;
      readonly startedAt: string;
      readonly upstream?: string;
      readonly redaction?: string;
      readonly namespaces?: Readonly<Record<string, string>>;
      readonly gaps?: readonly GapLine[];
    };
  };
}

const text = { type: 'string' } as const;
const number = { type: 'number' } as const;
const size = { type: 'integer', minimum: -1, default: -1 } as const;
/** Members that HAR requires and many tools omit, with their default. */
const loose = { text: { ...text, default: '' }, duration: { ...number, default: 0 } } as const;
const object = (properties: Readonly<Record<string, object>>, optional: readonly string[] = []): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});
const fields = { type: 'array', items: object({ name: text, value: text }) };
const pairs = { type: 'array', items: object({ name: text, value: loose.text }), default: [] };
const moment = { n: number, t: number };
const ending = object(
  {
    ...moment,
    reason: { enum: ['complete', 'client-abort', 'server-abort', 'proxy-stop', 'error'] },
    detail: text,
    trailers: fields,
    tunnel: object({ sent: number, received: number }),
  },
  ['detail', 'trailers', 'tunnel'],
);
const own = object(
  {
    exchange: number,
    connection: number,
    target: text,
    request: object(moment),
    response: object(moment),
    body: object(moment),
    end: ending,
    sentTrailers: fields,
    interim: { type: 'array', items: object({ status: number, headers: fields }) },
  },
  ['connection', 'response', 'body', 'end', 'sentTrailers', 'interim'],
);
const postData = object(
  {
    mimeType: text,
    text,
    params: { type: 'array', items: object({ name: text, value: text }, ['value']) },
    _encoding: { const: 'base64' },
  },
  ['text', 'params', '_encoding'],
);
const request = object(
  {
    method: text,
    url: text,
    httpVersion: loose.text,
    cookies: pairs,
    headers: pairs,
    queryString: pairs,
    postData,
    headersSize: size,
    bodySize: size,
  },
  ['postData'],
);
const content = {
  ...object({ size: { type: 'integer', default: 0 }, mimeType: loose.text, text, encoding: text }, [
    'text',
    'encoding',
  ]),
  default: {},
};
const response = object({
  status: { type: 'integer', minimum: 0, maximum: 999 },
  statusText: loose.text,
  httpVersion: loose.text,
  cookies: pairs,
  headers: pairs,
  content,
  redirectURL: loose.text,
  headersSize: size,
  bodySize: size,
});
const timings = { ...object({ send: loose.duration, wait: loose.duration, receive: loose.duration }), default: {} };
const event = object({ ...moment, index: number, text, encoding: { const: 'base64' } }, ['encoding']);
const entry = object(
  {
    startedDateTime: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d' },
    time: loose.duration,
    request,
    response,
    cache: { type: 'object', default: {} },
    timings,
    _events: { type: 'array', items: event },
    _plumbline: own,
  },
  ['_events', '_plumbline'],
);
const gap = object({ kind: { const: 'gap' }, ...moment, lost: text, reason: text });
const header = object(
  {
    tool: text,
    startedAt: text,
    upstream: text,
    redaction: text,
    namespaces: { type: 'object', additionalProperties: text },
    gaps: { type: 'array', items: gap },
  },
  ['upstream', 'redaction', 'namespaces', 'gaps'],
);
const creator = { ...object({ name: { ...text, default: 'another tool' }, version: loose.text }), default: {} };
const log = object({ version: loose.text, creator, entries: { type: 'array', items: entry }, _plumbline: header }, [
  '_plumbline',
]);

const validator = lazy(() => new Ajv({ allErrors: false, useDefaults: 'empty' }).compile<Har>(object({ log })));

/**
 * The defect of a value as HAR 1.2, with its place; `undefined` if there is none. Missing or empty minor members, which
 * many tools omit, are filled with defaults.
 */
export function harFault(value: unknown): string | undefined {
  const becomesHar = validator();
  if (becomesHar(value)) return undefined;
  const [error] = becomesHar.errors ?? [];
  return error === undefined
    ? 'not HAR'
    : `${error.instancePath === '' ? 'the file' : error.instancePath} ${error.message ?? 'is wrong'}`;
}
