import { MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { freshReadsOf } from '../../checks/fresh-reads.ts';
import { textAt } from '../../oracle/json.ts';
import { observedStateOf, type Write } from '../../oracle/observed-state.ts';
import { fc, minimalObject, operationsOf, resourceOf, stepsOn, edited } from '../cases.ts';
import { otherGroupVersion } from '../intervening-writes.ts';
import { sent, held, show, violated } from '../judging.ts';
import type { Finding, History, Json, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'concurrency/reads-show-whole-states',
  level: 'must',
  title: 'A read shows a parallel write whole or not at all, never a part of it beside a part of an earlier one.',
  cites: ['what-the-service-does.1', 'semantics.7.1', 'semantics.1.1'],
  operations: operationsOf(['get', 'list', 'listAll'], ({ namespaced }) => namespaced),
  needs: ['create', 'get', 'patch'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const other = stepsOn(otherGroupVersion(on.resource));
    const read =
      operation.verb === 'get'
        ? on.get('{{a}}')
        : operation.verb === 'list'
          ? on.list()
          : on.listAll({ query: { labelSelector: 'plumbline-case={{case}}' } });
    const both = (value: string): Json => ({ metadata: { labels: { twin: value }, annotations: { twin: value } } });
    return fc
      .record({ writers: fc.integer({ min: 2, max: 4 }), reads: fc.integer({ min: 3, max: 6 }) })
      .map(({ writers, reads }) => [
        on.create(
          {
            ...minimalObject(on.maker, '{{a}}'),
            metadata: { name: '{{a}}', labels: { twin: 'first' }, annotations: { twin: 'first' } },
          },
          { as: 'made' },
        ),
        {
          do: 'together',
          branches: [
            ...Array.from({ length: writers }, (_, n) => [
              (n % 2 === 0 ? on : other).patch('{{a}}', both(`p${n}`), {
                contentType: n % 2 === 0 ? MERGE_PATCH_TYPE : STRATEGIC_MERGE_PATCH_TYPE,
              }),
              on.get('{{a}}', { as: `read${n}` }),
              on.replace(
                '{{a}}',
                edited(`read${n}`, [
                  { set: '/metadata/labels/twin', to: `r${n}` },
                  { set: '/metadata/annotations/twin', to: `r${n}` },
                ]),
              ),
            ]),
            Array.from({ length: reads }, () => read),
            Array.from({ length: reads }, () => read),
          ],
        },
        read,
      ]);
  },
  check,
  least: 1,
};

/** Judges objects of which every write sets the same text in two places: every read must show one text in both. */
function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const key of observed.keys) {
    const writes = observed.writesTo(key).filter(({ outcome }) => outcome !== 'refused');
    if (writes.length < 2 || !observed.soleWriter(key) || !writes.every(setsBoth)) continue;
    for (const { exchange, seen, where } of freshReadsOf(history, observed, key)) {
      const [label, annotation] = [
        textAt(seen?.content, 'metadata', 'labels', 'twin'),
        textAt(seen?.content, 'metadata', 'annotations', 'twin'),
      ];
      const meanwhile = writes.filter((write) => write.began < exchange.ended && write.settled > exchange.began);
      if (seen === undefined) continue;
      if (label === annotation) yield held(exchange, meanwhile.length > 0 ? 'while it is written' : 'at rest');
      else
        yield {
          ...violated(
            exchange,
            'one text in both places that every write sets alike',
            `${show(label)} and ${show(annotation)} in ${where}`,
            'a state of two writes',
          ),
          involved: [...meanwhile.map((write) => write.exchange.id), exchange.id],
        };
    }
  }
}

function setsBoth({ exchange }: Write): boolean {
  const label = textAt(sent(exchange), 'metadata', 'labels', 'twin');
  return label !== undefined && label === textAt(sent(exchange), 'metadata', 'annotations', 'twin');
}
