import { isObject, metadataOf, objectsOf, succeeded, walk } from '../../bend.ts';
import type { Bendable, Fault, FaultyRequest, Hooks } from '../../fault.ts';
import { beforeWrites } from '../../memory.ts';
import { faults } from '../../named.ts';
import { acceptOf, isOne } from '../../requests.ts';
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

/** Hooks that write such texts in YAML without quotes, where they are the value of a member or an element. */
function withoutQuotes(texts: string): Fault['hooks'] {
  const quoted = new RegExp(`((?:^|\\s)-|:) (['"])(${texts})\\2$`, 'gm');
  return () => ({
    response: (response) => {
      if (isInYaml(response) && succeeded(response))
        response.raw = Buffer.from(response.raw.toString('utf8').replaceAll(quoted, '$1 $3'));
    },
  });
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
  // Media types: responses in `application/yaml` are of the same resource, whose texts are texts.
  'yaml-writes-the-text-null-without-quotes': {
    summary: 'a response in YAML writes the texts `null` and `~` without quotes',
    caughtBy: 'media-types/yaml-shows-the-same-object',
    hooks: withoutQuotes('null|Null|NULL|~'),
  },
  // A bare `+49301234` is a number in every version of YAML.
  'yaml-response-leaves-texts-with-a-plus-bare': {
    summary: 'a response in YAML writes texts of a plus sign and digits, such as telephone numbers, without quotes',
    caughtBy: 'media-types/yaml-shows-the-same-object',
    hooks: withoutQuotes(String.raw`\+\d+`),
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
});
