import { JSON_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import type { Step, Template } from '../../drivers/program.ts';
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
import { awaitObject, versionOf } from '../write-and-look.ts';
import { WALKED, walkFor } from './world-walks.ts';

export const rule: Rule = {
  id: 'world/refused-write-leaves-no-trace',
  level: 'must',
  title:
    'On any walk of writes, one that is refused changes nothing: no get, list or watch shows a trace of it, nor does the version.',
  cites: ['semantics.1.2', 'errors.2', 'what-the-service-does.1'],
  operations: operationsOf(
    ['create', 'replace', 'patch', 'delete', 'replaceStatus', 'patchStatus'],
    ({ namespaced }) => namespaced,
  ),
  needs: WALKED,
  cases: (operation) => walkFor(operation, 4, refusals),
  check,
  least: 1,
};

/** One refusal of each kind, looked for in a get, in a list and in a watch, so that no walk is without. */
function refusals(resource: Resource): readonly Step[] {
  const on = stepsOn(resource);
  const object = minimalObject(resource, '{{b}}');
  const looks = [on.get('{{b}}'), on.list()];
  const stale = (to: string): Template => ({ $edit: { $from: 'b' }, with: [{ set: '/metadata/labels/stale', to }] });
  const status: readonly Step[] = resource.hasStatus
    ? [
        on.replaceStatus('{{b}}', stale('status')),
        ...looks,
        on.patchStatus('{{absent}}', { status: {} }),
        on.replaceStatus('{{absent}}', object),
      ]
    : [];
  return [
    on.list({ as: 'listed' }),
    on.watchList('told', { query: { resourceVersion: versionOf('listed') } }),
    on.createHere(object, { as: 'b' }),
    on.patch('{{b}}', { metadata: { labels: { changed: 'yes' } } }),
    on.get('{{b}}'),
    on.createHere(object),
    ...looks,
    on.replace('{{b}}', stale('yes')),
    ...looks,
    on.patch('{{b}}', { metadata: { labels: { untyped: 'yes' } } }, { contentType: 'application/json' }),
    on.patch(
      '{{b}}',
      [
        { op: 'add', path: '/metadata/labels/half', value: 'yes' },
        { op: 'test', path: '/metadata/name', value: 'another' },
      ],
      { contentType: JSON_PATCH_TYPE },
    ),
    on.remove('{{b}}', { body: { orphanDependents: false, propagationPolicy: 'Background' } }),
    ...looks,
    on.get('{{absent}}'),
    on.patch('{{absent}}', { metadata: { labels: { made: 'yes' } } }),
    on.remove('{{absent}}'),
    ...status,
    on.get('{{absent}}'),
    on.createHere(minimalObject(resource, '{{last}}')),
    awaitObject('told', '{{last}}'),
  ];
}

function* check(history: History): Iterable<Finding> {
  const world = worldOf(history);
  for (const exchange of callsOf(
    history.exchanges,
    'create',
    'replace',
    'patch',
    'replaceStatus',
    'patchStatus',
    'delete',
  )) {
    const key = world.writeOf(exchange)?.key;
    if (key === undefined || !refused(exchange)) continue;
    const shape = `${exchange.call.verb}: ${exchange.response?.status ?? 0}`;
    yield* judgeNoTrace(history, { exchange, key, what: `a ${exchange.call.verb} of ${key.name}`, shape });
  }
}
