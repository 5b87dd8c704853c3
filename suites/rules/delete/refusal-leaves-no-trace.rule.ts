import { deletions, isUnheeded } from '../../checks/delete/deletes.ts';
import { judgeNoTrace } from '../../checks/no-trace.ts';
import {
  awaitEvents,
  type Extra,
  inTurn,
  minimalObject,
  OWN_OBJECTS,
  resourceOf,
  stepsOn,
  versionOf,
} from '../cases.ts';
import { rejected, observed } from '../judging.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';
import { DELETES_IN_NAMESPACES } from './delete-cases.ts';

/** Deletes that some servers refuse. */
const ODD: readonly Extra[] = [
  { body: { propagationPolicy: 'Sometimes' } },
  { body: { propagationPolicy: 1 } },
  { body: { orphanDependents: 'maybe' } },
  { body: { gracePeriodSeconds: 'soon' } },
  { body: { gracePeriodSeconds: -1 } },
  { body: { preconditions: { uid: '11111111-2222-3333-4444-555555555555' } } },
  { body: {}, query: { gracePeriodSeconds: 'soon' } },
  { body: {}, query: { propagationPolicy: 'Sometimes' } },
  { text: '{"gracePeriodSeconds":0' },
  { text: '[]' },
  { text: 'gracePeriodSeconds=0', contentType: 'application/x-www-form-urlencoded' },
];

export const rule: Rule = {
  id: 'delete/refusal-leaves-no-trace',
  level: 'must',
  negative: true,
  title:
    'A refused delete, whatever the reason, leaves the object as it was: it sets no deletion timestamp, causes no event and removes nothing.',
  cites: ['errors.4', 'semantics.6.1', 'events.1.2'],
  operations: DELETES_IN_NAMESPACES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    // First a delete that every server refuses if it reads delete options, so the rule applies to each.
    const both = on.remove('{{a}}', {
      body: { orphanDependents: false, propagationPolicy: 'Background', gracePeriodSeconds: 0 },
    });
    return inTurn(...ODD).map((extra) => [
      on.create(minimalObject(on.maker, '{{a}}'), { as: 'made' }),
      on.watch('seen', '{{a}}', { query: { resourceVersion: versionOf('made') } }),
      both,
      on.get('{{a}}'),
      on.remove('{{a}}', extra),
      on.get('{{a}}'),
      on.list({ query: OWN_OBJECTS }),
      awaitEvents('seen', 0),
    ]);
  },
  check,
  least: 6,
};

function* check(history: History, context: CheckContext): Iterable<Finding> {
  for (const { exchange, key, options } of deletions(history)) {
    if (isUnheeded(exchange, context)) yield observed(exchange, 'the options of this kind are not heeded');
    else if (rejected(exchange))
      yield* judgeNoTrace(history, { exchange, key, what: `a delete with ${options.given}`, shape: options.given });
  }
}
