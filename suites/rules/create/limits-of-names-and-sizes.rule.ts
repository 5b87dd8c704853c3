import { textAt } from '../../oracle/json.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { callsOf, sent, statusOf, observed } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { CREATES } from './create-and-read.ts';

/** Letters added to a name of some twenty letters: servers are known to have limits of 63 and 253 letters. */
const NAMES = [80, 280];
const ANNOTATION_BYTES = [200_000, 300_000];

export const rule: Rule = {
  id: 'create/limits-of-names-and-sizes',
  level: 'silent',
  title: 'This rule reports which lengths of names, and which sizes of annotations, a create accepts.',
  cites: ['limits.unstated'],
  operations: CREATES,
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const long = NAMES.map((length) => on.createHere(minimalObject(on.resource, '{{a}}'.padEnd(length, 'x'))));
    const large = ANNOTATION_BYTES.map((bytes, index) =>
      on.createHere({
        ...minimalObject(on.resource, `{{b${index}}}`),
        metadata: { name: `{{b${index}}}`, annotations: { large: 'x'.repeat(bytes) } },
      }),
    );
    return fc.constant([...long, ...large]);
  },
  check,
  least: 1,
};

/** Names and bodies that are near no limit are not reported. */
const LONG = 63;
const LONGER = 253;
const LARGE = 100_000;

function* check(history: History): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'create')) {
    const name = textAt(sent(exchange), 'metadata', 'name') ?? '';
    const size = exchange.request.body?.bytes.length ?? 0;
    const response = statusOf(exchange) < 300 ? 'taken' : 'refused';
    if (statusOf(exchange) === 0) continue;
    if (size > LARGE) yield observed(exchange, `a body of ${Math.round(size / 100_000)}00 kB is ${response}`);
    else if (name.length > LONG)
      yield observed(exchange, `a name of more than ${name.length > LONGER ? LONGER : LONG} letters is ${response}`);
  }
}
