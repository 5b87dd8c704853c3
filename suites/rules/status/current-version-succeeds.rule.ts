import { judgeLoneWrites } from '../../checks/write/lone-writes.ts';
import { statusOf } from '../../generators/statuses.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import {
  edited,
  fc,
  inTurn,
  minimalObject,
  resourceOf,
  type Steps,
  stepsOn,
  makeAndRead,
  operationsOf,
} from '../cases.ts';
import { dotted } from '../dotted-names.ts';
import { statusOf as codeOf } from '../judging.ts';
import type { CheckContext, Finding, History, JsonObject, Program, Rule, Step } from '../rule.ts';
import { writeStatus } from './status-cases.ts';

export const rule: Rule = {
  id: 'status/current-version-succeeds',
  level: 'must',
  title:
    'A PUT of the current version of /status by the only writer succeeds; so does one of several parallel PUTs of it.',
  cites: ['semantics.1.2', 'semantics.2.2', 'endpoints.success-status'],
  operations: operationsOf(['replaceStatus']),
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc
      .tuple(statusOf(on.resource), statusOf(on.resource), statusOf(on.resource), inTurn(true, false))
      .map(([first, second, third, isDotted]) => [
        ...makeAndRead(on, minimalObject(on.maker, '{{a}}')),
        writeStatus(operation, on, first),
        on.get('{{a}}'),
        on.getStatus('{{a}}', { as: 'read' }),
        writeStatus(operation, on, second),
        ...ofRivals(on, [first, third, third]),
        ...(isDotted ? ofAnother(on, dotted(on.resource, '{{b}}'), first) : []),
      ]);
  },
  check,
};

/**
 * Parallel PUTs of the current version with these statuses, and then one alone: not all of them may be refused, because
 * none of them has replaced the version yet.
 */
function ofRivals(on: Steps, statuses: readonly JsonObject[]): Program {
  const put = (read: string, status: JsonObject): Step =>
    on.replaceStatus('{{a}}', edited(read, [{ set: '/status', to: status }]));
  return [
    on.get('{{a}}', { as: 'last' }),
    { do: 'together', branches: statuses.map((status) => [put('last', status)]) },
    on.get('{{a}}', { as: 'settled' }),
    ...statuses.slice(0, 1).map((status) => put('settled', status)),
    on.get('{{a}}'),
  ];
}

/** A PUT of that status of another object. */
function ofAnother(on: Steps, name: string, status: JsonObject): Program {
  return [
    on.create(minimalObject(on.maker, name)),
    on.get(name, { as: 'another' }),
    on.replaceStatus(name, edited('another', [{ set: '/status', to: status }])),
    on.get(name),
  ];
}

function* check(history: History, context: CheckContext): Iterable<Finding> {
  yield* judgeLoneWrites(
    history,
    'replaceStatus',
    context,
    ({ exchange }) => codeOf(exchange) === 409 || sentFor(exchange, rule.id),
  );
}
