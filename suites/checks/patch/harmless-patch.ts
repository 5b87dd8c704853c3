import type { DialectChoices } from '../../../spec/dialects/index.ts';
import type { History } from '../../oracle/history.ts';
import { type Json, textAt } from '../../oracle/json.ts';
import { applyPatch } from '../../oracle/merge/apply-patch.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { keyCalled, type ResourceCalled } from '../responses.ts';
import { isHarmlessChange } from '../write/harmless-change.ts';
import { stateBefore } from '../fresh-reads.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';

/**
 * Whether the oracle can apply a patch to the object's previous state. `false` if that state is unknown, or servers
 * may not support the operation.
 */
export function isApplicable(history: History, exchange: ResourceCalled, choices: DialectChoices): boolean {
  return applied(history, exchange, choices) !== undefined;
}

/**
 * Whether a patch, by the oracle, only changes labels and annotations, to well-formed values. No server has a reason
 * to refuse it.
 */
export function isHarmlessPatch(history: History, exchange: ResourceCalled, choices: DialectChoices): boolean {
  const change = applied(history, exchange, choices);
  return change !== undefined && isHarmlessChange(change.before, change.after, exchange.call.resource.schema);
}

function applied(
  history: History,
  exchange: ResourceCalled,
  choices: DialectChoices,
): { readonly before: Json; readonly after: Json } | undefined {
  const { resource } = exchange.call;
  const before = stateBefore(observedStateOf(history), keyCalled(exchange), exchange);
  const patch = exchange.request.body?.value;
  if (before === undefined || patch === undefined || mayBeUnknown(patch, choices)) return undefined;
  const patched = applyPatch(requestType(exchange), before.content, patch, resource.schema);
  return 'refused' in patched ? undefined : { before: before.content, after: patched.document };
}

/** JSON patch operations that every server supports. */
const PLAIN_OPERATIONS: ReadonlySet<string | undefined> = new Set(['add', 'remove', 'replace']);

/**
 * Whether a patch uses features that some servers lack. These are directives in a map that does not exist yet, which
 * they take for member names. In a dialect with its own patch library, also `copy`, and `test`, which compares text.
 */
function mayBeUnknown(patch: Json, choices: DialectChoices): boolean {
  if (Array.isArray(patch))
    return (
      choices['patch.json-operations'] === 'without-copy' &&
      !patch.every((operation) => PLAIN_OPERATIONS.has(textAt(operation, 'op')))
    );
  return JSON.stringify(patch).includes('"$');
}
