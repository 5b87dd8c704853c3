import { JSON_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { at, textAt } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc, minimalObject, operationsOf, resourceOf, stepsOn } from '../cases.ts';
import { otherGroupVersion } from '../intervening-writes.ts';
import { callsOf, held, type ResourceCalled, succeeded, violated } from '../judging.ts';
import type { Finding, History, Rule, Template } from '../rule.ts';
import { withRoom } from './nonces.ts';

/** The annotation that all clients of a case test and replace: `withRoom` gives it the value `yes`. */
const PATH = '/metadata/annotations/kept';

export const rule: Rule = {
  id: 'concurrency/one-of-several-tests-passes',
  level: 'must',
  impact: 'data',
  title:
    'If several clients send a JSON patch in parallel that tests a value and replaces it, at most one of them is carried out.',
  cites: ['semantics.4.1', 'media-types.patch.1', 'other-shapes.patch'],
  operations: operationsOf(['patch']),
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const other = stepsOn(otherGroupVersion(on.resource));
    return fc.integer({ min: 2, max: 6 }).map((clients) => [
      on.create(withRoom(minimalObject(on.maker, '{{a}}'))),
      {
        do: 'together',
        branches: Array.from({ length: clients }, (_, client) => [
          (client % 3 === 2 ? other : on).patch('{{a}}', taking(`c${client}`), { contentType: JSON_PATCH_TYPE }),
        ]),
      },
      on.get('{{a}}'),
    ]);
  },
  check,
  least: 2,
};

function taking(holder: string): Template {
  return [
    { op: 'test', path: PATH, value: 'yes' },
    { op: 'replace', path: PATH, value: holder },
  ];
}

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  const calls = new Map(callsOf(history.exchanges, 'patch').map((call) => [call.id, call]));
  for (const key of observed.keys) {
    const [made, ...writes] = observed.writesTo(key);
    const takers = writes.flatMap(({ exchange }) => calls.get(exchange.id) ?? []).filter(takes);
    // Another write could bring the tested value back.
    if (made?.verb !== 'create' || takers.length < 2 || takers.length < writes.length || !observed.soleWriter(key))
      continue;
    yield* judged(takers);
  }
}

/** Whether a call tests that value and replaces it by another one. */
function takes({ request }: ResourceCalled): boolean {
  const [test, replace, ...more] = Array.isArray(request.body?.value) ? request.body.value : [];
  return (
    more.length === 0 &&
    textAt(test, 'op') === 'test' &&
    textAt(replace, 'op') === 'replace' &&
    [test, replace].every((operation) => textAt(operation, 'path') === PATH) &&
    at(test, 'value') === 'yes' &&
    at(replace, 'value') !== 'yes'
  );
}

function* judged(takers: readonly ResourceCalled[]): Iterable<Finding> {
  const winners = takers.filter(succeeded);
  const [first, second] = winners;
  if (second !== undefined)
    yield {
      ...violated(
        second,
        `one of ${takers.length} patches that test the same value and replace it is carried out`,
        `${winners.length} were acknowledged`,
        'several tests pass',
      ),
      involved: winners.map(({ id }) => id),
    };
  else if (first !== undefined) yield held(first, `won against ${takers.length - 1}`);
}
