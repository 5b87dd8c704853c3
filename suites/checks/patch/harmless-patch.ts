import type { DialectChoices } from '../../../spec/dialects/index.ts';
import type { History } from '../../oracle/history.ts';
import type { Json } from '../../oracle/json.ts';
import { textAt } from '../../oracle/json.ts';
import { applyPatch } from '../../oracle/merge/apply-patch.ts';
import { keyOf, observedStateOf } from '../../oracle/observed-state.ts';
import type { ResourceCalled } from '../responses.ts';
import { isHarmlessChange } from '../write/harmless-change.ts';
import { stateBefore } from '../fresh-reads.ts';
import { requestType } from '../../oracle/media-type.ts';

/** Whether the oracle can carry out a patch on the object as it was before; `false` where that is not known, or servers may not know the operation. */
export function isApplicable(history: History, exchange: ResourceCalled, choices: DialectChoices): boolean {
  return applied(history, exchange, choices) !== undefined;
}

/** Whether a patch, by the oracle, changes nothing but labels and annotations, and those to well-formed ones: no server has a reason to refuse it. */
export function isHarmlessPatch(history: History, exchange: ResourceCalled, choices: DialectChoices): boolean {
  const change = applied(history, exchange, choices);
  return change !== undefined && isHarmlessChange(change.before, change.after, exchange.call.resource.schema);
}

function applied(
  history: History,
  exchange: ResourceCalled,
  choices: DialectChoices,
): { readonly before: Json; readonly after: Json } | undefined {
  const { resource, namespace, name = '' } = exchange.call;
  const before = stateBefore(observedStateOf(history), keyOf(resource, namespace, name), exchange);
  const patch = exchange.request.body?.value;
  if (before === undefined || patch === undefined || mayBeUnknown(patch, choices)) return undefined;
  const patched = applyPatch(requestType(exchange), before.content, patch, resource.schema);
  return 'refused' in patched ? undefined : { before: before.content, after: patched.document };
}

/** Operations that a JSON patch has everywhere. */
const PLAIN_OPERATIONS: ReadonlySet<string | undefined> = new Set(['add', 'remove', 'replace']);

/**
 * Whether a patch has what some servers do not know: directives in a map that is not there yet, which they read as names; and where
 * the dialect has a patch library of its own, `copy`, and `test`, which it does by text.
 */
function mayBeUnknown(patch: Json, choices: DialectChoices): boolean {
  if (Array.isArray(patch))
    return (
      choices['patch.json-operations'] === 'without-copy' &&
      !patch.every((operation) => PLAIN_OPERATIONS.has(textAt(operation, 'op')))
    );
  return JSON.stringify(patch).includes('"$');
}
