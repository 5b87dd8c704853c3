import { JSON_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { changedByClients } from '../../checks/not-the-clients.ts';
import { successivePairs, type Patching, patchings, takesNullsOver } from '../../checks/patch/patch-pairs.ts';
import { MUTABLE } from '../../generators/mutable-members.ts';
import { patchFor, type PatchKind } from '../../generators/patches.ts';
import { at, isObject } from '../../oracle/json.ts';
import { combinedPatch, inversePatch } from '../../oracle/merge/combined.ts';
import { sameJson } from '../../oracle/merge/json-patch.ts';
import { unshown } from '../../oracle/values/write-only.ts';
import { fc, inTurn, objectOf, resourceOf, stepsOn } from '../cases.ts';
import { held, show, violated } from '../judging.ts';
import type { CheckContext, Finding, History, Json, JsonObject, Resource, Rule, Template } from '../rule.ts';
import { PATCHES } from './patch-cases.ts';

export const rule: Rule = {
  id: 'patch/inverse-restores-what-was',
  level: 'must',
  title: 'A merge patch that undoes the changes of another one restores the object.',
  cites: ['semantics.4.1', 'media-types.patch.1'],
  operations: PATCHES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc
      .tuple(objectOf(on.maker), inTurn<PatchKind>('merge', 'strategic'))
      .chain(([object, kind]) => fc.tuple(fc.constant(object), patchFor(on.resource, object, kind)))
      .filter(
        ([object, { mediaType, body }]) =>
          combinedPatch(mediaType, body, {}) !== undefined && isRestorable(on.resource, object, body),
      )
      .map(([object, { mediaType, body }]) => {
        const send = (patch: unknown): ReturnType<typeof on.patch> =>
          on.patch('{{a}}', patch as Template, { contentType: mediaType });
        return [
          on.create(object),
          on.get('{{a}}'),
          send(body),
          on.get('{{a}}'),
          send(inversePatch(object, body) ?? {}),
          on.get('{{a}}'),
        ];
      });
  },
  check,
  least: 3,
};

/** Whether the changed member was sent before, or is an entry of a map: no server has a default for those. */
function isRestorable(resource: Resource, object: JsonObject, patch: Json): boolean {
  const maps = new Set(MUTABLE[resource.kind].maps.map(({ path }) => path.join('/')));
  const isKnown = (value: Json, path: readonly string[]): boolean => {
    if (isObject(value) && !maps.has(path.join('/')))
      return Object.entries(value).every(([name, member]) => isKnown(member, [...path, name]));
    return maps.has(path.join('/')) || at(object, ...path) !== undefined;
  };
  return isKnown(patch, []) && unshown(patch).length === 0;
}

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  for (const [first, second] of successivePairs(patchings(history))) {
    if (!isInverse(first, second)) continue;
    // The first patch may have removed the last entry of a map to which nulls of the second belong.
    if (takesNullsOver(second, choices)) continue;
    const changed = changedByClients(first.before, second.response);
    if (changed === undefined) yield held(second.exchange, second.mediaType);
    else
      yield violated(
        second.exchange,
        `${changed.path} ${show(changed.expected)}, as before both patches`,
        show(changed.actual),
        `${changed.path} is not restored`,
      );
  }
}

function isInverse({ before, mediaType, patch }: Patching, second: Patching): boolean {
  if (mediaType === JSON_PATCH_TYPE || combinedPatch(mediaType, patch, {}) === undefined || unshown(patch).length > 0)
    return false;
  const inverse = inversePatch(before.content, patch);
  return (
    inverse !== undefined && combinedPatch(mediaType, inverse, {}) !== undefined && sameJson(inverse, second.patch)
  );
}
