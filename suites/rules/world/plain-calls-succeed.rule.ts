import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { failsInYaml } from '../../checks/media/fails-in-yaml.ts';
import { isRefusedOutright } from '../../checks/media/outright-refusals.ts';
import { isBeyondItsSurface, NOT_SERVED, unserved } from '../../checks/unserved.ts';
import { isReplacedBeside } from '../../checks/write/locks.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { exercise, fc, resourceOf, stepsOn } from '../cases.ts';
import { type Called, held, responseOf, statusOf, succeeded, violated } from '../judging.ts';
import type { CheckContext, Finding, History, Operation, Program, Rule, Violated } from '../rule.ts';

/** `watch/answers-a-stream` judges watches. */
const CALLS: readonly Operation[] = OPERATIONS.filter(({ verb }) => !verb.startsWith('watch'));

export const rule: Rule = {
  id: 'world/plain-calls-succeed',
  level: 'must',
  title: 'A plain call of each operation succeeds, if the object that it names exists.',
  cites: ['what-the-service-does.1', 'endpoints.success-status', 'errors.1', 'versioning.1', 'versioning.2'],
  operations: CALLS,
  cases: (operation) => fc.constant([...exercise(operation), ...readAfter(operation)]),
  check,
  sweep: true,
};

/** A read after a PUT shows whether a controller wrote the object before it. */
function readAfter(operation: Operation): Program {
  return operation.method === 'PUT' ? [stepsOn(resourceOf(operation)).get('{{a}}')] : [];
}

/** Judges only its own cases, whose calls are all plain. */
function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of history.exchanges) {
    const { call } = exchange;
    if (call === undefined || call.watching || !sentFor(exchange, rule.id) || failsInYaml(exchange, choices)) continue;
    // The tables lack the get of some kinds, which only the read after a PUT needs.
    if (call.verb === 'get' && isBeyondItsSurface({ ...exchange, call })) continue;
    if (succeeded(exchange)) yield held(exchange, call.verb);
    else if (isRefusedOutright(observed, exchange) && !isReplacedBeside(history, exchange))
      yield refusalOf({ ...exchange, call });
  }
}

function refusalOf(exchange: Called): Violated {
  const { verb, operation } = exchange.call;
  const cause = `${verb} is answered ${statusOf(exchange)}`;
  const lacking = unserved(exchange);
  return lacking === undefined
    ? violated(exchange, `success of a plain ${verb}`, responseOf(exchange), cause)
    : {
        ...violated(exchange, `${operation.method} is served here, as the document tabulates it`, lacking, NOT_SERVED),
        formerCauses: [cause],
      };
}
