import { everyObject, isObject, metadataOf, objectAt, succeeded } from '../../bend.ts';
import type { Bendable, Fault, Hooks } from '../../fault.ts';
import { beforeWrites, differOnlyIn, textsOf, uidOf, writesAnObject } from '../../memory.ts';
import { faults } from '../../named.ts';
import { isOne, ofKind } from '../../requests.ts';
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

/** Generations that do not count the changes of a spec beside those of labels or annotations. */
function generationsOfLoneChanges(): Hooks {
  const before = beforeWrites();
  const uncounted = new Map<string, number>();
  const shown = everyObject((object) => {
    const { generation } = metadataOf(object);
    if (typeof generation === 'number')
      metadataOf(object)['generation'] = generation - (uncounted.get(uidOf(object)) ?? 0);
  });
  const textsAndSpec = (object: Bendable): readonly [texts: string, spec: string] => [
    JSON.stringify([textsOf(object, 'labels'), textsOf(object, 'annotations')]),
    JSON.stringify(object['spec'] ?? null),
  ];
  return {
    ...shown,
    request: async (request, upstream) => {
      if (isOne(request, ['replace', 'patch'])) await before.read(request, upstream);
    },
    response: (response, request) => {
      const stored = before.of(request);
      if (stored !== undefined && succeeded(response) && isObject(response.json)) {
        const [[texts, spec], [newTexts, newSpec]] = [textsAndSpec(stored), textsAndSpec(response.json)];
        const grew = metadataOf(stored)['generation'] !== metadataOf(response.json)['generation'];
        if (texts !== newTexts && spec !== newSpec && grew)
          uncounted.set(uidOf(stored), (uncounted.get(uidOf(stored)) ?? 0) + 1);
      }
      shown.response(response, request);
    },
  };
}

/** Keeps the stored values of a Secret that are as long as those sent. */
function keepEqualLengths(body: Bendable, stored: Bendable): void {
  const [sent, kept] = [objectAt(body, 'data') ?? {}, objectAt(stored, 'data') ?? {}];
  for (const [key, value] of Object.entries(sent)) {
    const former = kept[key];
    if (typeof value === 'string' && typeof former === 'string' && value.length === former.length) sent[key] = former;
  }
}

/** Keeps the stored map where the body has an empty one. */
function keepWhereEmpty(body: Bendable, stored: Bendable, member: string): void {
  const [sent, kept] = [body[member], stored[member]];
  if (isObject(sent) && Object.keys(sent).length === 0 && kept !== undefined) body[member] = kept;
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
    hooks: generationsOfLoneChanges,
  },
  // Semantics 1: "Replace (PUT) replaces the existing `spec` with the supplied one" - whatever its length.
  'put-of-a-secret-keeps-values-of-the-same-length': {
    summary: 'a PUT of a Secret keeps a stored value that is as long as the one sent',
    caughtBy: 'replace/replaces-the-whole-object',
    hooks: changedByStored(ofKind('Secret', 'replace'), keepEqualLengths),
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
});
