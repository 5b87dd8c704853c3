import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeLostNonces } from '../../checks/linearizability/lost-nonces.ts';
import { statusOf } from '../../generators/statuses.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc, minimalObject, resourceOf, stepsOn, edited } from '../cases.ts';
import { callsOf, held } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { STATUS_WRITES } from '../status/status-cases.ts';
import { nonceEdit, noncePatch, withRoom } from './nonces.ts';

export const rule: Rule = {
  id: 'concurrency/status-writes-do-not-undo-other-writes',
  level: 'must',
  title: 'A parallel write of the status does not undo an acknowledged PUT or PATCH.',
  cites: ['semantics.2.2', 'rules.2.2', 'semantics.4.1', 'semantics.1.2'],
  operations: STATUS_WRITES,
  needs: ['create', 'get', 'patch', 'replace'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc.array(statusOf(on.resource), { minLength: 2, maxLength: 4 }).map((statuses) => [
      on.create(withRoom(minimalObject(on.maker, '{{a}}'))),
      {
        do: 'together',
        branches: [
          ...statuses.map((status, n) =>
            operation.verb === 'patchStatus'
              ? [on.patchStatus('{{a}}', { status }), on.patchStatus('{{a}}', { status })]
              : [
                  on.get('{{a}}', { as: `read${n}` }),
                  on.replaceStatus('{{a}}', edited(`read${n}`, [{ set: '/status', to: status }])),
                  on.get('{{a}}', { as: `then${n}` }),
                  on.replaceStatus('{{a}}', edited(`then${n}`, [{ set: '/status', to: status }])),
                ],
          ),
          [
            on.patch('{{a}}', null, noncePatch(MERGE_PATCH_TYPE, 'm1')),
            on.patch('{{a}}', null, noncePatch(JSON_PATCH_TYPE, 'm2')),
            on.patch('{{a}}', null, noncePatch(MERGE_PATCH_TYPE, 'm3')),
          ],
          [
            on.get('{{a}}', { as: 'p' }),
            on.replace('{{a}}', edited('p', [nonceEdit('put1')])),
            on.get('{{a}}', { as: 'q' }),
            on.replace('{{a}}', edited('q', [nonceEdit('put2')])),
          ],
        ],
      },
      on.get('{{a}}'),
      on.list(),
    ]);
  },
  check,
  least: 2,
};

/** Judges the nonces of writes of the object. Concurrent writes of its status count as evidence. */
function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  const statusWrites = callsOf(history.exchanges, 'replaceStatus', 'patchStatus').flatMap(
    (exchange) => observed.writeOf(exchange) ?? [],
  );
  for (const finding of judgeLostNonces(history, 'patch', 'replace')) {
    const judged = observed.writes.find(({ exchange }) => exchange.id === finding.exchange);
    const beside = statusWrites.filter(
      (write) => write.key?.id === judged?.key?.id && judged !== undefined && write.settled > judged.began,
    );
    if (finding.outcome !== 'held' && beside.length > 0) yield finding;
    else for (const { exchange, verb } of beside) yield held(exchange, verb);
  }
}
