import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { labelledObject } from '../../generators/concurrent-programs.ts';
import { type Observation, observedStateOf } from '../../oracle/observed-state.ts';
import { fc, operationsOf, resourceOf, stepsOn } from '../cases.ts';
import { held, violated } from '../judging.ts';
import type { Finding, History, Rule, Step } from '../rule.ts';
import { noncePatch } from './nonces.ts';

export const rule: Rule = {
  id: 'concurrency/name-belongs-to-one-object-at-a-time',
  level: 'must',
  title:
    'While clients create, patch and delete one name in parallel, no read shows an object after its successor was seen.',
  cites: ['object-metadata.uid.1', 'semantics.6.1', 'object-metadata.name.1'],
  operations: operationsOf(['create', 'delete', 'patch'], ({ namespaced }) => namespaced),
  needs: ['create', 'get', 'delete', 'patch'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const make = (nonce: string): Step =>
      operation.verb === 'create'
        ? on.createHere(labelledObject(on.resource, '{{a}}', nonce))
        : on.create(labelledObject(on.maker, '{{a}}', nonce));
    return fc
      .record({ clients: fc.integer({ min: 2, max: 3 }), rounds: fc.integer({ min: 2, max: 3 }) })
      .map(({ clients, rounds }) => [
        make('first'),
        {
          do: 'together',
          branches: [
            ...Array.from({ length: clients }, (_, n) =>
              Array.from({ length: rounds }, (__, round): readonly Step[] => [
                on.remove('{{a}}'),
                make(`c${n}r${round}`),
                on.get('{{a}}'),
              ]).flat(),
            ),
            Array.from({ length: rounds + 2 }, (_, n) =>
              on.patch('{{a}}', null, noncePatch(MERGE_PATCH_TYPE, `m${n}`)),
            ),
          ],
        },
        on.get('{{a}}'),
        on.list(),
      ]);
  },
  check,
  least: 1,
};

/**
 * Finds three reads with uids a, b and a again, each ended before the next began. That is a violation whatever other
 * clients write.
 */
function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const key of observed.keys) {
    const reads = observed
      .observationsOf(key)
      .filter(
        ({ began, source, uid }) => began > 0 && source !== 'delete' && source !== 'deleted-event' && uid !== undefined,
      );
    if (new Set(reads.map(({ uid }) => uid)).size < 2) continue;
    const between = observed
      .writesTo(key)
      .filter(
        ({ verb, outcome, key: named }) => verb === 'delete' && outcome === 'acknowledged' && named?.id === key.id,
      );
    for (const { exchange } of between) yield held(exchange, 'deleted and made again');
    for (const read of reads) {
      const between = reads.find(
        (other) =>
          other.uid !== read.uid &&
          other.ended < read.began &&
          reads.some((first) => first.uid === read.uid && first.ended < other.began),
      );
      if (between === undefined) yield held(read.exchange, read.source);
      else
        yield {
          ...violated(
            read.exchange,
            `another object than uid ${read.uid}, which uid ${between.uid} had followed`,
            `it is in a ${read.source} again`,
            'an object that had left comes back',
          ),
          involved: involved(reads, between, read),
        };
    }
  }
}

function involved(reads: readonly Observation[], between: Observation, read: Observation): readonly number[] {
  const first = reads.find((other) => other.uid === read.uid && other.ended < between.began);
  return [...(first === undefined ? [] : [first.exchange.id]), between.exchange.id, read.exchange.id];
}
