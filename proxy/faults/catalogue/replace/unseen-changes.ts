import { isDeepStrictEqual } from 'node:util';
import { isObject, metadataOf, objectAt, objectPath, succeeded } from '../../bend.ts';
import type { Bendable, Fault, Hooks } from '../../fault.ts';
import { beforeWrites, contentOf, differOnlyIn, textsOf, uidOf, writesAnObject } from '../../memory.ts';
import { faults } from '../../named.ts';
import { isOne, ofKind, STATUS_WRITES } from '../../requests.ts';
import { conflict } from '../../responses.ts';
import { notCounting } from '../../uncounted-changes.ts';
import { changedByStored } from '../../ways.ts';

/** A lock that does not see the last write of an object if that changed only such a member of its metadata. */
function lockBlindFor(member: string): Hooks {
  const before = beforeWrites();
  const unseen = new Map<string, readonly [former: unknown, now: unknown]>();
  return {
    request: async (request, upstream) => {
      if (!writesAnObject(request)) return;
      const stored = await before.read(request, upstream);
      const metadata = metadataOf(request.json);
      const [former, now] = unseen.get(uidOf(stored)) ?? [];
      if (isOne(request, 'replace') && former !== undefined && metadata['resourceVersion'] === former)
        metadata['resourceVersion'] = now;
    },
    response: (response, request) => {
      const stored = before.of(request);
      if (stored === undefined || !succeeded(response) || !isObject(response.json)) return;
      if (differOnlyIn(member, stored, response.json))
        unseen.set(uidOf(stored), [
          metadataOf(stored)['resourceVersion'],
          metadataOf(response.json)['resourceVersion'],
        ]);
      else unseen.delete(uidOf(stored));
    },
  };
}

/** The labels and annotations of an object, and its spec. */
function textsAndSpec(object: Bendable): readonly [texts: string, spec: string] {
  return [
    JSON.stringify([textsOf(object, 'labels'), textsOf(object, 'annotations')]),
    JSON.stringify(object['spec'] ?? null),
  ];
}

/** Whether two states of an object differ in labels or annotations, and in the spec too. */
function differInTextsAndSpec(one: Bendable, other: Bendable): boolean {
  const [[texts, spec], [otherTexts, otherSpec]] = [textsAndSpec(one), textsAndSpec(other)];
  return texts !== otherTexts && spec !== otherSpec;
}

/** What a PUT can write of an object. */
function writableOf(object: Bendable): Bendable {
  const content = contentOf(object, 'selfLink');
  delete content['status'];
  return content;
}

/** Keeps the stored values of data that count as the same as those sent. */
function keepData(isSame: (value: string, former: string) => boolean): (body: Bendable, stored: Bendable) => void {
  return (body, stored) => {
    const [sent, kept] = [objectAt(body, 'data') ?? {}, objectAt(stored, 'data') ?? {}];
    for (const [key, value] of Object.entries(sent)) {
      const former = kept[key];
      if (typeof value === 'string' && typeof former === 'string' && isSame(value, former)) sent[key] = former;
    }
  };
}

/** Keeps the stored map where the body has an empty one. */
function keepWhereEmpty(body: Bendable, stored: Bendable, member: string): void {
  const [sent, kept] = [body[member], stored[member]];
  if (isObject(sent) && Object.keys(sent).length === 0 && kept !== undefined) body[member] = kept;
}

/** A lock that compares a cached version, which gets of an object refresh and writes of its status do not. */
function lockBesideStatusWrites(): Hooks {
  const unread = new Map<string, unknown>();
  return {
    request: (request) => {
      const path = objectPath(request);
      if (isOne(request, ['get', 'getStatus'])) unread.delete(path);
      const version = metadataOf(request.json)['resourceVersion'];
      const isUnread = version !== undefined && unread.get(path) === version;
      return isOne(request, 'replace') && isUnread ? conflict() : undefined;
    },
    response: (response, request) => {
      if (isOne(request, STATUS_WRITES) && succeeded(response))
        unread.set(objectPath(request), metadataOf(response.json)['resourceVersion']);
    },
  };
}

/** Faults of PUTs that do not see what changed. */
export const UNSEEN_CHANGES: readonly Fault[] = faults({
  'lock-does-not-see-changes-of-finalizers': {
    summary: 'a PUT overwrites if the write that replaced its version changed nothing except the finalizers',
    caughtBy: 'replace/stale-version-is-refused',
    seenIn: 'agones-dev/agones#278',
    hooks: () => lockBlindFor('finalizers'),
  },
  'generation-misses-changes-beside-labels': {
    summary: 'a write that changes labels or annotations together with the spec does not increase the generation',
    caughtBy: 'replace/generation-grows-with-the-spec',
    hooks: notCounting(differInTextsAndSpec),
  },
  // Semantics 1: "Replace (PUT) replaces the existing `spec` with the supplied one" - whatever its length.
  'put-of-a-secret-keeps-values-of-the-same-length': {
    summary: 'a PUT of a Secret keeps a stored value that is as long as the one sent',
    caughtBy: 'replace/replaces-the-whole-object',
    hooks: changedByStored(
      ofKind('Secret', 'replace'),
      keepData((value, former) => value.length === former.length),
    ),
  },
  'space-at-the-end-of-data-is-no-change': {
    summary: 'a PUT keeps a stored value of data if the one sent differs only in blanks and line ends at the end',
    caughtBy: 'replace/replaces-the-whole-object',
    hooks: changedByStored(
      'replace',
      keepData((value, former) => value.trimEnd() === former.trimEnd()),
    ),
  },
  'empty-map-in-a-put-keeps-the-stored-one': {
    summary: 'a PUT with `{}` as data, labels or annotations keeps the stored ones',
    caughtBy: 'replace/replaces-the-whole-object',
    hooks: changedByStored('replace', (body, stored) => {
      keepWhereEmpty(body, stored, 'data');
      keepWhereEmpty(metadataOf(body), metadataOf(stored), 'labels');
      keepWhereEmpty(metadataOf(body), metadataOf(stored), 'annotations');
    }),
  },
  // A PUT looks for changes first, and at the version only if there are any.
  'stale-put-of-the-present-content-is-accepted': {
    summary: 'a PUT with a stale version gets 200 if its content is that of the stored object',
    caughtBy: 'replace/stale-version-is-refused',
    hooks: changedByStored('replace', (body, stored) => {
      const metadata = metadataOf(body);
      if (typeof metadata['resourceVersion'] === 'string' && isDeepStrictEqual(writableOf(body), writableOf(stored)))
        metadata['resourceVersion'] = metadataOf(stored)['resourceVersion'];
    }),
  },
  // Rules 1: "A PUT whose object changed since it was read fails by optimistic lock" - and no other.
  'version-of-a-status-write-refused-by-puts': {
    summary: 'a PUT with the version that a write of /status returned gets 409 until the client reads the object',
    caughtBy: 'replace/current-version-succeeds',
    hooks: lockBesideStatusWrites,
  },
});
