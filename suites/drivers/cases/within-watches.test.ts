import { expect, it } from 'vitest';
import { stepsOn } from '../../rules/steps.ts';
import { resourceById } from '../../../spec/surface/resources.ts';
import type { Program } from '../../program/program.ts';
import { watchesAtOnce, withinWatches } from './within-watches.ts';

const on = stepsOn(resourceById('configmaps'));

/** Watches by path, by parameter, of one object and of all namespaces; then a wait for each. */
const PROGRAM: Program = [
  on.watchList('w0'),
  on.watchList('w1', { via: 'parameter' }),
  on.watch('w2', '{{a}}'),
  on.watchAll('w3'),
  { do: 'together', branches: [[on.list()], [{ do: 'await', watch: 'w3', until: { events: 1 } }]] },
  ...['w0', 'w1', 'w2', 'w3'].map((watch) => ({ do: 'close', watch }) as const),
];

function namesIn(program: Program): string[] {
  return program.flatMap((step) => (step.do === 'watch' ? [step.as] : []));
}

it('leaves a program alone that opens no more watches than there is room for', () => {
  expect(withinWatches(PROGRAM, 4)).toBe(PROGRAM);
  const inTurn: Program = [on.watchList('a'), { do: 'close', watch: 'a' }, on.watchList('b')];
  expect(watchesAtOnce(inTurn)).toBe(1);
  expect(withinWatches(inTurn, 1)).toBe(inTurn);
});

it('counts the watches of parallel branches together', () => {
  const branch = (name: string): Program => [on.watchList(name), { do: 'close', watch: name }];
  expect(watchesAtOnce([on.watchList('w'), { do: 'together', branches: [branch('a'), branch('b')] }])).toBe(3);
});

it('keeps the watches of the operation, and drops the steps about the others', () => {
  const watchAll = 'GET /api/v1/watch/configmaps';
  expect(namesIn(withinWatches(PROGRAM, 2, watchAll))).toEqual(['w2', 'w3']);
  expect(namesIn(withinWatches(PROGRAM, 2, 'GET /api/v1/watch/namespaces/{namespace}/configmaps/{name}'))).toEqual([
    'w2',
    'w3',
  ]);
  expect(namesIn(withinWatches(PROGRAM, 2, 'GET /api/v1/namespaces/{namespace}/configmaps'))).toEqual(['w0', 'w1']);
  expect(withinWatches(PROGRAM, 1)).toEqual([
    PROGRAM[0],
    { do: 'together', branches: [[on.list()]] },
    { do: 'close', watch: 'w0' },
  ]);
});
