import { assignedLate, NOT_THE_CLIENTS } from '../../checks/not-the-clients.ts';
import { successivePairs, patchings, takesNullsOver } from '../../checks/patch/patch-pairs.ts';
import { patchFor, type PatchKind } from '../../generators/patches.ts';
import { differences } from '../../oracle/values/comparison.ts';
import { combinedPatch } from '../../oracle/merge/combined.ts';
import { sameJson } from '../../oracle/merge/json-patch.ts';
import { unshown } from '../../oracle/values/write-only.ts';
import { fc, inTurn, objectOf, resourceOf, stepsOn } from '../cases.ts';
import { held, show, violated } from '../judging.ts';
import type { CheckContext, Finding, History, Json, Rule, Template } from '../rule.ts';
import { PATCHES } from './patch-cases.ts';

export const rule: Rule = {
  id: 'patch/two-in-turn-are-one-of-both',
  level: 'must',
  title: 'Two sequential patches have the same result as one patch with the changes of both.',
  cites: ['semantics.4.1', 'media-types.patch.1'],
  // The case deletes and recreates an object, but the name of a namespace is free only after a controller has emptied
  // it.
  operations: PATCHES.filter((operation) => resourceOf(operation).namespaced),
  needs: ['create', 'get', 'delete'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc
      .tuple(objectOf(on.maker), inTurn<PatchKind>('json', 'merge', 'strategic'))
      .chain(([object, kind]) =>
        fc.tuple(fc.constant(object), patchFor(on.resource, object, kind), patchFor(on.resource, object, kind)),
      )
      .filter(([, { mediaType, body }, second]) => isPlain(combinedPatch(mediaType, body, second.body)))
      .map(([object, { mediaType, body }, second]) => {
        const send = (patch: unknown): ReturnType<typeof on.patch> =>
          on.patch('{{a}}', patch as Template, { contentType: mediaType });
        const both = combinedPatch(mediaType, body, second.body);
        return [
          on.create(object),
          on.get('{{a}}'),
          send(body),
          send(second.body),
          on.get('{{a}}'),
          on.remove('{{a}}'),
          on.create(object),
          on.get('{{a}}'),
          send(both),
          on.get('{{a}}'),
        ];
      });
  },
  check,
  least: 3,
};

/** Whether the whole effect of a patch is readable: write-only members show only in the member that stores them. */
function isPlain(patch: Json | undefined): boolean {
  return patch !== undefined && unshown(patch).length === 0;
}

/** Members that a server may derive from the uid: those that select the pods of a job. */
const BY_UID = ['/spec/selector', '/spec/template/metadata/labels'] as const;

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  const all = patchings(history).filter((patching) => !takesNullsOver(patching, choices));
  for (const [first, second] of successivePairs(all)) {
    const both = combinedPatch(first.mediaType, first.patch, second.patch);
    if (both === undefined || !isPlain(both)) continue;
    for (const other of all) {
      if (other.mediaType !== first.mediaType || other.key.id !== first.key.id || !sameJson(other.patch, both))
        continue;
      const options = { schema: other.write.resource.schema, ignore: [...NOT_THE_CLIENTS, ...BY_UID] };
      if (differences(first.before.content, other.before.content, options).length > 0) continue;
      const [step, whole] = [second.response.content, other.response.content];
      const [wrong] = differences(step, whole, {
        ...options,
        ignore: [...options.ignore, ...assignedLate(step), ...assignedLate(whole)],
      });
      if (wrong === undefined) yield held(other.exchange, first.mediaType);
      else
        yield violated(
          other.exchange,
          `${wrong.path} ${show(wrong.expected)}, as the two patches make it in turn`,
          show(wrong.actual),
          `${wrong.path} differs`,
        );
    }
  }
}
