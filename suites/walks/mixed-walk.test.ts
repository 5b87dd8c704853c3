import { sample } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operationFor } from '../../spec/surface/operations.ts';
import { RESOURCES } from '../../spec/surface/resources.ts';
import type { CallStep, Program, Step } from '../program/program.ts';
import { readProgram } from '../program/read-program.ts';
import { mixedWalk, resourcesOfWalk } from './mixed-walk.ts';

const everything = (): boolean => true;
const walk = (index: number, seed = 7, offers: (operation: string) => boolean = everything): Program =>
  sample(mixedWalk(index, { offers }), { seed: seed * 100 + index, numRuns: 1 })[0] ?? [];

function steps(program: Program): Step[] {
  return program.flatMap((step) => (step.do === 'together' ? [step, ...step.branches.flatMap(steps)] : [step]));
}

/** The first walks, which every longer run has. */
const WALKS = Array.from({ length: 6 }, (_, index) => walk(index));
const ALL = WALKS.flatMap(steps);
const CALLS = ALL.filter((step): step is CallStep => step.do === 'call');

/** As many walks as a long run has, to show rare moves. */
const MANY_WALKS = Array.from({ length: 36 }, (_, index) => walk(index, 3));
const MANY = MANY_WALKS.flatMap(steps);

describe('a walk through many kinds', () => {
  it('is the same for the same seed, another for another, and survives JSON', () => {
    expect(walk(1)).toEqual(walk(1));
    expect(walk(1)).not.toEqual(walk(1, 8));
    for (const program of WALKS) expect(JSON.parse(JSON.stringify(program))).toEqual(program);
    for (const program of WALKS) expect(readProgram(program)).toEqual(program);
  });

  it('takes several kinds at once, in both namespaces, and in a few walks covers every kind in all of its group versions', () => {
    for (const program of WALKS) {
      const called = steps(program).filter((step): step is CallStep => step.do === 'call');
      expect(
        new Set(called.map(({ resource }) => RESOURCES.find(({ id }) => id === resource)?.kind)).size,
      ).toBeGreaterThanOrEqual(5);
      expect(called.map(({ namespace }) => namespace)).toEqual(expect.arrayContaining(['ns1', 'ns11']));
    }
    expect(new Set(CALLS.map(({ resource }) => resource))).toEqual(
      new Set(RESOURCES.filter(({ namespaced }) => namespaced).map(({ id }) => id)),
    );
  });

  it('uses every operation of the document on every resource that has it', () => {
    for (const verb of [
      'create',
      'get',
      'list',
      'listAll',
      'replace',
      'patch',
      'delete',
      'deleteCollection',
      'getStatus',
      'replaceStatus',
      'patchStatus',
    ] as const) {
      const able = RESOURCES.filter(({ id, namespaced }) => namespaced && operationFor(id, verb) !== undefined).map(
        ({ id }) => id,
      );
      expect({
        verb,
        on: new Set(MANY.flatMap((step) => (step.do === 'call' && step.verb === verb ? [step.resource] : []))),
      }).toEqual({ verb, on: new Set(able) });
    }
  });

  it.each<readonly [string, (step: Step) => boolean]>([
    ['bodies in YAML', (step) => step.do === 'call' && step.contentType === 'application/yaml'],
    ['responses in YAML', (step) => step.do === 'call' && step.accept === 'application/yaml'],
    ['requests at the same time', (step) => step.do === 'together'],
    ['watches by path', (step) => step.do === 'watch' && step.via === 'path'],
    ['watches by parameter', (step) => step.do === 'watch' && step.via === 'parameter'],
    ['watches of one object', (step) => step.do === 'watch' && step.verb === 'watch'],
    ['watches of all namespaces', (step) => step.do === 'watch' && step.verb === 'watchAll'],
    ['watches with a selector', (step) => step.do === 'watch' && step.query?.['labelSelector'] !== undefined],
    ['watches without a version', (step) => step.do === 'watch' && step.query?.['resourceVersion'] === undefined],
    [
      'label selectors',
      (step) => step.do === 'call' && step.verb === 'list' && step.query?.['labelSelector'] !== undefined,
    ],
    [
      'field selectors',
      (step) => step.do === 'call' && step.verb === 'list' && step.query?.['fieldSelector'] !== undefined,
    ],
    ['exports', (step) => step.do === 'call' && step.query?.['export'] === 'true'],
    ['finalizers', (step) => JSON.stringify(step).includes('"finalizers":["')],
    ['names that the server chooses', (step) => JSON.stringify(step).includes('generateName')],
    [
      'objects under an old name',
      (step) => step.do === 'call' && step.verb === 'create' && JSON.stringify(step.body).includes('"mark"'),
    ],
  ])('has %s among its steps', (_, such) => {
    expect(MANY.filter(such).length).toBeGreaterThan(0);
  });

  it('takes one resource on a tour in each walk, another one each time', () => {
    const toured = (program: Program): string[] =>
      steps(program).flatMap((step) =>
        step.do === 'watch' && step.as.endsWith('tour from nothing') ? [step.resource] : [],
      );
    expect(WALKS.slice(0, 3).map(toured)).toEqual([['deployments.extensions'], ['configmaps'], ['pods']]);
    const all = MANY_WALKS.flatMap(toured);
    expect(new Set(all)).toEqual(new Set(RESOURCES.filter(({ namespaced }) => namespaced).map(({ id }) => id)));
    expect(all).toHaveLength(new Set(all).size);
  });

  it('deletes collections of its own objects only', () => {
    const selectors = CALLS.filter(({ verb }) => verb === 'deleteCollection').map(
      ({ query }) => query?.['labelSelector'],
    );
    expect(selectors.filter((selector) => !String(selector).startsWith('plumbline-case={{case}}'))).toEqual([]);
  });

  it('has patches of all three types, and of none', () => {
    const contentTypes = MANY.flatMap((step) => (step.do === 'call' ? [step.contentType] : []));
    expect(new Set(contentTypes)).toEqual(
      new Set([
        undefined,
        'application/yaml',
        'application/json',
        'application/json-patch+json',
        'application/merge-patch+json',
        'application/strategic-merge-patch+json',
      ]),
    );
  });

  it('sends only operations that the target offers', () => {
    const offers = (operation: string): boolean =>
      !operation.includes('/status') &&
      !operation.includes('/watch/') &&
      !operation.startsWith('POST /api/v1/namespaces/{namespace}/secrets');
    const sent = Array.from({ length: 12 }, (_, index) => walk(index, 7, offers)).flatMap(steps);
    const sentOperations = sent.flatMap((step) =>
      step.do === 'call' || step.do === 'watch' ? [operationFor(step.resource, step.verb)?.id ?? ''] : [],
    );
    expect(sentOperations.filter((operation) => !offers(operation))).toEqual([]);
    expect(sentOperations.length).toBeGreaterThan(500);
    expect(
      Array.from({ length: 12 }, (_, index) => resourcesOfWalk(index, offers))
        .flat()
        .map(({ id }) => id),
    ).not.toContain('secrets');
    expect(walk(0, 7, () => false)).toEqual([]);
  });
});
