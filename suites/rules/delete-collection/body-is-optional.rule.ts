import { collectionDeletes, isPlainlyRestricted, membersOf } from '../../checks/delete/collection-deletes.ts';
import { DELETE_OPTIONS, reasonToTerminate } from '../../checks/delete/deletes.ts';
import { freshReadsAfter } from '../../checks/fresh-reads.ts';
import { at } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { AT_ONCE, type Extra, inTurn, minimalObject, OWN_OBJECTS, resourceOf, stepsOn } from '../cases.ts';
import { responseOf, brokeDown, callsOf, succeeded, turnedDown, held, violated } from '../judging.ts';
import type { Exchange, Finding, History, Rule } from '../rule.ts';
import { COLLECTION_DELETES } from './collection-cases.ts';

const BODIES: readonly Extra[] = [
  { text: '', contentType: '' },
  { body: {} },
  { body: { kind: 'DeleteOptions', apiVersion: 'v1' } },
  { body: AT_ONCE },
  { body: { gracePeriodSeconds: 3 } },
  ...[false, true].map((orphanDependents) => ({ body: { gracePeriodSeconds: 0, orphanDependents } })),
];

export const rule: Rule = {
  id: 'delete-collection/body-is-optional',
  level: 'must',
  impact: 'content',
  title:
    'A collection delete without a body works as one with delete options: each match is gone, or is terminating and shows its reason.',
  cites: ['parameters.delete-collection', 'rules.4', 'semantics.6.1'],
  operations: COLLECTION_DELETES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return inTurn(...BODIES).map((extra) => [
      on.create(minimalObject(on.maker, '{{a}}')),
      on.create(minimalObject(on.maker, '{{b}}')),
      on.removeAll({ query: OWN_OBJECTS, ...extra }),
      on.get('{{a}}'),
      on.get('{{b}}'),
      on.list(),
    ]);
  },
  check,
  least: 7,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'deleteCollection')) {
    const body = bodyOf(exchange);
    if (body === undefined || !isPlainlyRestricted(exchange) || membersOf(history, exchange).length === 0) continue;
    if (!succeeded(exchange)) {
      if ((turnedDown(exchange) || brokeDown(exchange)) && !hasDeprecatedOption(exchange))
        yield violated(exchange, `success, with ${body}`, responseOf(exchange), `refused with ${body}`);
      continue;
    }
    const { matching = [] } = collectionDeletes(history).find((each) => each.exchange === exchange) ?? {};
    for (const { key, before } of matching) {
      for (const { seen, where } of freshReadsAfter(history, observed, key, exchange)) {
        const reason = seen === undefined || seen.uid !== before.uid ? 'gone' : reasonToTerminate(seen.content);
        if (reason === undefined)
          yield violated(
            exchange,
            `${key.name} gone, or being deleted for a reason that it shows`,
            `it is in ${where}`,
            `still there with ${body}`,
          );
        else yield held(exchange, `${body}: ${reason}`);
      }
    }
  }
}

/** Whether the body has an option that is deprecated: a server may refuse it where the document names no body. */
function hasDeprecatedOption({ request: { body } }: Exchange): boolean {
  return at(body?.value, 'orphanDependents') !== undefined;
}

/** A description of its body; `undefined` for a body that the document gives no meaning. */
function bodyOf({ request: { body } }: Exchange): string | undefined {
  if (body === undefined || body.text.trim() === '') return 'no body';
  const value = body.value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const members = Object.keys(value).filter((member) => member !== 'kind' && member !== 'apiVersion');
  if (members.length === 0) return 'empty options';
  return members.every((member) => DELETE_OPTIONS.some((option) => option === member)) ? 'options' : undefined;
}
