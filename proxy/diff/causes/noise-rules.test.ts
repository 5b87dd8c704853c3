import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TrafficDifference } from '../values/difference.ts';
import { applyNoiseRules, type NoiseRule, readNoiseRules } from './noise-rules.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-rules-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(text: string): Promise<readonly NoiseRule[]> {
  const path = join(folder, 'rules.yaml');
  await writeFile(path, text);
  return readNoiseRules(path);
}

const GET = 'GET /api/v1/namespaces/a/pods/p?pretty=true';
function difference(field: string, values: readonly [string, string] = ['x', 'y'], request = GET): TrafficDifference {
  return {
    exchange: 1,
    request,
    kind: 'value',
    place: field,
    subject: 'pods a/p',
    field,
    expected: values[0],
    actual: values[1],
    values,
  };
}
function left(rule: Omit<NoiseRule, 'reason'>, ...differences: readonly TrafficDifference[]): readonly string[] {
  return applyNoiseRules(differences, [{ ...rule, reason: 'test' }], [GET]).differences.map(({ field }) => field);
}

describe('noise rules', () => {
  it('match a field with everything beneath it, but no field whose name only begins alike', () => {
    expect(
      left(
        { ignore: '$.metadata.annotations' },
        difference('$.metadata.annotations["a/b"]'),
        difference('$.metadata.annotations'),
        difference('$.metadata.annotationsMore'),
      ),
    ).toEqual(['$.metadata.annotationsMore']);
    expect(
      left(
        { ignore: '$.spec.containers[*].image' },
        difference('$.spec.containers[*].image'),
        difference('$.spec.containers[*].name'),
      ),
    ).toEqual(['$.spec.containers[*].name']);
    expect(
      left(
        { ignore: '$.**.image' },
        difference('$.spec.containers[*].image'),
        difference('$.image'),
        difference('$.imageId'),
      ),
    ).toEqual(['$.imageId']);
  });

  it('can be narrowed to requests', () => {
    expect(left({ ignore: '$.x', on: 'GET /api/**' }, difference('$.x'))).toEqual([]);
    expect(left({ ignore: '$.x', on: 'PUT /api/**' }, difference('$.x'))).toEqual(['$.x']);
    expect(left({ exclude: '* /api/v1/namespaces/*/pods/p' }, difference('$.x'))).toEqual([]);
  });

  it('can normalise a part of a field, and compare the rest', () => {
    const rule = { normalise: '$.message', replace: 'node-\\d+', with: 'node' };
    expect(left(rule, difference('$.message', ['on node-1', 'on node-22']))).toEqual([]);
    expect(left(rule, difference('$.message', ['on node-1', 'off node-22']))).toEqual(['$.message']);
  });

  it.each([
    ['no YAML', 'a: ['],
    ['another format', 'format: 2\nrules: []\n'],
    ['two kinds in one rule', 'format: 1\nrules:\n  - ignore: $.x\n    exclude: GET /x\n    reason: y\n'],
    ['an unknown member', 'format: 1\nrules:\n  - ignore: $.x\n    reason: y\n    "__proto__": z\n'],
    ['a replacement without a pattern', 'format: 1\nrules:\n  - normalise: $.x\n    with: y\n    reason: z\n'],
    ['a broken pattern', 'format: 1\nrules:\n  - normalise: $.x\n    replace: "("\n    with: y\n    reason: z\n'],
    ['a request without a method', 'format: 1\nrules:\n  - exclude: /version\n    reason: z\n'],
  ])('are refused in one line with %s', async (_, text) => {
    await expect(read(text)).rejects.toMatchObject({
      name: 'RulesFileError',
      message: expect.stringMatching(/^.*rules\.yaml[^\n]+$/),
    });
  });

  it('never crash the reader, whatever the file contains', async () => {
    const scrap = fc.string({
      unit: fc.constantFrom(
        'format: 1\n',
        'rules:',
        ' - ',
        'ignore: ',
        '$',
        '[',
        '\n',
        '  ',
        '&a ',
        '*a',
        '"',
        'reason: x',
      ),
    });
    const holds = fc.asyncProperty(scrap, async (text) => {
      const error: unknown = await read(text).catch((thrown: unknown) => thrown);
      expect(Array.isArray(error) || (error as Error).name === 'RulesFileError').toBe(true);
    });
    await fc.assert(holds);
  });
});
