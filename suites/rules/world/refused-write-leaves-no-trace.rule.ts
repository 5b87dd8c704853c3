import type { Step } from '../../drivers/program.ts';
import { callsOf, refused } from '../../checks/answers.ts';
import type { Finding } from '../../checks/finding.ts';
import { judgeNoTrace } from '../../checks/no-trace.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { History } from '../../oracle/history.ts';
import { worldOf } from '../../oracle/world.ts';
import type { Resource } from '../../../spec/surface/resources.ts';
import { operationsOf } from '../operations-of.ts';
import type { Rule } from '../rule.ts';
import { stepsOn } from '../steps.ts';
import { WALKED, walkFor } from './world-walks.ts';

export const rule: Rule = {
  id: 'world/refused-write-leaves-no-trace',
  level: 'must',
  title: 'On any walk of writes, one that is refused changes nothing.',
  cites: ['semantics.1.2', 'errors.2', 'what-the-service-does.1'],
  operations: operationsOf(['create', 'replace', 'patch', 'delete'], ({ namespaced }) => namespaced),
  needs: WALKED,
  cases: (operation) => walkFor(operation, 6, refusals),
  check,
  least: 2,
};

/** One refusal of each kind, so that no walk is without. */
function refusals(resource: Resource): readonly Step[] {
  const on = stepsOn(resource);
  const object = minimalObject(resource, '{{b}}');
  return [
    on.createHere(object, { as: 'b' }),
    on.patch('{{b}}', { metadata: { labels: { changed: 'yes' } } }),
    on.get('{{b}}'),
    on.createHere(object),
    on.get('{{b}}'),
    on.replace('{{b}}', { $edit: { $from: 'b' }, with: [{ set: '/metadata/labels/stale', to: 'yes' }] }),
    on.get('{{b}}'),
    on.get('{{absent}}'),
    on.patch('{{absent}}', { metadata: { labels: { made: 'yes' } } }),
    on.remove('{{absent}}'),
    on.get('{{absent}}'),
  ];
}

function* check(history: History): Iterable<Finding> {
  const world = worldOf(history);
  for (const exchange of callsOf(history.exchanges, 'create', 'replace', 'patch', 'replaceStatus', 'patchStatus', 'delete')) {
    const key = world.writeOf(exchange)?.key;
    if (key === undefined || !refused(exchange)) continue;
    const shape = `${exchange.call.verb}: ${exchange.response?.status ?? 0}`;
    yield* judgeNoTrace(history, { exchange, key, what: `a ${exchange.call.verb} of ${key.name}`, shape });
  }
}
