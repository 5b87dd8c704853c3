import { readFileSync, readdirSync } from 'node:fs';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import * as yaml from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { clauseById } from '../clauses/index.ts';
import { RESOURCES } from '../surface/resources.ts';
import { pointerTo } from './index.ts';
import { strictValidator } from './strict-validator.fixture.ts';

const OBJECTS = new URL('../../fixtures/objects/', import.meta.url);

interface SchemaSample {
  readonly file: string;
  readonly object: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
  };
}

function samples(folder: 'valid' | 'invalid'): SchemaSample[] {
  return readdirSync(new URL(`${folder}/`, OBJECTS)).map((file) => {
    const text = readFileSync(new URL(`${folder}/${file}`, OBJECTS), 'utf8');
    return { file, object: (file.endsWith('.json') ? JSON.parse(text) : yaml.load(text)) as SchemaSample['object'] };
  });
}

function errorsIn({ object }: SchemaSample, ajv: Ajv2020): unknown {
  const resource = RESOURCES.find(({ apiVersion, kind }) => apiVersion === object.apiVersion && kind === object.kind);
  if (resource === undefined) return `no resource is ${object.kind} of ${object.apiVersion}`;
  const validate = ajv.compile({ $ref: pointerTo(resource.schema) });
  return validate(object) ? null : validate.errors;
}

describe('sample objects', () => {
  const ajv = strictValidator();
  const valid = samples('valid');
  const invalid = samples('invalid');

  it('that are valid fit the schema of their type', () => {
    expect(valid.map((sample) => [sample.file, errorsIn(sample, ajv)])).toEqual(valid.map(({ file }) => [file, null]));
  });

  it('are at least three valid ones for each kind', () => {
    const count = (kind: string): number => valid.filter(({ object }) => object.kind === kind).length;
    expect(RESOURCES.filter(({ kind }) => count(kind) < 3)).toEqual([]);
  });

  it('that are invalid name the clause that they break', () => {
    expect(invalid.length).toBeGreaterThan(20);
    expect(
      invalid.filter(({ object }) => clauseById(object.metadata.annotations?.['plumbline/breaks'] ?? '') === undefined),
    ).toEqual([]);
  });

  it('that have a member of a wrong type do not fit the schema', () => {
    const mistyped = invalid.filter(({ object }) =>
      object.metadata.annotations?.['plumbline/breaks']?.endsWith('.type'),
    );
    expect(mistyped.length).toBeGreaterThan(5);
    expect(mistyped.filter((sample) => errorsIn(sample, ajv) === null)).toEqual([]);
  });
});
