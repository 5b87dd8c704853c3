import { staleItem, versionAskedFor } from '../../checks/list/freshness.ts';
import { judgeMovedVersions } from '../../checks/list/moved-versions.ts';
import { listings } from '../../checks/listings.ts';
import { judgeLatest, REFUSALS } from '../../checks/watch/latest-version.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { AT_ONCE, fc, minimalObject, operationsOf, resourceOf, stepsOn, versionOf } from '../cases.ts';
import { callsOf, held, show, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'list/serves-the-latest-version',
  level: 'must',
  title:
    'A list that names the latest version shows the objects, although nothing is written after that version; a delete moves the version of the list.',
  cites: ['parameters.list.resource-version.5', 'list-payload.3'],
  operations: operationsOf(['list']),
  needs: ['create', 'list'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc.constant([
      on.create(minimalObject(on.maker, '{{a}}')),
      on.list({ as: 'list' }),
      ...Array.from({ length: REFUSALS }, () => on.list({ query: { resourceVersion: versionOf('list') } })),
      on.list(),
      // Nobody else writes, so the version of the list moves by the delete alone.
      ...(on.resource.namespaced ? [on.remove('{{a}}', { body: AT_ONCE }), on.list()] : []),
    ]);
  },
  check,
  least: 1,
  alone: true,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  yield* judgeMovedVersions(history);
  yield* judgeLatest(history, callsOf(history.exchanges, 'list', 'listAll'));
  for (const listing of listings(history)) {
    const version = versionAskedFor(listing);
    if (version === '') continue;
    const stale = staleItem(observed, listing);
    if (stale !== undefined)
      yield violated(listing.exchange, `version ${show(version)} or later`, stale.actual, stale.cause);
    else yield held(listing.exchange, 'a version that a list returned');
  }
}
