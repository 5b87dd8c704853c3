import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { assert, property, sample } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SCHEMA_DOCUMENT, SCHEMA_FORMATS, SCHEMA_KEYWORDS, pointerTo } from '../../spec/schemas/index.ts';
import { type Resource, resourceById, RESOURCES } from '../../spec/surface/resources.ts';
import type { Edit } from '../program/program.ts';
import { expand } from '../drivers/cases/expand.ts';
import type { Field } from '../oracle/values/field.ts';
import { at, isObject, type Json, type JsonObject } from '../oracle/json.ts';
import { pointer } from '../oracle/values/json-pointer.ts';
import { fieldOf } from '../oracle/values/schema-fields.ts';
import { applyPatch } from '../oracle/merge/apply-patch.ts';
import { POD_SPEC } from '../oracle/objects/pod-specs.ts';
import { changeOf, distinctChange, identifyingMember } from './changes.ts';
import { minimalObject, NO_SCHEDULER, NOWHERE } from '../oracle/objects/minimal-objects.ts';
import { objectOf } from './objects.ts';
import { failingPatchFor, patchFor } from './patches.ts';
import { statusOf } from './statuses.ts';

const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
for (const keyword of SCHEMA_KEYWORDS) ajv.addKeyword(keyword);
for (const [name, format] of Object.entries(SCHEMA_FORMATS)) ajv.addFormat(name, format);
ajv.addSchema(SCHEMA_DOCUMENT);

const VALIDATORS = new Map<string, ValidateFunction>();

function validator({ schema }: Resource): ValidateFunction {
  const compiled = VALIDATORS.get(schema) ?? ajv.compile({ $ref: pointerTo(schema) });
  VALIDATORS.set(schema, compiled);
  return compiled;
}

/** Schema errors, and members that the schema does not have. */
function faults(resource: Resource, object: Json): unknown[] {
  const validate = validator(resource);
  const wrong = validate(object)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  return [...wrong, ...unknownMembers(object, fieldOf(resource.schema), '')];
}

function unknownMembers(value: Json, field: Field, path: string): string[] {
  if (field.form === 'unknown') return [path];
  if (Array.isArray(value))
    return value.flatMap((element: Json, index) => unknownMembers(element, field.element(), `${path}/${index}`));
  return isObject(value)
    ? Object.entries(value).flatMap(([name, member]) => unknownMembers(member, field.member(name), `${path}/${name}`))
    : [];
}

function edited(object: JsonObject, edits: readonly Edit[]): Json {
  const missing: string[] = [];
  const result = expand(
    { $edit: object, with: edits },
    { text: (hole) => hole, responseBody: () => undefined },
    missing,
  );
  expect(missing).toEqual([]);
  return result;
}

/** Whether no controller acts on an object: its pods fit no node, and it wants none or is held back. */
function isQuiet(resource: Resource, object: Json): boolean {
  const path = POD_SPEC[resource.kind];
  const spec = path === undefined ? undefined : at(object, ...path);
  if (
    spec !== undefined &&
    (at(spec, 'schedulerName') !== NO_SCHEDULER || at(spec, 'nodeSelector', ...Object.keys(NOWHERE)) !== 'none')
  )
    return false;
  const wants = at(object, 'spec', 'replicas') ?? at(object, 'spec', 'parallelism');
  const held =
    at(object, 'spec', 'paused') === true ||
    at(object, 'spec', 'suspend') === true ||
    spec === undefined ||
    path?.length === 1;
  return held || wants === 0 || resource.kind === 'DaemonSet';
}

describe.each(RESOURCES.map((resource) => [resource.id, resource] as const))(
  'generated objects of %s',
  (_, resource) => {
    it('fit the schema of the document, and no controller acts on them', () => {
      expect(faults(resource, minimalObject(resource, 'a'))).toEqual([]);
      expect(isQuiet(resource, minimalObject(resource, 'a'))).toBe(true);
      assert(
        property(objectOf(resource), (object) => {
          expect(faults(resource, object)).toEqual([]);
          expect(isQuiet(resource, object)).toBe(true);
        }),
        { numRuns: 60 },
      );
    });

    it('survive JSON, and contain no unintended hole', () => {
      assert(
        property(objectOf(resource), (object) => {
          const text = JSON.stringify(object);
          expect(JSON.parse(text)).toEqual(object);
          expect(text.replaceAll(/\{\{(a|case|namespace)\}\}/g, '')).not.toContain('{{');
        }),
        { numRuns: 30 },
      );
    });

    it('still fit and stay inactive after every change', () => {
      const cases = objectOf(resource).chain((object) => changeOf(resource).map((edits) => ({ object, edits })));
      assert(
        property(cases, ({ object, edits }) => {
          const after = edited(object, edits);
          expect(faults(resource, after)).toEqual([]);
          expect(isQuiet(resource, after)).toBe(true);
        }),
        { numRuns: 60 },
      );
    });

    it('still fit and stay inactive after every patch', () => {
      for (const kind of ['json', 'merge', 'strategic'] as const) {
        const cases = objectOf(resource).chain((object) =>
          patchFor(resource, object, kind).map((patch) => ({ object, patch })),
        );
        assert(
          property(cases, ({ object, patch }) => {
            const after = applyPatch(patch.mediaType, object, patch.body, resource.schema);
            if ('refused' in after) throw new Error(after.refused);
            expect(faults(resource, after.document)).toEqual([]);
            expect(isQuiet(resource, after.document)).toBe(true);
          }),
          { numRuns: 60 },
        );
      }
    });

    it('are not changed by patches that must fail', () => {
      const cases = objectOf(resource).chain((object) =>
        failingPatchFor(resource, object).map((patch) => ({ object, patch })),
      );
      assert(
        property(
          cases,
          ({ object, patch }) =>
            void expect(applyPatch(patch.mediaType, object, patch.body, resource.schema)).toHaveProperty('refused'),
        ),
        { numRuns: 20 },
      );
    });

    it('carry the given text', () => {
      for (const object of sample(objectOf(resource), 10)) {
        const { path, value } = identifyingMember(resource, 'm-1');
        expect(at(edited(object, distinctChange(resource, 'm-1')), ...path)).toEqual(value);
        expect(faults(resource, edited(object, distinctChange(resource, 'm-2')))).toEqual([]);
        expect(pointer(path)).not.toBe('');
      }
    });

    it('accept every generated status', () => {
      assert(
        property(
          statusOf(resource),
          (status) =>
            void expect(
              faults(resource, { ...minimalObject(resource, 'a'), ...(resource.hasStatus ? { status } : {}) }),
            ).toEqual([]),
        ),
        { numRuns: 60 },
      );
    });
  },
);

/** A fixed sample of each generator, as text. Values that are not in it are too rare to rely on in a run. */
const SAMPLED = { numRuns: 60, seed: 11 };
const OBJECTS = RESOURCES.flatMap((resource) => sample(objectOf(resource), SAMPLED));
const CASES = RESOURCES.flatMap((resource) =>
  (['json', 'merge', 'strategic'] as const).flatMap((kind) =>
    sample(
      objectOf(resource).chain((object) =>
        patchFor(resource, object, kind).map((patch) => ({ object, kind, body: patch.body })),
      ),
      SAMPLED,
    ),
  ),
);
const CHANGES = RESOURCES.flatMap((resource) => sample(changeOf(resource), SAMPLED));

/** The texts of all members under those names, at any depth. */
function membersNamed(name: string): Json[] {
  const found: Json[] = [];
  const search = (value: Json): void => {
    if (Array.isArray(value)) (value as readonly Json[]).forEach(search);
    if (!isObject(value)) return;
    const member = at(value, name);
    if (member !== undefined) found.push(member);
    Object.values(value).forEach(search);
  };
  OBJECTS.forEach(search);
  return found;
}

const keysOf = (maps: readonly Json[]): string[] => maps.flatMap((map) => (isObject(map) ? Object.keys(map) : []));
const valuesOf = (maps: readonly Json[]): Json[] => maps.flatMap((map) => (isObject(map) ? Object.values(map) : []));
const objectsOf = (kind: string): JsonObject[] => OBJECTS.filter((object) => object['kind'] === kind);
const patchesOf = (...kinds: readonly string[]): string[] =>
  CASES.filter(({ kind }) => kinds.includes(kind)).map(({ body }) => JSON.stringify(body));

describe('a sample of generated objects', () => {
  it('leaves out and fills in every optional member, in a moderate number of cases', () => {
    const pods = sample(objectOf(resourceById('pods')), 400);
    const seen = new Set(
      pods.flatMap((pod) => Object.keys(isObject(at(pod, 'spec')) ? (at(pod, 'spec') as JsonObject) : {})),
    );
    expect(seen.size).toBeGreaterThan(17);
  });

  it.each<readonly [string, () => boolean]>([
    [
      'label keys with a prefix',
      () => keysOf(membersNamed('labels')).some((key) => /^sub\.example\.com\/.*\..*_/.test(key)),
    ],
    [
      'label keys and values as long as they may be',
      () =>
        keysOf(membersNamed('labels')).some((key) => key.endsWith('n'.repeat(63))) &&
        valuesOf(membersNamed('labels')).includes('x'.repeat(63)),
    ],
    ['labels without a value', () => valuesOf(membersNamed('labels')).includes('')],
    ['objects without any label', () => OBJECTS.some((object) => at(object, 'metadata', 'labels') === undefined)],
    [
      'keys of data like names of JavaScript',
      () => ['__proto__', 'constructor'].every((key) => keysOf(membersNamed('data')).includes(key)),
    ],
    ['long keys of data', () => keysOf(membersNamed('data')).some((key) => key.length >= 100)],
    [
      'values of several lines, of no character, and of characters with a meaning in other notations',
      () =>
        ['line one\nline two\n', '', '~tilde/and/slash~1~0', 'null', '0123', 'key: value # yaml?\n- x'].every((text) =>
          valuesOf(['data', 'stringData', 'annotations'].flatMap(membersNamed)).includes(text),
        ),
    ],
    [
      'values of every plane of Unicode',
      () => valuesOf(membersNamed('data')).some((text) => /\p{Extended_Pictographic}/u.test(String(text))),
    ],
    [
      'secrets with text for writing only, beside data and without',
      () =>
        [true, false].every((beside) =>
          objectsOf('Secret').some(
            (object) => at(object, 'stringData') !== undefined && (at(object, 'data') !== undefined) === beside,
          ),
        ),
    ],
    [
      'explicit zeros next to absent members',
      () =>
        [0, undefined].every((value) =>
          objectsOf('Deployment').some((object) => at(object, 'spec', 'replicas') === value),
        ),
    ],
    [
      'explicit false next to true and absent members',
      () =>
        [true, false].every((value) => membersNamed('hostPID').includes(value)) &&
        objectsOf('Pod').some((object) => at(object, 'spec', 'hostPID') === undefined),
    ],
    [
      'integers as large as 32 bits hold, and none beyond, which have rules of their own',
      () =>
        membersNamed('revisionHistoryLimit').includes(2_147_483_647) &&
        ['tolerationSeconds', 'startingDeadlineSeconds', 'terminationGracePeriodSeconds'].every((name) =>
          membersNamed(name).every((value) => value === undefined || Number(value) <= 2_147_483_647),
        ),
    ],
    [
      'numbers and percentages',
      () =>
        membersNamed('maxSurge').some((value) => typeof value === 'number') &&
        membersNamed('maxSurge').some((value) => typeof value === 'string'),
    ],
    [
      'images of a registry with a port, with a tag, without, and by digest',
      () =>
        [/:5000\/app:1/, /:5000\/app$/, /:latest$/, /@sha256:/].every((form) =>
          membersNamed('image').some((name) => form.test(String(name))),
        ),
    ],
    [
      'nulls for present and for missing members',
      () => {
        const nulls = CASES.filter(({ kind, body }) => kind === 'merge' && JSON.stringify(body).includes('null'));
        const isThere = ({ object, body }: (typeof CASES)[number]): boolean =>
          keysOf([at(body, 'metadata', 'labels') ?? {}]).some(
            (key) =>
              at(body, 'metadata', 'labels', key) === null && at(object, 'metadata', 'labels', key) !== undefined,
          );
        return nulls.some(isThere) && nulls.some((each) => !isThere(each));
      },
    ],
    [
      'nulls under parents that are absent',
      () =>
        CASES.some(
          ({ kind, object, body }) =>
            kind === 'merge' &&
            at(object, 'metadata', 'labels') === undefined &&
            valuesOf([at(body, 'metadata', 'labels') ?? {}]).includes(null),
        ),
    ],
    [
      'lists merged by their keys, and directives',
      () =>
        ['"env":[{"name":', '"containers":[{"name":', '"$patch":"replace"', '"$patch":"delete"'].every((part) =>
          patchesOf('strategic').some((text) => text.includes(part)),
        ),
    ],
    ['pointers with escapes', () => patchesOf('json').some((text) => text.includes('~1'))],
    [
      'operations that move, test and take away',
      () =>
        ['move', 'test', 'remove', 'replace', 'add'].every((op) =>
          patchesOf('json').some((text) => text.includes(`"op":"${op}"`)),
        ),
    ],
    [
      'changes that set and that take away',
      () =>
        CHANGES.some((edits) => edits.some((edit) => 'set' in edit)) &&
        CHANGES.some((edits) => edits.some((edit) => 'remove' in edit)),
    ],
  ])('has %s in it', (_, holds) => {
    expect(holds()).toBe(true);
  });
});
