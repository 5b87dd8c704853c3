import { judgeAgreement } from '../../checks/agreement.ts';
import { type Listing, listings } from '../../checks/listings.ts';
import { statusOf } from '../../generators/statuses.ts';
import { textAt } from '../../oracle/json.ts';
import { type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { fc, minimalObject, objectOf, resourceOf, stepsOn } from '../cases.ts';
import { release } from '../held-object.ts';
import { held, violated } from '../judging.ts';
import { namesakeOfAnotherKind } from '../namesake.ts';
import { everyOtherPrefixed } from '../name-prefixes.ts';
import type { Finding, History, Program, Rule } from '../rule.ts';
import { listBy, LISTS } from './list-operations.ts';

export const rule: Rule = {
  id: 'list/items-are-what-get-shows',
  level: 'must',
  title: 'An item of a list is the whole object, as a get shows it at the same version.',
  cites: ['list-payload.4', 'semantics.7.1'],
  operations: LISTS,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const { namespaced } = on.resource;
    const hold = namespaced ? [{ set: '/metadata/finalizers', to: ['example.com/hold'] }] : [];
    // What the object before it has, and the bare one lacks, may be left over in a careless reader.
    const bare = '{{ab}}';
    const cases = fc
      .tuple(objectOf(on.maker), statusOf(on.resource))
      .map(([body, status]): Program => [
        on.create({ $edit: body, with: hold }),
        on.create(minimalObject(on.maker, bare), { unlabelled: true }),
        on.get(bare),
        ...(on.resource.hasStatus ? [on.patchStatus('{{a}}', { status })] : []),
        ...namesakeOfAnotherKind(on, '{{a}}'),
        on.get('{{a}}'),
        listBy(operation, on),
        on.get('{{a}}'),
        ...(namespaced ? [release(on, '{{a}}')] : []),
      ]);
    return everyOtherPrefixed(cases);
  },
  check,
};

function* check(history: History): Iterable<Finding> {
  yield* judgeAgreement(history, {
    role: ({ source }) =>
      source === 'list' ? 'subject' : source === 'get' || source === 'write' ? 'reference' : undefined,
  });
  const observed = observedStateOf(history);
  for (const listing of listings(history)) if (listing.latest) yield* judgeVersions(listing, observed);
}

/** Judges that an item has the version that gets before and after the list show. */
function* judgeVersions({ exchange, byKey }: Listing, observed: ObservedState): Iterable<Finding> {
  for (const key of observed.keysNear(exchange.began)) {
    const version = textAt(byKey.get(key.id), 'metadata', 'resourceVersion');
    const gets = observed.observationsOf(key).filter(({ source }) => source === 'get');
    const before = gets.findLast(({ ended }) => ended < exchange.began);
    const after = gets.find(({ exchange: { began } }) => began > exchange.ended);
    if (version === undefined || before?.version === undefined || before.version !== after?.version) continue;
    if (version === before.version) yield held(exchange, 'between two gets');
    else
      yield violated(
        exchange,
        `${key.name} at version ${before.version}, as gets before and after the list show it`,
        `version ${version}`,
        'another version than in gets',
      );
  }
}
