import * as fc from 'fast-check';
import type { Finding } from '../../checks/finding.ts';
import { lockedWrites } from '../../checks/locks.ts';
import { judgeRefusal } from '../../checks/no-trace.ts';
import { markChange } from '../../generators/changes.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { History } from '../../oracle/history.ts';
import { operationsOf } from '../operations-of.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { interveningWrites } from '../intervening-writes.ts';
import { OWN, edited, makeAndRead } from '../write-and-look.ts';

export const rule: Rule = {
  id: 'replace/stale-version-is-refused',
  level: 'must',
  negative: true,
  title: 'A PUT that carries a version which another write has replaced is refused and leaves no trace.',
  cites: ['semantics.1.2', 'rules.1.1', 'errors.2'],
  operations: operationsOf(['replace']),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc.tuple(interveningWrites(on), fc.constantFrom('one', 'two')).map(([between, mark]) => [
      ...makeAndRead(on, minimalObject(on.maker, '{{a}}')),
      ...between,
      on.get('{{a}}'),
      on.watch('seen', '{{a}}'),
      on.replace('{{a}}', edited('read', markChange(on.resource, mark))),
      on.get('{{a}}'),
      on.list({ query: OWN }),
    ]);
  },
  check,
};

function* check(history: History): Iterable<Finding> {
  for (const { exchange, key, state, shape } of lockedWrites(history, 'replace')) {
    if (state === 'stale') yield* judgeRefusal(history, { exchange, key, what: 'a PUT with a version that was replaced', shape, causedBy: 'a version that was replaced' });
  }
}
