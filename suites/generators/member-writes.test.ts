import { expect, it } from 'vitest';
import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../spec/surface/media-types.ts';
import { type DialectChoices, dialectNamed } from '../../spec/dialects/index.ts';
import { resourceById } from '../../spec/surface/resources.ts';
import { expand } from '../drivers/cases/expand.ts';
import { differences } from '../oracle/values/comparison.ts';
import { at, type Json, type JsonObject } from '../oracle/json.ts';
import { applyPatch } from '../oracle/merge/apply-patch.ts';
import { editsOf, type MemberChange, patchOf } from './member-writes.ts';
import { CONTAINER_PLACES, memberChanges } from './container-changes.ts';
import { fullObject } from './full-objects.ts';

const plain = (template: Parameters<typeof expand>[0]): Json =>
  expand(template, { text: () => 'a', responseBody: () => undefined }, []);

const PODS = resourceById('pods');
const { choices } = dialectNamed('spec') ?? {};
const pod = (turn: number): JsonObject => fullObject(PODS, 'a', turn, choices as DialectChoices);
const POD = pod(0);

const CHANGES: readonly MemberChange[] = CONTAINER_PLACES.flatMap(({ list, index }) => {
  const owner = ['spec', list, String(index)];
  return memberChanges(at(POD, ...owner) ?? {}, at(pod(1), ...owner), owner);
});

function patched(type: string, change: MemberChange): Json | undefined {
  const outcome = applyPatch(type, POD, patchOf(type, POD, change, PODS.schema), PODS.schema);
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
  expect(patchOf(STRATEGIC_MERGE_PATCH_TYPE, POD, change, PODS.schema)).toEqual({
    spec: { initContainers: [{ name: 'i-0' }, { name: 'i-1', tty: true, args: null }] },
  });
});

it('changes each member of each element of a list, at every depth', () => {
  const value = { tty: true, stdinOnce: false, env: [{ name: 'A', value: 'b' }], args: ['c'] };
  const changes = memberChanges(value, { tty: true, env: [{ name: 'A', value: 'd' }], args: ['e'] }, ['c']);
  expect(changes).toEqual([
    { owner: ['c'], members: { tty: false } },
    { owner: ['c'], members: { tty: undefined } },
    { owner: ['c'], members: { stdinOnce: true } },
    { owner: ['c'], members: { env: [{ name: 'A', value: 'd' }] } },
    { owner: ['c'], members: { env: undefined } },
    { owner: ['c', 'env', '0'], members: { name: 'A0' } },
    { owner: ['c', 'env', '0'], members: { name: undefined } },
    { owner: ['c', 'env', '0'], members: { value: 'd' } },
    { owner: ['c', 'env', '0'], members: { value: undefined } },
    { owner: ['c'], members: { args: ['e'] } },
    { owner: ['c'], members: { args: undefined } },
  ]);
});

it('names the elements of lists within lists by their merge keys in a strategic merge patch', () => {
  const owner = ['spec', 'containers', '1', 'ports', '1'];
  const container = { name: 'c-1', ports: [{ containerPort: 8100 }, { containerPort: 8110, hostIP: null }] };
  expect(patchOf(STRATEGIC_MERGE_PATCH_TYPE, POD, { owner, members: { hostIP: undefined } }, PODS.schema)).toEqual({
    spec: { containers: [{ name: 'c-0' }, container] },
  });
});
