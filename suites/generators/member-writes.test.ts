import { expect, it } from 'vitest';
import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../spec/surface/media-types.ts';
import { resourceById } from '../../spec/surface/resources.ts';
import { expand } from '../drivers/expand.ts';
import { differences } from '../oracle/comparison.ts';
import type { Json } from '../oracle/json.ts';
import { applyPatch } from '../oracle/merge/apply-patch.ts';
import { editsOf, type MemberChange, patchOf } from './member-writes.ts';
import { CONTAINER_PLACES, otherMembers, removableMembers, wholePod } from './whole-containers.ts';

const plain = (template: Parameters<typeof expand>[0]): Json =>
  expand(template, { text: () => 'a', responseBody: () => undefined }, []);

const PODS = resourceById('pods');
const POD = wholePod(PODS, 'a');

const CHANGES: readonly MemberChange[] = CONTAINER_PLACES.flatMap((place) => {
  const owner = ['spec', place.list, String(place.index)];
  return [
    ...Object.entries(otherMembers(place)).map(([member, to]) => ({ owner, members: { [member]: to } })),
    ...removableMembers(place).map((member) => ({ owner, members: { [member]: undefined } })),
  ];
});

function patched(type: string, change: MemberChange): Json | undefined {
  const outcome = applyPatch(type, POD, patchOf(type, POD, change), PODS.schema);
  return 'document' in outcome ? outcome.document : undefined;
}

it.each([JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE])(
  'changes every member of every container by %s',
  (type) => {
    const isIdle = (change: MemberChange): boolean =>
      differences(POD, patched(type, change), { schema: PODS.schema }).length === 0;
    expect(CHANGES.filter(isIdle)).toEqual([]);
  },
);

it.each([JSON_PATCH_TYPE, MERGE_PATCH_TYPE])('has the effect of the edits by %s', (type) => {
  for (const change of CHANGES) expect(patched(type, change)).toEqual(plain({ $edit: POD, with: editsOf(change) }));
});

it('lists the containers up to the changed one in a strategic merge patch', () => {
  const change = { owner: ['spec', 'initContainers', '1'], members: { tty: true, args: undefined } };
  expect(patchOf(STRATEGIC_MERGE_PATCH_TYPE, POD, change)).toEqual({
    spec: { initContainers: [{ name: 'i-0' }, { name: 'i-1', tty: true, args: null }] },
  });
});
