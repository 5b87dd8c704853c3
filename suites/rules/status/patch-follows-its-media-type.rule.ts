import { isDeepStrictEqual } from 'node:util';
import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';
import { followsDirectly } from '../../checks/write/follows-directly.ts';
import { isThere, keptMember, removable } from '../../checks/write/kept-status.ts';
import { judgeOutcomes } from '../../checks/write/outcome-demands.ts';
import { emptiedStatus } from '../../generators/emptied.ts';
import { fullStatus } from '../../generators/full-objects.ts';
import { statusOf } from '../../generators/statuses.ts';
import { differences, type MemberDifference, missing } from '../../oracle/values/comparison.ts';
import { fieldOf } from '../../oracle/values/schema-fields.ts';
import { at, isObject } from '../../oracle/json.ts';
import { pathOf, pointer } from '../../oracle/values/json-pointer.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { applyPatch } from '../../oracle/merge/apply-patch.ts';
import { CONTAINER_SHOWN } from '../container-status.ts';
import { awaitVersion, fc, inTurn, minimalObject, operationsOf, resourceOf, stepsOn, writeAndRead } from '../cases.ts';
import { show } from '../judging.ts';
import type { PatchForm } from '../patch-form.ts';
import type { Finding, History, Json, JsonObject, Resource, Rule } from '../rule.ts';

/** The directive of a strategic merge patch that a map has the members of the patch and no others. */
const REPLACED = { $patch: 'replace' } as const;

/** Patches in turn: each adds, removes or replaces members, from one of two statuses to the other and back. */
function patches(first: JsonObject, second: JsonObject): readonly PatchForm[] {
  const nulls = (from: JsonObject): JsonObject => Object.fromEntries(Object.keys(from).map((name) => [name, null]));
  const differing = Object.entries(second).filter(([name, value]) => !isDeepStrictEqual(value, first[name]));
  const one = Object.fromEntries(differing.slice(0, 1));
  return [
    { contentType: MERGE_PATCH_TYPE, body: { status: second } },
    { contentType: MERGE_PATCH_TYPE, body: { status: { ...nulls(second), ...first } } },
    { contentType: MERGE_PATCH_TYPE, body: { status: one } },
    { contentType: MERGE_PATCH_TYPE, body: { status: first } },
    { contentType: STRATEGIC_MERGE_PATCH_TYPE, body: { status: one } },
    { contentType: STRATEGIC_MERGE_PATCH_TYPE, body: { status: second } },
    { contentType: STRATEGIC_MERGE_PATCH_TYPE, body: { status: { ...nulls(second), ...first } } },
    { contentType: JSON_PATCH_TYPE, body: [{ op: 'add', path: '/status', value: second }] },
    { contentType: STRATEGIC_MERGE_PATCH_TYPE, body: { status: { ...REPLACED, ...first } } },
  ];
}

/** Patches of each type that set members of a full status to empty values, each after one that sets the full status. */
function emptying(resource: Resource, full: JsonObject): readonly PatchForm[] {
  return (['status', 'elements'] as const).flatMap((of) =>
    [MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE, JSON_PATCH_TYPE].flatMap((contentType): PatchForm[] => {
      const status = emptiedStatus(resource, full, of);
      const operations = Object.entries(status).map(([member, value]) => ({
        op: 'add',
        path: pointer(['status', member]),
        value,
      }));
      const body = contentType === JSON_PATCH_TYPE ? operations : { status };
      return [
        { contentType: MERGE_PATCH_TYPE, body: { status: full } },
        { contentType, body },
      ];
    }),
  );
}

/** Patches that replace the list of containers of a pod. */
const SHOWN: readonly PatchForm[] = CONTAINER_SHOWN.map((status) => ({
  contentType: STRATEGIC_MERGE_PATCH_TYPE,
  body: { status },
}));

export const rule: Rule = {
  id: 'status/patch-follows-its-media-type',
  level: 'must',
  title:
    'A patch of /status changes the status by the semantics of its media type, as a patch of the resource changes the other members.',
  cites: ['media-types.patch.1', 'semantics.4.2', 'semantics.4.3', 'semantics.2.2'],
  operations: operationsOf(['patchStatus'], ({ namespaced }) => namespaced),
  needs: ['create', 'get'],
  cases: (operation, choices) => {
    const on = stepsOn(resourceOf(operation));
    const status = statusOf(on.resource);
    const full = fullStatus(on.resource, '{{a}}', 0, choices) ?? {};
    return fc
      .tuple(status, status, inTurn(emptying(on.resource, full), []))
      .map(([first, second, empties]) =>
        writeAndRead(
          on,
          minimalObject(on.maker, '{{a}}'),
          [
            on.patchStatus('{{a}}', { status: first }),
            ...[...patches(first, second), ...(on.resource.kind === 'Pod' ? SHOWN : []), ...empties].flatMap(
              ({ contentType, body }) => [on.get('{{a}}'), on.patchStatus('{{a}}', body, { contentType, as: 'last' })],
            ),
            awaitVersion('seen', 'last'),
          ],
          0,
        ),
      );
  },
  check,
  least: 6,
};

function check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  return judgeOutcomes(history, ['patchStatus'], (outcome) => {
    const patch = outcome.exchange.request.body?.value;
    const { schema } = outcome.write.resource;
    const mediaType = requestType(outcome.exchange);
    const patched = patch === undefined ? undefined : applyPatch(mediaType, outcome.before.content, patch, schema);
    const isReplaced = mediaType === STRATEGIC_MERGE_PATCH_TYPE && at(patch, 'status', '$patch') === REPLACED.$patch;
    if (
      patch === undefined ||
      patched === undefined ||
      'refused' in patched ||
      (mediaType === STRATEGIC_MERGE_PATCH_TYPE && !isReplaced && JSON.stringify(patch).includes('"$'))
    )
      return undefined;
    const named = membersNamed(patch);
    const gone = removable(
      history,
      outcome,
      Object.keys(outcome.before.content['status'] ?? {}).filter(
        (name) => isObject(patch) && (isReplaced ? !named.includes(name) : at(patch, 'status', name) === null),
      ),
    );
    const merges = mediaType !== JSON_PATCH_TYPE && !isReplaced && followsDirectly(observed, outcome);
    const unnamed = merges
      ? removable(
          history,
          outcome,
          Object.keys(outcome.before.content['status'] ?? {}).filter((name) => at(patch, 'status', name) === undefined),
        )
      : [];
    // A controller may have written members that a strategic merge keeps (in list elements too) since the earlier read.
    const [asked, compare] =
      mediaType === STRATEGIC_MERGE_PATCH_TYPE && !isReplaced ? [patch, missing] : [patched.document, differences];
    return {
      shape: `${mediaType}${isReplaced ? ', with a directive' : gone.length === 0 ? '' : ', with nulls'}`,
      wrong: ({ content, sameVersion }) => {
        if (!sameVersion) return undefined;
        const [expected, actual] = [asked, content].map((object) => only(named, at(object, 'status')));
        const wrong =
          compare(expected, actual, { schema, onlyKnown: true })[0] ?? inReplacedLists(expected, actual, schema);
        const kept = keptMember(outcome.before.content, content, gone);
        if (kept !== undefined)
          return {
            expected: `/status/${kept} is gone, for the patch ${isReplaced ? 'replaces the status' : 'has null there'}`,
            actual: show(at(content, 'status', kept)),
            cause: `/status/${kept} is not removed`,
          };
        const lost = unnamed.find((name) => !isThere(content, name));
        if (lost !== undefined)
          return {
            expected: `/status/${lost} as before, because the patch does not name it`,
            actual: show(at(content, 'status', lost)),
            cause: `/status/${lost} is lost`,
          };
        return wrong === undefined
          ? undefined
          : {
              expected: `${wrong.path} ${show(wrong.expected)}`,
              actual: show(wrong.actual),
              cause: `${wrong.path} is not as patched`,
            };
      },
    };
  });
}

/** A difference in a list that a strategic merge patch replaces, for it has no merge key. */
function inReplacedLists(
  asked: Json | undefined,
  shown: Json | undefined,
  schema: string,
): MemberDifference | undefined {
  const status = fieldOf(schema).member('status');
  const names = Object.entries(at(asked, 'status') ?? {}).flatMap(([name, value]) => {
    const { form, merges } = status.member(name);
    return Array.isArray(value) && form === 'list' && !merges ? [name] : [];
  });
  const [one, other] = [asked, shown].map((object) => only(names, at(object, 'status')));
  return differences(one, other, { schema, onlyKnown: true })[0];
}

/** The members of the status that a patch names: controllers may write the others between the read and the patch. */
function membersNamed(patch: Json): readonly string[] {
  const values = Array.isArray(patch)
    ? (patch as readonly Json[]).map((operation) => {
        const [value, [first, member, ...deeper]] = [
          at(operation, 'value'),
          pathOf(String(at(operation, 'path'))) ?? [],
        ];
        const isSet = ['add', 'replace'].includes(String(at(operation, 'op')));
        if (!isSet || first !== 'status' || value === undefined || deeper.length > 0) return undefined;
        return member === undefined ? value : { [member]: value };
      })
    : [at(patch, 'status')];
  // A default may replace a member that null removes.
  return values.flatMap((value) =>
    isObject(value) ? Object.keys(value).filter((name) => value[name] !== null && name !== '$patch') : [],
  );
}

function only(named: readonly string[], status: Json | undefined): Json {
  const members = isObject(status) ? Object.entries(status) : [];
  return { status: Object.fromEntries(members.filter(([name]) => named.includes(name))) };
}
