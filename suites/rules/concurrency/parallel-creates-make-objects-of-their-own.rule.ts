import { type Creation, creations } from '../../checks/create/creations.ts';
import { at, textAt } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { removes } from '../../oracle/state/writes.ts';
import { fc, minimalObject, operationsOf, resourceOf, stepsOn } from '../cases.ts';
import { held, violated } from '../judging.ts';
import type { Finding, History, Rule, Step } from '../rule.ts';

/** The number of concurrent creates with a generated name, and with given names. */
const GENERATED = 12;
const NAMED = 4;

export const rule: Rule = {
  id: 'concurrency/parallel-creates-make-objects-of-their-own',
  level: 'must',
  title:
    'Creates that are sent in parallel each make an object of their own: no two have one uid, and no two generated names are the same.',
  cites: ['object-metadata.uid.1', 'object-metadata.name.1', 'what-the-service-does.namespaces'],
  operations: operationsOf(['create'], ({ namespaced }) => namespaced),
  needs: ['list'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const generated = (): Step =>
      on.createHere({ ...minimalObject(on.resource, '{{a}}'), metadata: { generateName: '{{g}}-' } });
    return fc.constant([
      {
        do: 'together',
        branches: [
          ...Array.from({ length: GENERATED }, () => [generated()]),
          ...Array.from({ length: NAMED }, (_, n) => [on.createHere(minimalObject(on.resource, `{{n${n}}}`))]),
        ],
      },
      on.list(),
    ]);
  },
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const made = creations(history);
  const byUid = new Map<string, Creation>();
  for (const creation of made) {
    const uid = textAt(creation.made, 'metadata', 'uid') ?? '';
    const twin = byUid.get(uid);
    if (uid !== '' && twin !== undefined)
      yield {
        ...violated(
          creation.exchange,
          `a uid of its own for ${creation.key.name}`,
          `that of ${twin.key.name}`,
          'one uid for two objects',
        ),
        involved: [twin.exchange.id, creation.exchange.id],
      };
    byUid.set(uid, creation);
  }
  const generated = new Map<string, Creation>();
  for (const creation of made.filter(
    ({ sent }) => textAt(sent, 'metadata', 'generateName') !== undefined && at(sent, 'metadata', 'name') === undefined,
  )) {
    const twin = generated.get(creation.key.id);
    if (twin === undefined)
      yield held(
        creation.exchange,
        made.some(
          ({ exchange }) =>
            exchange !== creation.exchange &&
            exchange.began < creation.exchange.ended &&
            exchange.ended > creation.exchange.began,
        )
          ? 'in parallel'
          : 'alone',
      );
    else if (
      !observedStateOf(history)
        .writesTo(creation.key)
        .some((write) => removes(write) && write.outcome !== 'refused')
    )
      yield {
        ...violated(
          creation.exchange,
          'a generated name that no other object has',
          creation.key.name,
          'one generated name for two objects',
        ),
        involved: [twin.exchange.id, creation.exchange.id],
      };
    generated.set(creation.key.id, creation);
  }
}
