import { type Creation, creations } from '../../checks/create/creations.ts';
import { listings } from '../../checks/listings.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { at, textAt } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { removes } from '../../oracle/state/writes.ts';
import { fc, minimalObject, operationsOf, resourceOf, stepsOn } from '../cases.ts';
import { callsOf, held, sent, show, succeeded, turnedDown, violated } from '../judging.ts';
import type { Finding, History, Json, Rule, Step } from '../rule.ts';

/** The number of concurrent creates with a generated name, and with given names. */
const GENERATED = 12;
const NAMED = 4;

export const rule: Rule = {
  id: 'concurrency/parallel-creates-make-objects-of-their-own',
  level: 'must',
  title:
    'Creates that are sent in parallel each make one object of their own: no two have one uid, no two generated names are the same, and there are no further objects.',
  cites: ['object-metadata.uid.1', 'object-metadata.name.1', 'what-the-service-does.namespaces'],
  operations: operationsOf(['create'], ({ namespaced }) => namespaced),
  needs: ['list'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const generated = (): Step =>
      on.createHere({ ...minimalObject(on.resource, '{{a}}'), metadata: { generateName: '{{g}}-' } });
    return fc.constant([
      on.list(),
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
  for (const creation of made) {
    if (!isGenerated(creation)) {
      // A server may refuse to generate names. Then only the creates with given names are judged.
      if (sentFor(creation.exchange, rule.id) && isParallel(creation, made)) yield held(creation.exchange, 'named');
      continue;
    }
    const twin = generated.get(creation.key.id);
    if (twin === undefined) yield held(creation.exchange, isParallel(creation, made) ? 'in parallel' : 'alone');
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
  yield* judgeSurplus(history, made);
}

function isGenerated({ sent }: Creation): boolean {
  return textAt(sent, 'metadata', 'generateName') !== undefined && at(sent, 'metadata', 'name') === undefined;
}

function isParallel({ exchange }: Creation, made: readonly Creation[]): boolean {
  return made.some(
    (other) =>
      other.exchange !== exchange && other.exchange.began < exchange.ended && other.exchange.ended > exchange.began,
  );
}

/**
 * Objects that show the `generateName` of this rule's creates, but that none of them returned. A list from before the
 * creates shows that the history has all of them. No other client knows that prefix.
 */
function* judgeSurplus(history: History, made: readonly Creation[]): Iterable<Finding> {
  const creates = callsOf(history.exchanges, 'create').filter((exchange) => sentFor(exchange, rule.id));
  const lists = listings(history).filter(({ exchange }) => sentFor(exchange, rule.id));
  const isWhole = lists.some(({ exchange }) => creates.every(({ began }) => exchange.ended <= began));
  if (!isWhole || !creates.every((exchange) => succeeded(exchange) || turnedDown(exchange))) return;
  const prefixes = new Set(creates.map((exchange) => prefixOf(sent(exchange))).filter((prefix) => prefix !== ''));
  const uids = new Set(made.map((creation) => textAt(creation.made, 'metadata', 'uid')));
  for (const { exchange, items } of lists) {
    const more = items.find((item) => prefixes.has(prefixOf(item)) && !uids.has(textAt(item, 'metadata', 'uid')));
    if (more !== undefined)
      yield violated(
        exchange,
        'one object for each create',
        `also ${show(textAt(more, 'metadata', 'name'))}`,
        'an object that no create returned',
      );
  }
}

function prefixOf(object: Json | undefined): string {
  return textAt(object, 'metadata', 'generateName') ?? '';
}
