import { JSON_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeAgreement } from '../../checks/agreement.ts';
import { isReplacedBeside } from '../../checks/write/locks.ts';
import { judgeResponses } from '../../checks/write/stored-responses.ts';
import { fullStatus } from '../../generators/full-objects.ts';
import { responseType } from '../../oracle/exchanges/media-type.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { edited, fc, minimalObject, resourceOf, type Steps, stepsOn } from '../cases.ts';
import { rule as createdObjectIsShown } from '../create/created-object-is-shown-by-get.rule.ts';
import { rule as collectionDeleteRemoves } from '../delete-collection/removes-exactly-what-matches.rule.ts';
import { rule as deleteRemoves } from '../delete/removes-the-object.rule.ts';
import { MARKUP } from '../patch/patch-cases.ts';
import { rule as writeChangesTheStatus } from '../status/write-changes-the-status.rule.ts';
import { received, responseOf, foundWrong, succeeded, held, show, violated } from '../judging.ts';
import type { CheckContext, Exchange, Finding, History, JsonObject, Operation, Program, Rule } from '../rule.ts';
import { SINGLE_RESPONSES, callBy } from './media-operations.ts';

const ID = 'media-types/pretty-is-the-same-value-over-lines';

export const rule: Rule = {
  id: ID,
  level: 'must',
  title:
    'With pretty=true the response is the same value over several lines; pretty, true or false, does not change the effect of a call.',
  cites: ['parameters.list.pretty', 'parameters.read.pretty', 'parameters.write.pretty', 'parameters.delete.pretty'],
  operations: SINGLE_RESPONSES.filter(({ verb }) => verb !== 'discover'),
  cases: (operation, choices) => {
    const on = stepsOn(resourceOf(operation));
    const call = (name: string, pretty: string): Program =>
      callWith(operation, on, name, pretty, fullStatus(on.resource, name, 0, choices));
    // The tables have no get of a namespace.
    const read = (name: string): Program =>
      on.resource.namespaced || !['create', 'list'].includes(operation.verb) ? [on.get(name)] : [];
    return fc.constant([...call('{{a}}', 'true'), ...read('{{a}}'), ...call('{{ab}}', 'false'), ...read('{{ab}}')]);
  },
  check,
  sweep: true,
};

/**
 * Makes an object of that name, and calls the operation on it with that value of `pretty`; `status` is for status
 * writes.
 */
function callWith(
  operation: Operation,
  on: Steps,
  name: string,
  pretty: string,
  status: JsonObject | undefined,
): Program {
  const extra = { query: { pretty } };
  const body = {
    ...minimalObject(operation.verb === 'create' ? on.resource : on.maker, name),
    metadata: { name, annotations: MARKUP },
  };
  if (operation.verb === 'replace')
    return [
      on.create(body),
      on.get(name, { as: name }),
      on.replace(name, edited(name, [{ set: '/metadata/labels/pretty', to: pretty }]), extra),
    ];
  if (status !== undefined && operation.verb === 'replaceStatus')
    return [
      on.create(body),
      on.get(name, { as: name }),
      on.replaceStatus(name, edited(name, [{ set: '/status', to: status }]), extra),
    ];
  if (status !== undefined && operation.verb === 'patchStatus')
    return [on.create(body), on.patchStatus(name, { status }, extra)];
  if (operation.verb === 'patch') return [on.create(body), on.patch(name, { metadata: { labels: { pretty } } }, extra)];
  if (operation.verb === 'delete') return [on.create(body), on.remove(name, extra)];
  if (operation.verb === 'create') return [on.createHere(body, extra)];
  return callBy(operation, on, body, extra, name);
}

function* check(history: History, context: CheckContext): Iterable<Finding> {
  for (const exchange of history.exchanges.filter(isPlain)) {
    if (sentFor(exchange, ID) && foundWrong(exchange) && !isReplacedBeside(history, exchange))
      yield violated(exchange, 'success, with pretty', responseOf(exchange), 'refused with pretty');
    else if (!isPretty(exchange) && succeeded(exchange)) yield held(exchange, 'not pretty');
  }
  yield* judgeLines(history);
  yield* judgeAgreement(history, {
    role: ({ exchange, source }) =>
      source === 'event' || source === 'delete' ? undefined : isPretty(exchange) ? 'subject' : 'reference',
  });
  yield* judgeEffects(history, context);
}

function* judgeLines(history: History): Iterable<Finding> {
  for (const exchange of history.exchanges) {
    if (!isPretty(exchange) || exchange.call?.watching !== false || received(exchange) === undefined) continue;
    const text = exchange.response?.body?.text ?? '';
    if (text.trimEnd().includes('\n')) yield held(exchange, 'over lines');
    else yield violated(exchange, 'JSON spread over lines', show(text.slice(0, 80)), 'on one line');
  }
}

/** Violations by writes with `pretty` that do not take effect: the object must be created, changed or gone. */
function* judgeEffects(history: History, context: CheckContext): Iterable<Finding> {
  const plain = new Set(history.exchanges.filter(isPlain).map(({ id }) => id));
  const found = [
    ...createdObjectIsShown.check(history, context),
    ...judgeResponses(history, 'replace', 'patch'),
    ...deleteRemoves.check(history, context),
    ...collectionDeleteRemoves.check(history, context),
    ...writeChangesTheStatus.check(history, context),
  ];
  for (const finding of found)
    if (finding.outcome === 'violated' && plain.has(finding.exchange))
      yield { ...finding, cause: `${finding.cause}, with pretty` };
}

function isPretty(exchange: Exchange): boolean {
  return exchange.request.query.get('pretty') === 'true' && responseType(exchange) === JSON_TYPE;
}

/** Whether a call has no unusual parameter besides `pretty`. */
function isPlain({ call, request: { query } }: Exchange): boolean {
  const [pretty, others] = [query.get('pretty'), [...query.keys()].filter((name) => name !== 'pretty')];
  return (
    call?.watching === false &&
    (pretty === 'true' || pretty === 'false') &&
    others.every((name) => name === 'labelSelector')
  );
}
