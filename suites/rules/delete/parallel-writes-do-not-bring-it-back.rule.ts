import { finalDeletes } from '../../checks/delete/parallel-deletes.ts';
import { freshReadsOf } from '../../checks/fresh-reads.ts';
import { distinctChange } from '../../generators/changes.ts';
import { type ObjectKey, type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { fc, minimalObject, resourceOf, stepsOn, edited, makeAndRead } from '../cases.ts';
import { otherGroupVersion } from '../intervening-writes.ts';
import { succeeded, held, violated } from '../judging.ts';
import type { Exchange, Finding, History, Rule } from '../rule.ts';
import { DELETES_IN_NAMESPACES } from './delete-cases.ts';

export const rule: Rule = {
  id: 'delete/parallel-writes-do-not-bring-it-back',
  level: 'must',
  title: 'A write during a delete does not bring the object back: once the delete is acknowledged, the object is gone.',
  cites: ['semantics.6.1', 'object-metadata.uid.1'],
  operations: DELETES_IN_NAMESPACES,
  needs: ['create', 'get', 'patch'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const other = stepsOn(otherGroupVersion(on.resource));
    const writes = [
      on.patch('{{a}}', { metadata: { annotations: { meanwhile: '1' } } }),
      other.patch('{{a}}', { metadata: { labels: { meanwhile: '2' } } }),
      on.replace('{{a}}', edited('read', distinctChange(on.resource, 'meanwhile'))),
      ...(on.resource.hasStatus ? [on.patchStatus('{{a}}', { metadata: { annotations: { meanwhile: '3' } } })] : []),
    ];
    return fc.tuple(fc.shuffledSubarray(writes, { minLength: 1 }), fc.nat(3)).map(([chosen, place]) => {
      const branches = [...chosen.slice(0, place), on.remove('{{a}}'), ...chosen.slice(place)].map((step) => [step]);
      return [
        ...makeAndRead(on, minimalObject(on.maker, '{{a}}')),
        { do: 'together', branches },
        on.get('{{a}}'),
        on.list(),
        other.get('{{a}}'),
      ];
    });
  },
  check,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const { exchange, key, before, meanwhile } of finalDeletes(history)) {
    const writes = meanwhile.filter(({ verb }) => verb !== 'delete' && verb !== 'deleteCollection');
    if (!succeeded(exchange) || writes.length === 0) continue;
    const verbs = [...new Set(writes.map(({ verb }) => verb))].sort().join(' ');
    for (const { exchange: read, where, seen } of freshReadsOf(history, observed, key)) {
      if (read.began < exchange.ended) continue;
      if (seen?.uid === before.uid)
        yield violated(
          exchange,
          `${key.name} is gone, whatever was written meanwhile`,
          `it is in ${where}`,
          `brought back by ${verbs}`,
        );
      else if (seen !== undefined && !mayCreate(observed, key, exchange))
        yield violated(
          exchange,
          `${key.name} is gone, whatever was written meanwhile`,
          `another object of that name is in ${where}, which nobody created`,
          `made anew by ${verbs}`,
        );
      else if (seen === undefined) yield held(exchange, `beside ${verbs}`);
    }
  }
}

/** Whether a write that ended after the delete began may have created an object: servers may create by a PUT. */
function mayCreate(observed: ObservedState, key: ObjectKey, { began }: Exchange): boolean {
  return observed
    .writesTo(key)
    .some(
      ({ verb, outcome, settled }) =>
        (verb === 'create' || verb === 'replace') && outcome !== 'refused' && settled > began,
    );
}
