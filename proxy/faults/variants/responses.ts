import { PRODUCED } from '../../../spec/surface/media-types.ts';
import { isObject, metadataOf, succeeded } from '../bend.ts';
import type { Bendable, FaultyRequest, FaultyResponse, Hooks, Variant } from '../fault.ts';
import { uidOf } from '../memory.ts';
import { variants } from '../named.ts';
import { acceptOf } from '../requests.ts';
import { collectionOf, presentTime } from '../ways.ts';

/** Whether a request accepts JSON and no other type, or any type. */
export const asksForJson = (request: FaultyRequest): boolean =>
  ['', '*/*', 'application/json'].includes(acceptOf(request));

/** The options of a delete, from its body and its query; `undefined` if the body is no JSON object. */
export function deleteOptionsOf({ json, raw, query }: FaultyRequest): Bendable | undefined {
  if (raw.length > 0 && !isObject(json)) return undefined;
  const options: Bendable = isObject(json) ? { ...json } : {};
  for (const name of ['gracePeriodSeconds', 'orphanDependents', 'propagationPolicy'])
    if (query.has(name)) options[name] = query.get(name);
  delete options['kind'];
  delete options['apiVersion'];
  return options;
}

/** The media types that the server has, and those that stand for them. */
const OFFERED: ReadonlySet<string> = new Set([...PRODUCED, 'application/*', '*/*']);

/** Whether an `Accept` header names no type that the server has. */
function isUnknown(accept: string): boolean {
  const types = accept.split(',').map((clause) => (clause.split(';')[0] ?? '').trim().toLowerCase());
  return accept.trim() !== '' && !types.some((type) => OFFERED.has(type));
}

/** Hooks of a server whose refusals have another form. */
function refusingAs(form: (response: FaultyResponse, message: string) => Partial<FaultyResponse>): Variant['hooks'] {
  return () => ({
    response: (response) => {
      if (response.status < 400) return;
      const message = isObject(response.json) ? String(response.json['message']) : 'refused';
      Object.assign(response, form(response, message));
    },
  });
}

/** A removal in one step is told as if the object had been terminating just before. */
function removalsInTwoSteps(): Hooks {
  const times = new Map<string, string>();
  return {
    event: (frame, { query }) => {
      // With a selector, the object may still be there.
      if (frame.type !== 'DELETED' || query.has('labelSelector') || query.has('fieldSelector')) return [frame];
      const metadata = metadataOf(frame.object);
      const time = times.get(uidOf(frame.object)) ?? presentTime();
      times.set(uidOf(frame.object), time);
      metadata['deletionTimestamp'] ??= time;
      metadata['deletionGracePeriodSeconds'] ??= 0;
      return [frame];
    },
  };
}

/** Servers that respond otherwise where the document is silent. */
export const RESPONSE_VARIANTS: readonly Variant[] = variants({
  'errors-in-plain-text': {
    summary: 'refusals have a body in plain text instead of a Status',
    dialect: 'spec',
    hooks: refusingAs((_, message) => ({
      json: undefined,
      raw: Buffer.from(`${message}\n`),
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    })),
  },
  'refusals-have-no-body': {
    summary: 'a refusal is a status line and headers: it has neither a body nor a content type',
    dialect: 'spec',
    hooks: refusingAs(({ headers }) => ({
      json: undefined,
      raw: Buffer.alloc(0),
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'content-type')),
    })),
  },
  'refusals-are-problem-documents': {
    summary: 'a refusal has a problem document (RFC 9457) as its body, whose status is the number',
    dialect: 'spec',
    hooks: refusingAs(({ status, headers }, detail) => ({
      headers: { ...headers, 'content-type': 'application/problem+json' },
      json: { type: 'about:blank', title: 'The request was refused', status, detail },
    })),
  },
  'puts-make-absent-objects': {
    summary: 'a PUT that names no version and no uid makes the object if it is not there',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      response: async (response, request, upstream) => {
        const { call, json, path } = request;
        if (response.status !== 404 || call?.verb !== 'replace' || !isObject(json) || !asksForJson(request)) return;
        const { name, resourceVersion, uid } = metadataOf(json);
        if (name !== call.name || [resourceVersion, uid].some((member) => (member ?? '') !== '')) return;
        const made = await upstream.send('POST', collectionOf(path), json);
        if (succeeded(made)) Object.assign(response, made);
      },
    }),
  },
  'removals-carry-a-deletion-time': {
    summary:
      'the object of a DELETED event has a deletion timestamp and a grace period of 0, even if it had none before',
    dialect: 'spec',
    hooks: removalsInTwoSteps,
  },
  'unknown-accepted-types-get-json': {
    summary: 'a request that accepts only types that the server does not have gets JSON instead of 406',
    dialect: 'spec',
    hooks: () => ({
      request: (request) => {
        if (request.call !== undefined && isUnknown(acceptOf(request))) request.headers['accept'] = 'application/json';
      },
    }),
  },
});
