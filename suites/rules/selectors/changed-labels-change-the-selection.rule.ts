import { judgeSelection } from '../../checks/list/selection.ts';
import { covers, type Listing } from '../../checks/listings.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { JSON_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { edited, fc, resourceOf, type Steps, stepsOn } from '../cases.ts';
import type { Finding, History, Operation, Program, Rule } from '../rule.ts';
import { labelled, listBy, SELECTING } from './selection-cases.ts';

export const rule: Rule = {
  id: 'selectors/changed-labels-change-the-selection',
  level: 'must',
  title: 'Lists select an object by its new labels at once: it enters some selections and leaves others.',
  cites: ['parameters.list.label-selector', 'object-metadata.labels.1'],
  operations: SELECTING,
  needs: ['create', 'patch'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const values = fc.constantFrom('x', 'y', null);
    return fc
      .tuple(values, values, values)
      .map((rounds) => [
        labelled(on, '{{a}}', { app: 'x', keep: 'yes' }),
        ...rounds.flatMap((app) => [
          on.patch('{{a}}', { metadata: { labels: { app } } }),
          listBy(operation, { labelSelector: 'app=x' }),
          listBy(operation, { labelSelector: 'app!=x' }),
        ]),
        ...inOtherWays(operation, on),
      ]);
  },
  check,
};

/** The label changes by a JSON patch, and goes with all others by a PUT; that of another object goes by a patch. */
function inOtherWays(operation: Operation, on: Steps): Program {
  const lists = ['app=x', 'app=y', 'app', '!app'].map((labelSelector) => listBy(operation, { labelSelector }));
  return [
    labelled(on, '{{b}}', { app: 'x' }),
    on.patch('{{b}}', [{ op: 'replace', path: '/metadata/labels/app', value: 'y' }], { contentType: JSON_PATCH_TYPE }),
    ...lists,
    on.get('{{b}}', { as: 'labelled' }),
    on.replace('{{b}}', edited('labelled', [{ remove: '/metadata/labels' }]), { unlabelled: true }),
    ...lists,
    labelled(on, '{{c}}', { app: 'x' }),
    on.patch('{{c}}', { metadata: { labels: null } }),
    ...lists,
  ];
}

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  const changed = (listing: Listing): boolean =>
    observed.writes.some(
      ({ verb, outcome, key, exchange }) =>
        (verb === 'patch' || verb === 'replace') &&
        outcome === 'acknowledged' &&
        key !== undefined &&
        covers(listing, key) &&
        exchange.ended < listing.exchange.began,
    );
  yield* judgeSelection(history, (listing) =>
    (listing.labels?.length ?? 0) > 0 && changed(listing) ? 'after a change' : undefined,
  );
}
