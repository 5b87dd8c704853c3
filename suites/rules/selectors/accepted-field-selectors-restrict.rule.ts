import * as fc from 'fast-check';
import { callsOf, rejected } from '../../checks/answers.ts';
import type { Finding } from '../../checks/finding.ts';
import { held, observed, show, violated } from '../../checks/findings.ts';
import { listings, selectedBy } from '../../checks/listings.ts';
import type { History } from '../../oracle/history.ts';
import { parseFieldSelector } from '../../oracle/field-selector.ts';
import { at } from '../../oracle/json.ts';
import type { Rule } from '../rule.ts';
import { listBy, objectsWith, SELECTING } from './selection-cases.ts';

/** Fields that some servers select by, beside the name and the namespace. */
const FIELDS = ['metadata.uid', 'spec.nodeName', 'spec.restartPolicy', 'status.phase', 'type', 'reason'];

export const rule: Rule = {
  id: 'selectors/accepted-field-selectors-restrict',
  level: 'must',
  title: 'A field selector that is accepted shows only objects whose field has that value; which fields are accepted is left open.',
  cites: ['parameters.list.field-selector'],
  operations: SELECTING,
  cases: (operation) =>
    fc.constantFrom(...FIELDS).map((field) => [...objectsWith(operation, [{ app: 'x' }, {}]), listBy(operation, { fieldSelector: `${field}=plumbline-none` })]),
  check,
  least: 3,
};

function* check(history: History): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'list', 'listAll')) {
    const fields = parseFieldSelector(exchange.request.query.get('fieldSelector') ?? '') ?? [];
    const [first] = fields;
    if (first === undefined || !fields.every(({ field }) => FIELDS.includes(field))) continue;
    if (rejected(exchange)) yield observed(exchange, `${first.field}: refused`);
  }
  for (const listing of listings(history)) {
    const [first] = listing.fields ?? [];
    if (first === undefined || listing.fields?.every(({ field }) => FIELDS.includes(field)) !== true) continue;
    const alien = listing.items.find((item) => selectedBy(listing, item) === false);
    if (alien === undefined) yield held(listing.exchange, first.field);
    else yield violated(listing.exchange, `only objects with ${first.field} ${first.operator} ${show(first.value)}`, `one with ${show(at(alien, ...first.field.split('.')))}`, `${first.field}: shows what is not selected`);
  }
}
