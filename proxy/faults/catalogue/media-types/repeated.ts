import { isObject, metadataOf, objectPath, objectsOf, succeeded, walk } from '../../bend.ts';
import type { Bendable, Fault, FaultyRequest, FaultyResponse, Hooks } from '../../fault.ts';
import { beforeWrites } from '../../memory.ts';
import { faults } from '../../named.ts';
import { acceptOf, isOne, isWrite } from '../../requests.ts';
import { isInYaml } from '../../responses.ts';

/** How long a read is remembered, in milliseconds. */
const REMEMBERED_MS = 1_000;

/** A get in protobuf is answered from a cache of encoded objects. */
function encodedObjects(): Hooks {
  const kept = new Map<string, { readonly raw: Buffer; readonly until: number }>();
  return {
    response: (response, request) => {
      if (!isOne(request, 'get') || !acceptOf(request).includes('protobuf') || !succeeded(response)) return;
      const key = `${request.path}?${request.query}`;
      const before = kept.get(key);
      if (before !== undefined && before.until > Date.now()) response.raw = before.raw;
      else kept.set(key, { raw: response.raw, until: Date.now() + REMEMBERED_MS });
    },
  };
}

/** A write that accepts YAML returns the object as it was before. */
function formerObjectsInYaml(): Hooks {
  const before = beforeWrites();
  const isOneInYaml = (request: FaultyRequest): boolean =>
    isOne(request, ['replace', 'patch']) && acceptOf(request).includes('yaml');
  return {
    yaml: true,
    request: async (request, upstream) => {
      if (isOneInYaml(request)) await before.read(request, upstream);
    },
    response: (response, request) => {
      const former = before.of(request);
      if (former !== undefined && succeeded(response) && isObject(response.json)) response.json = former;
    },
  };
}

/** Folds the texts in an object as a YAML writer does that breaks long lines at blanks. */
function fold(object: Bendable): void {
  walk(object, (inner) => {
    for (const [member, value] of Object.entries(inner))
      if (typeof value === 'string' && value.length > 80) inner[member] = value.replaceAll(/(?<=\S) {2,}(?=\S)/g, ' ');
  });
}

/** Makes the version in the metadata of an object or a list a number. */
function numberVersion(object: unknown): void {
  const metadata = metadataOf(object);
  const version = metadata['resourceVersion'];
  if (typeof version === 'string' && /^\d+$/.test(version)) metadata['resourceVersion'] = Number(version);
}

/** Versions are written in YAML without quotes, and read so too. */
function writingBareVersions(): Hooks {
  return {
    yaml: true,
    request: (request) => {
      const metadata = metadataOf(request.json);
      const version = metadata['resourceVersion'];
      if (isInYaml(request) && typeof version === 'number') metadata['resourceVersion'] = String(version);
    },
    response: (response) => {
      if (isInYaml(response) && succeeded(response))
        for (const each of [response.json, ...objectsOf(response)]) numberVersion(each);
    },
  };
}

/** How long a response is kept for other media types, in milliseconds. */
const KEPT_MS = 500;

/** A get is answered from a cache that heeds no media type, until a write of the object. */
function keptForEveryType(): Hooks {
  const kept = new Map<
    string,
    { readonly accept: string; readonly response: FaultyResponse; readonly until: number }
  >();
  const forget = (request: FaultyRequest): void => {
    for (const target of kept.keys()) if (target.startsWith(objectPath(request))) kept.delete(target);
  };
  return {
    request: (request) => {
      if (isWrite(request)) forget(request);
      const former = isOne(request, 'get') ? kept.get(request.target) : undefined;
      const isOther = former !== undefined && former.until > Date.now() && former.accept !== acceptOf(request);
      return isOther ? { ...former.response } : undefined;
    },
    response: (response, request) => {
      if (isWrite(request)) forget(request);
      // A write through the other view of a Deployment would have to clear the cache too.
      else if (isOne(request, 'get') && request.call?.resource?.kind !== 'Deployment' && succeeded(response))
        kept.set(request.target, { accept: acceptOf(request), response: { ...response }, until: Date.now() + KEPT_MS });
    },
  };
}

/** Faults of responses in YAML and protobuf. */
export const REPEATED: readonly Fault[] = faults({
  'yaml-folds-long-texts': {
    summary: 'in YAML, texts of more than 80 characters have one space where they should have several',
    caughtBy: 'media-types/yaml-shows-the-same-object',
    hooks: () => ({
      yaml: true,
      response: (response) => {
        if (isInYaml(response) && isObject(response.json)) fold(response.json);
      },
    }),
  },
  'version-in-yaml-is-a-number': {
    summary: 'the resourceVersion of objects and lists in YAML is a number',
    caughtBy: 'media-types/yaml-shows-the-same-object',
    hooks: writingBareVersions,
  },
  'protobuf-get-repeats-the-last-one': {
    summary: 'a get in protobuf repeats its previous response for a second, whatever was written; other gets are right',
    caughtBy: 'get/answers-what-was-last-written',
    hooks: encodedObjects,
  },
  'write-in-yaml-returns-the-former-object': {
    summary: 'a PUT or PATCH that accepts YAML returns the object as it was before; in JSON it is right',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    hooks: formerObjectsInYaml,
  },
  // Media types: "Responses (Produces) on all endpoints: `application/json`, `application/yaml`, ..." - by request.
  'kept-responses-forget-their-media-type': {
    summary: 'a get returns the response to the get of another media type that came shortly before it, in that type',
    caughtBy: 'media-types/answer-is-of-the-type-asked-for',
    hooks: keptForEveryType,
  },
});
