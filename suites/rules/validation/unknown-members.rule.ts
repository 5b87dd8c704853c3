import { at } from '../../oracle/json.ts';
import type { Edit } from '../../program/program.ts';
import { inTurn, minimalObject, resourceOf } from '../cases.ts';
import { received, callsOf, rejected, sent, observed } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { attempt, CREATES_AND_REPLACES } from './writing-operations.ts';

const MEMBER = 'plumblineUnheardOf';

const PLACES = [[MEMBER], ['metadata', MEMBER]];

export const rule: Rule = {
  id: 'validation/unknown-members',
  level: 'silent',
  title: 'This rule reports whether the server drops, keeps or refuses members that no type of the API has.',
  cites: ['other-shapes.unshown-kinds', 'other-shapes.unshown-nested'],
  operations: CREATES_AND_REPLACES,
  cases: (operation) => {
    const edits = PLACES.map((path): Edit => ({ set: `/${path.join('/')}`, to: { x: 1 } }));
    return inTurn(...edits).map((edit) =>
      attempt(operation, { $edit: minimalObject(resourceOf(operation), '{{a}}'), with: [edit] }),
    );
  },
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'create', 'replace')) {
    const place = PLACES.find((path) => at(sent(exchange), ...path) !== undefined);
    if (place === undefined) continue;
    const response = received(exchange);
    if (rejected(exchange)) yield observed(exchange, 'refused');
    else if (response !== undefined)
      yield observed(exchange, at(response, ...place) === undefined ? 'dropped' : 'kept');
  }
}
