import { freshReadsAfter } from '../../checks/fresh-reads.ts';
import { type ObjectKey, observedStateOf } from '../../oracle/observed-state.ts';
import { fc, minimalObject, AT_ONCE, resourceOf, stepsOn, OWN_OBJECTS } from '../cases.ts';
import { callsOf, held, type ResourceCalled, statusOf, succeeded, violated, keyCalled } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { COLLECTION_DELETES } from './collection-cases.ts';

/** Time for a late delete to show itself, in milliseconds. */
const LATER_MS = 30;

export const rule: Rule = {
  id: 'delete-collection/leaves-what-is-made-later',
  level: 'must',
  title: 'Objects created after a collection delete was acknowledged stay, even under a name that the delete freed.',
  cites: ['rules.4', 'semantics.6.1'],
  operations: COLLECTION_DELETES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const make = (name: string): ReturnType<typeof on.create> => on.create(minimalObject(on.maker, name));
    return fc
      .shuffledSubarray(['{{a}}', '{{ab}}', '{{c}}'], { minLength: 1 })
      .map((names) => [
        make('{{a}}'),
        make('{{ab}}'),
        on.removeAll({ body: AT_ONCE, query: OWN_OBJECTS }),
        on.get('{{a}}'),
        on.get('{{ab}}'),
        ...names.map(make),
        { do: 'pause', ms: LATER_MS },
        ...names.map((name) => on.get(name)),
        on.list(),
      ]);
  },
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  for (const deletion of callsOf(history.exchanges, 'deleteCollection').filter(succeeded)) {
    const { resource, namespace } = deletion.call;
    for (const create of callsOf(history.exchanges, 'create')) {
      if (
        create.began < deletion.ended ||
        create.call.resource.kind !== resource.kind ||
        create.call.namespace !== namespace
      )
        continue;
      yield* judgeLater(history, deletion, create, keyCalled(create));
    }
  }
}

/**
 * A create after the delete must succeed unless the name may still be taken, and the object must stay unless another
 * request deletes it.
 */
function* judgeLater(
  history: History,
  deletion: ResourceCalled,
  create: ResourceCalled,
  key: ObjectKey,
): Iterable<Finding> {
  const observed = observedStateOf(history);
  const gone = observed.surelyGoneDuring(key, create);
  const known = observed.observationsOf(key).some(({ ended }) => ended < deletion.began);
  if (statusOf(create) === 409 && gone && known)
    yield violated(deletion, `${key.name} can be made again, for it is gone`, '409', 'a removed name stays taken');
  if (!succeeded(create) || !observed.soleWriter(key)) return;
  for (const { seen, where } of freshReadsAfter(history, observed, key, create)) {
    if (seen === undefined)
      yield violated(
        deletion,
        `${key.name}, made after the delete was acknowledged`,
        `nothing in ${where}`,
        'takes what is made later',
      );
    else yield held(deletion, known ? 'made again' : 'made later');
  }
}
