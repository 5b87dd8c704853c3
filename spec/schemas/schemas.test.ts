import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RESOURCES } from '../surface/resources.ts';
import { mergeKeyOf, pointerTo, propertySchema, type Schema, schemaAt, schemaOf, SCHEMAS, typeOfRef } from './index.ts';
import { strictValidator } from './strict-validator.fixture.ts';

const TYPES = '../shared/facts/types.json';

describe('schemas', () => {
  it('compile in a strict validator', () => {
    const ajv = strictValidator();
    for (const type of Object.keys(SCHEMAS)) expect(ajv.compile({ $ref: pointerTo(type) })).toBeTypeOf('function');
  });

  it('have the type of every resource, and of its list', () => {
    expect(
      RESOURCES.filter(({ schema }) => SCHEMAS[schema] === undefined || SCHEMAS[`${schema}List`] === undefined),
    ).toEqual([]);
  });

  it('distinguish a valid object from one with a wrong type', () => {
    const validate = strictValidator().compile({ $ref: pointerTo('core/v1.Pod') });
    const pod = (port: unknown): unknown => ({
      spec: { containers: [{ name: 'a', image: 'b', ports: [{ containerPort: port }] }] },
    });
    expect(validate(pod(80))).toBe(true);
    expect(validate(pod('80'))).toBe(false);
    expect(validate(pod(3_000_000_000))).toBe(false);
  });
});

describe('lookups in the schemas', () => {
  it('follow references, arrays, maps and inlined types', () => {
    expect(schemaAt('core/v1.Pod', ['spec', 'containers', 0, 'ports'])?.['x-patch-merge-key']).toBe('containerPort');
    expect(
      schemaAt('batch/v2alpha1.CronJob', [
        'spec',
        'jobTemplate',
        'spec',
        'template',
        'spec',
        'volumes',
        '0',
        'configMap',
        'name',
      ])?.type,
    ).toBe('string');
    expect(schemaAt('core/v1.Pod', ['metadata', 'labels', 'constructor'])?.type).toBe('string');
    expect(schemaAt('core/v1.Pod', ['spec', 'containers', 'x'])).toBeUndefined();
    expect(schemaAt('core/v1.Pod', ['spec', 'constructor'])).toBeUndefined();
    expect(schemaAt('core/v1.Pod', ['spec', 'nothing', 'below'])).toBeUndefined();
  });

  it('name merge keys and types', () => {
    expect(mergeKeyOf('core/v1.PodSpec', 'containers')).toBe('name');
    expect(mergeKeyOf('core/v1.Container', 'args')).toBeUndefined();
  });

  it('let clients drop the keys of a union that another member replaces', () => {
    expect(propertySchema('core/v1.PodSpec', 'volumes')?.['x-patch-strategy']).toBe('merge,retainKeys');
    for (const group of ['apps', 'extensions'])
      expect(propertySchema(`${group}/v1beta1.DeploymentSpec`, 'strategy')?.['x-patch-strategy']).toBe('retainKeys');
    expect(typeOfRef(propertySchema('core/v1.Pod', 'spec') ?? {})).toBe('core/v1.PodSpec');
    expect(() => schemaOf('core/v1.Nothing')).toThrow(`no type 'core/v1.Nothing'`);
  });
});

interface Facts {
  readonly types: Readonly<Record<string, { readonly fields?: Readonly<Record<string, MeasuredField>> }>>;
  readonly enums: Readonly<Record<string, readonly string[]>>;
}

interface MeasuredField {
  readonly required?: boolean;
  readonly omitempty?: boolean;
  readonly pointer?: boolean;
  readonly inline?: boolean;
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
  readonly proto?: { readonly n: number; readonly type: string; readonly repeated?: boolean };
  readonly type: unknown;
}

describe.skipIf(!existsSync(TYPES))('the schemas and the measured types (skipped where ../shared is absent)', () => {
  const facts = existsSync(TYPES) ? (JSON.parse(readFileSync(TYPES, 'utf8')) as Facts) : { types: {}, enums: {} };
  const measured = facts.types;
  const types = Object.entries(SCHEMAS).filter(([, schema]) => schema.properties !== undefined);

  it('have the same members in the same order', () => {
    for (const [type, schema] of types) {
      const own = Object.entries(schema.properties ?? {}).filter(
        ([, member]) => member['x-inlined-from'] === undefined,
      );
      const fields = Object.entries(measured[type]?.fields ?? {}).filter(([, field]) => field.inline !== true);
      expect([type, ...own.map(([name]) => name)]).toEqual([type, ...fields.map(([name]) => name)]);
    }
  });

  it('inline the same types under the same numbers', () => {
    for (const [type, schema] of types) {
      const inlined = Object.values(measured[type]?.fields ?? {}).filter(({ inline }) => inline === true);
      expect([type, ...Object.values(schema['x-inlines'] ?? {}).map(({ number }) => number)]).toEqual([
        type,
        ...inlined.map(({ proto }) => proto?.n),
      ]);
    }
  });

  it('name the same values of members with a fixed set', () => {
    const values = (type: unknown): readonly string[] | undefined =>
      facts.enums[(type as { string?: string }).string ?? '']?.filter((value) => value !== '');
    let compared = 0;
    for (const [type, schema] of types) {
      for (const [name, field] of Object.entries(measured[type]?.fields ?? {})) {
        const member = schema.properties?.[name];
        const named = (member?.enum ?? member?.['x-known-values'])?.filter((value) => value !== '');
        expect([type, name, named]).toEqual([type, name, values(field.type)]);
        compared += named === undefined ? 0 : 1;
      }
    }
    expect(compared).toBe(52);
  });

  it('agree on each member: type, merge, emptiness, protobuf', () => {
    for (const [type, schema] of types) {
      for (const [name, field] of Object.entries(measured[type]?.fields ?? {})) {
        if (field.inline === true) continue;
        const member = schema.properties?.[name] ?? {};
        expect([type, name, ...annotationsOf(member), (schema.required ?? []).includes(name)]).toEqual([
          type,
          name,
          ...measuredFactsOf(field),
          field.required === true,
        ]);
      }
    }
  });
});

function annotationsOf(member: Schema): unknown[] {
  const protobuf = member['x-protobuf'];
  return [
    shapeOf(member),
    mergeStrategyOf(member),
    member['x-patch-merge-key'],
    member['x-omit-empty'] === true,
    member['x-pointer'] === true,
    protobuf?.number,
    protobuf?.type,
    protobuf?.repeated === true,
  ];
}

/** The measured types record `merge` alone, so `retainKeys` is left out. */
function mergeStrategyOf({ 'x-patch-strategy': strategy }: Schema): string | undefined {
  return strategy?.split(',').find((part) => part === 'merge');
}

function measuredFactsOf({ type, patchStrategy, patchMergeKey, omitempty, pointer, proto }: MeasuredField): unknown[] {
  return [
    measuredShape(type),
    patchStrategy,
    patchMergeKey,
    omitempty === true,
    pointer === true,
    proto?.n,
    proto?.type,
    proto?.repeated === true,
  ];
}

/** `core/v1.Port[]`, `map of string`, `int32`: the shape of a member in a few words. */
function shapeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return typeOfRef(schema) ?? '';
  if (schema.items !== undefined) return `${shapeOf(schema.items)}[]`;
  if (schema.additionalProperties !== undefined) return `map of ${shapeOf(schema.additionalProperties)}`;
  return schema.format ?? String(schema.type);
}

function measuredShape(type: unknown): string {
  if (typeof type === 'string') return { bool: 'boolean', bytes: 'byte' }[type] ?? type;
  const shape = type as { ref?: string; array?: unknown; map?: unknown };
  if (shape.ref !== undefined) return shape.ref;
  if (shape.array !== undefined) return `${measuredShape(shape.array)}[]`;
  return shape.map === undefined ? 'string' : `map of ${measuredShape(shape.map)}`;
}
