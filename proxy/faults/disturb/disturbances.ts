import type { FaultyRequest, FaultyResponse } from '../fault.ts';
import { failureStatus, jsonResponse } from '../bend.ts';
import { CutError } from '../cut-error.ts';
import { isWatch } from '../requests.ts';
import type { Disturbance } from './disturbance.ts';

const isAny = (): boolean => true;
const isChange = ({ method }: FaultyRequest): boolean => method === 'PUT' || method === 'PATCH';
const isRead = ({ method, call }: FaultyRequest): boolean => method === 'GET' && call?.watching !== true;
const isReadOfMany = ({ call }: FaultyRequest): boolean =>
  call !== undefined && (call.watching || call.verb === 'list' || call.verb === 'listAll');

const MILLISECONDS = 'milliseconds';

/** Every disturbance, in order of precedence: for an event or request, the first applicable one happens. */
export const DISTURBANCES: readonly Disturbance[] = [
  {
    name: 'latency',
    summary: 'the request waits before it is carried out',
    value: { meaning: MILLISECONDS, usual: 200 },
    concerns: isAny,
    request: (_, value) => pause(value),
  },
  {
    name: 'too-many-requests',
    summary: 'the request gets 429 and Retry-After',
    value: { meaning: 'seconds to wait', usual: 1 },
    concerns: isAny,
    request: (_, value) =>
      refusal(
        429,
        'TooManyRequests',
        'too many requests, try again later',
        { 'retry-after': String(Math.ceil(value)) },
        { retryAfterSeconds: value },
      ),
  },
  {
    name: 'server-error',
    summary: 'the request gets an error of the server and is not carried out',
    value: { meaning: 'status', usual: 500 },
    concerns: isAny,
    request: (_, value) =>
      refusal(
        value,
        value === 503 ? 'ServiceUnavailable' : value === 504 ? 'Timeout' : 'InternalError',
        'the server cannot carry the request out at the moment',
      ),
  },
  {
    name: 'lost-request',
    summary: 'the connection is cut before the request is carried out',
    concerns: isAny,
    request: () => {
      throw new CutError('cut');
    },
  },
  {
    name: 'conflict',
    summary: 'a PUT or PATCH gets 409, as if another client had been first',
    concerns: isChange,
    request: ({ call }) =>
      refusal(
        409,
        'Conflict',
        `${call?.resource?.plural ?? 'the object'} "${call?.name ?? ''}" was changed in the meantime; read it again and repeat the change`,
      ),
  },
  {
    name: 'gone',
    summary: 'a list or watch gets 410: the version or the continue token that it names is too old',
    concerns: isReadOfMany,
    request: () => refusal(410, 'Gone', 'too old resource version; list again'),
  },
  {
    name: 'lost-answer',
    summary: 'the request is carried out, and the connection is cut before its response',
    concerns: (request) => !isWatch(request),
    response: () => 'cut',
  },
  {
    name: 'stale-read',
    summary: 'a read shows the state before the last change',
    concerns: isRead,
    response: (response, older) => {
      if (older === undefined || response.status !== 200) return 'nothing';
      response.json = older;
      return 'changed';
    },
  },
  {
    name: 'delay-event',
    summary: 'a watch event, and those after it, come late',
    value: { meaning: MILLISECONDS, usual: 500 },
    concerns: isWatch,
    event: (_, value) => pause(value),
  },
  { name: 'drop-event', summary: 'a watch event is lost', concerns: isWatch, event: () => ({ now: [] }) },
  {
    name: 'duplicate-event',
    summary: 'a watch event comes twice',
    concerns: isWatch,
    event: (frame) => ({ now: [frame, frame] }),
  },
  {
    name: 'reorder-events',
    summary: 'a watch event comes after the one that follows it',
    concerns: isWatch,
    event: (frame) => ({ now: [], later: [frame] }),
  },
  {
    name: 'cut-stream',
    summary: 'the connection of a watch is cut after an event',
    concerns: isWatch,
    event: (frame) => ({ now: [frame], end: 'cut' }),
  },
  {
    name: 'end-stream',
    summary: 'a watch ends properly after an event, as after a timeout',
    concerns: isWatch,
    event: (frame) => ({ now: [frame], end: 'end' }),
  },
  {
    name: 'gone-event',
    summary: 'a watch ends with an ERROR event of code 410 instead of an event',
    concerns: isWatch,
    event: () => ({
      now: [{ type: 'ERROR', object: failureStatus(410, 'Gone', 'too old resource version; list again') }],
      end: 'end',
    }),
  },
];

function refusal(
  code: number,
  reason: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
  details?: Readonly<Record<string, unknown>>,
): FaultyResponse {
  const response = jsonResponse(code, {
    ...failureStatus(code, reason, message),
    ...(details === undefined ? {} : { details }),
  });
  return { ...response, headers: { ...response.headers, ...headers } };
}

function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms));
}
