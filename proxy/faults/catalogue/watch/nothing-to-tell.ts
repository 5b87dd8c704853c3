import { copyOf, isObject, metadataOf, succeeded } from '../../bend.ts';
import type { Bendable, Fault, FaultyRequest, Hooks, WatchFrame } from '../../fault.ts';
import { beforeWrites, storedOf, versionOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { acceptsJson, isOne, selects } from '../../requests.ts';
import { openWatches } from './open-watches.ts';

/** Whether a watch is about the object of a request. */
function isAbout({ call: watch }: FaultyRequest, { call }: FaultyRequest): boolean {
  return (
    watch?.resource !== undefined &&
    watch.resource === call?.resource &&
    (watch.namespace === undefined || watch.namespace === call.namespace) &&
    (watch.name === undefined || watch.name === call.name)
  );
}

/** The open watches in JSON without selectors, and a way to deliver a change of the object of a request to them. */
function tellingOfPuts(): {
  readonly hooks: ReturnType<typeof openWatches>['hooks'];
  readonly tell: (put: FaultyRequest, object: Bendable) => void;
} {
  const { hooks, tell } = openWatches(
    (watch) => !selects(watch) && !watch.query.has('fieldSelector') && acceptsJson(watch),
  );
  return {
    hooks,
    tell: (put, object) => {
      const frame: WatchFrame = { type: 'MODIFIED', object: copyOf(object) };
      tell((watch) => isAbout(watch, put), frame);
    },
  };
}

/** Watches are told of PUTs that changed nothing. */
function tellingOfNothing(): Hooks {
  const before = beforeWrites();
  const watches = tellingOfPuts();
  return {
    ...watches.hooks,
    request: async (request, upstream) => {
      if (isOne(request, 'replace')) await before.read(request, upstream);
    },
    response: (response, request) => {
      const former = before.of(request);
      if (former === undefined || !succeeded(response) || !isObject(response.json)) return;
      if (versionOf(former) === versionOf(response.json)) watches.tell(request, response.json);
    },
  };
}

/** What would be stored if a refused PUT had not been refused. */
function asIfStored(stored: Bendable, body: Bendable): Bendable {
  const { labels, annotations } = metadataOf(body);
  const { apiVersion, kind, status } = stored;
  return { ...body, apiVersion, kind, status, metadata: { ...metadataOf(stored), labels, annotations } };
}

/** Watches are told of PUTs that were refused for their version. */
function tellingOfRefusals(): Hooks {
  const watches = tellingOfPuts();
  return {
    ...watches.hooks,
    response: async (response, request, upstream) => {
      if (!isOne(request, 'replace') || response.status !== 409 || !isObject(request.json)) return;
      const stored = await storedOf(request, upstream);
      if (stored !== undefined) watches.tell(request, asIfStored(stored, request.json));
    },
  };
}

/** Watches that deliver an event of what changed nothing. */
export const NOTHING_TO_TELL: readonly Fault[] = faults({
  // Semantics 8: "Watch streams changes to one object or to a list as they occur" - and nothing where none occurs.
  'put-that-changes-nothing-is-told': {
    summary: 'a watch delivers MODIFIED for a PUT that changed nothing and made no new version',
    caughtBy: 'watch/tells-nothing-twice',
    hooks: tellingOfNothing,
  },
  // Rules 1: "A PUT whose object changed since it was read fails by optimistic lock" - and so changes nothing.
  'put-is-told-before-its-version-is-compared': {
    summary: 'a watch delivers MODIFIED with the content of a PUT that the server refuses for its stale version',
    caughtBy: 'watch/carries-the-object-as-of-the-event',
    hooks: tellingOfRefusals,
  },
});
