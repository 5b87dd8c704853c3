import { JSON_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { copyOf, objectPath } from '../../bend.ts';
import type { Fault, FaultyRequest, FaultyResponse, Hooks } from '../../fault.ts';
import { operationsOf } from '../../json-patch.ts';
import { faults } from '../../named.ts';
import { underWay } from '../../races.ts';
import { acceptsJson, contentTypeOf, isPatch } from '../../requests.ts';
import { pause } from '../../ways.ts';

/** A JSON patch that meets another write of its object is tried again on its own result. */
function appendingTwice(): Hooks {
  const writes = underWay((request) =>
    request.method !== 'GET' && request.call?.name !== undefined ? objectPath(request) : undefined,
  );
  const appends = (request: FaultyRequest): boolean =>
    isPatch(request, JSON_PATCH_TYPE) &&
    operationsOf(request).some(({ op, path }) => op === 'add' && String(path).endsWith('/-'));
  return {
    ...writes.hooks,
    request: async (request, upstream) => {
      const isBeside = writes.count(request) > 0;
      await writes.hooks.request?.(request, upstream);
      if (isBeside && appends(request))
        await upstream.send('PATCH', request.path, request.json, contentTypeOf(request));
    },
  };
}

/** Equal patches that are under way at once are carried out once, and each gets the response. */
function carriedOutOnce(): Hooks {
  const pending = new Map<string, Promise<FaultyResponse>>();
  return {
    request: async (request, upstream) => {
      if (!isPatch(request) || request.call === undefined || !acceptsJson(request)) return undefined;
      const key = `${request.target} ${contentTypeOf(request)} ${request.raw.toString('base64')}`;
      const first =
        pending.get(key) ??
        pause(2).then(() => upstream.send('PATCH', request.target, request.raw, contentTypeOf(request)));
      pending.set(key, first);
      const response = copyOfResponse(await first);
      pending.delete(key);
      return response;
    },
  };
}

const copyOfResponse = ({ json, headers, ...rest }: FaultyResponse): FaultyResponse => ({
  ...rest,
  headers: { ...headers },
  json: copyOf(json),
});

/** Faults of patches that append to a list beside others. */
export const APPENDS: readonly Fault[] = faults({
  'appending-patch-beside-a-write-appends-twice': {
    summary: 'a JSON patch that appends to a list appends twice if another write of the object is under way',
    caughtBy: 'concurrency/patches-of-lists-lose-nothing',
    hooks: appendingTwice,
  },
  'equal-parallel-patches-are-one': {
    summary:
      'of equal PATCHes of one object that are under way at once only one is carried out, and all get its response',
    caughtBy: 'concurrency/patches-of-lists-lose-nothing',
    hooks: carriedOutOnce,
  },
});
