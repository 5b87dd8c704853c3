import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { assert, property, sample } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SCHEMA_DOCUMENT, SCHEMA_FORMATS, SCHEMA_KEYWORDS, pointerTo } from '../../spec/schemas/index.ts';
import type { Resource } from '../../spec/surface/resources.ts';
import { RESOURCES, resourceById } from '../../spec/surface/resources.ts';
import type { Edit } from '../drivers/program.ts';
import { expand } from '../drivers/expand.ts';
import type { Field } from '../oracle/field.ts';
import type { Json, JsonObject } from '../oracle/json.ts';
import { at, isObject } from '../oracle/json.ts';
import { pointer } from '../oracle/json-pointer.ts';
import { fieldOf } from '../oracle/schema-fields.ts';
import { applyPatch } from '../oracle/merge/apply-patch.ts';
import { POD_SPEC } from '../checks/pod-specs.ts';
import { changeOf, markChange, markOf } from './changes.ts';
import { minimalObject, NO_SCHEDULER, NOWHERE } from './minimal-objects.ts';
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

/** What the schema finds wrong, and members that it does not have. */
function faults(resource: Resource, object: Json): unknown[] {
  const validate = validator(resource);
  const wrong = validate(object) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  return [...wrong, ...unknownMembers(object, fieldOf(resource.schema), '')];
}

function unknownMembers(value: Json, field: Field, path: string): string[] {
  if (field.form === 'unknown') return [path];
  if (Array.isArray(value)) return value.flatMap((element: Json, index) => unknownMembers(element, field.element(), `${path}/${index}`));
  return isObject(value) ? Object.entries(value).flatMap(([name, member]) => unknownMembers(member, field.member(name), `${path}/${name}`)) : [];
}

function edited(object: JsonObject, edits: readonly Edit[]): Json {
  const missing: string[] = [];
  const result = expand({ $edit: object, with: edits }, { text: (hole) => hole, answer: () => undefined }, missing);
  expect(missing).toEqual([]);
  return result;
}

/** Whether nothing acts on an object: its pods fit nowhere, and it wants none or is held back. */
function isQuiet(resource: Resource, object: Json): boolean {
  const path = POD_SPEC[resource.kind];
  const spec = path === undefined ? undefined : at(object, ...path);
  if (spec !== undefined && (at(spec, 'schedulerName') !== NO_SCHEDULER || at(spec, 'nodeSelector', ...Object.keys(NOWHERE)) !== 'none')) return false;
  const wants = at(object, 'spec', 'replicas') ?? at(object, 'spec', 'parallelism');
  const held = at(object, 'spec', 'paused') === true || at(object, 'spec', 'suspend') === true || spec === undefined || path?.length === 1;
  return held || wants === 0 || resource.kind === 'DaemonSet';
}

describe.each(RESOURCES.map((resource) => [resource.id, resource] as const))('generated objects of %s', (_, resource) => {
  it('fit the schema of the document, and nothing acts on them', () => {
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

  it('survive JSON, and carry no hole but those meant', () => {
    assert(
      property(objectOf(resource), (object) => {
        const text = JSON.stringify(object);
        expect(JSON.parse(text)).toEqual(object);
        expect(text.replaceAll(/\{\{(a|case|namespace)\}\}/g, '')).not.toContain('{{');
      }),
      { numRuns: 30 },
    );
  });

  it('still fit and keep quiet after every change', () => {
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

  it('still fit and keep quiet after every patch', () => {
    for (const kind of ['json', 'merge', 'strategic'] as const) {
      const cases = objectOf(resource).chain((object) => patchFor(resource, object, kind).map((patch) => ({ object, patch })));
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

  it('do not change by patches that must fail', () => {
    const cases = objectOf(resource).chain((object) => failingPatchFor(resource, object).map((patch) => ({ object, patch })));
    assert(
      property(cases, ({ object, patch }) => void expect(applyPatch(patch.mediaType, object, patch.body, resource.schema)).toHaveProperty('refused')),
      { numRuns: 20 },
    );
  });

  it('carry the mark that was made', () => {
    for (const object of sample(objectOf(resource), 10)) {
      const { path, value } = markOf(resource, 'm-1');
      expect(at(edited(object, markChange(resource, 'm-1')), ...path)).toEqual(value);
      expect(faults(resource, edited(object, markChange(resource, 'm-2')))).toEqual([]);
      expect(pointer(path)).not.toBe('');
    }
  });

  it('take every generated status', () => {
    assert(property(statusOf(resource), (status) => void expect(faults(resource, { ...minimalObject(resource, 'a'), ...(resource.hasStatus ? { status } : {}) })).toEqual([])), { numRuns: 60 });
  });
});

describe('the generators', () => {
  it('leave out and fill in every optional member, in a moderate number of cases', () => {
    const pods = sample(objectOf(resourceById('pods')), 400);
    const seen = new Set(pods.flatMap((pod) => Object.keys(isObject(at(pod, 'spec')) ? (at(pod, 'spec') as JsonObject) : {})));
    expect(seen.size).toBeGreaterThan(17);
  });
});
