import { appearances } from '../../checks/create/creations.ts';
import { clientValues } from '../../checks/create/client-values.ts';
import { ignoredStatusOf } from '../../generators/statuses.ts';
import { at } from '../../oracle/json.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { held, show, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { createAndRead, CREATES } from './create-and-read.ts';

export const rule: Rule = {
  id: 'create/status-in-the-body-is-ignored',
  level: 'must',
  title: 'A create with a status in its body succeeds and ignores that status: the system writes the status.',
  cites: ['semantics.2.2', 'rules.2.2', 'what-the-service-does.components', 'pod.status.1'],
  // If a kind's only legal status is the initial one, nothing shows whether the server took it from the body.
  operations: CREATES.filter(
    (operation) =>
      resourceOf(operation).hasStatus &&
      fc
        .sample(ignoredStatusOf(resourceOf(operation)), { numRuns: 20, seed: 1 })
        .some((status) => clientValues(status).length > 0),
  ),
  cases: (operation) => {
    const resource = resourceOf(operation);
    return ignoredStatusOf(resource)
      .filter((status) => clientValues(status).length > 0)
      .map((status) => createAndRead(stepsOn(resource), { ...minimalObject(resource, '{{a}}'), status }));
  },
  check,
};

function* check(history: History): Iterable<Finding> {
  for (const { creation, where, object } of appearances(history)) {
    const sentValues = clientValues(at(creation.sent, 'status'));
    const taken = sentValues.find(
      ({ path, value }) => JSON.stringify(at(object, 'status', ...path)) === JSON.stringify(value),
    );
    if (sentValues.length === 0) continue;
    if (taken === undefined)
      yield held(
        creation.exchange,
        `${where}: ${[...new Set(sentValues.map(({ path }) => path[0]))].sort().join(' ')}`,
      );
    else
      yield violated(
        creation.exchange,
        `status.${taken.path.join('.')} not taken from the body`,
        `${show(taken.value)} ${where}`,
        `status.${String(taken.path[0])} is taken`,
      );
  }
}
