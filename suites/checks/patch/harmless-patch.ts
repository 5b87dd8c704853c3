import type { Answers } from '../../../spec/dialects/index.ts';
import type { History } from '../../oracle/history.ts';
import type { Json } from '../../oracle/json.ts';
import { textAt } from '../../oracle/json.ts';
import { applyPatch } from '../../oracle/merge/apply-patch.ts';
import { keyOf, worldOf } from '../../oracle/world.ts';
import type { ResourceCalled } from '../answers.ts';
import { isHarmlessChange } from '../write/harmless-change.ts';
import { stateBefore } from '../looks.ts';
import { requestType } from '../../oracle/media-type.ts';

/** Whether the oracle can carry out a patch on the object as it was before; `false` where that is not known, or servers may not know the operation. */
export function isApplicable(history: History, exchange: ResourceCalled, answers: Answers): boolean {
  return applied(history, exchange, answers) !== undefined;
}

/** Whether a patch, by the oracle, changes nothing but labels and annotations, and those to well-formed ones: no server has a reason to refuse it. */
export function isHarmlessPatch(history: History, exchange: ResourceCalled, answers: Answers): boolean {
  const change = applied(history, exchange, answers);
  return change !== undefined && isHarmlessChange(change.before, change.after, exchange.call.resource.schema);
}

function applied(
  history: History,
  exchange: ResourceCalled,
  answers: Answers,
): { readonly before: Json; readonly after: Json } | undefined {
  const { resource, namespace, name = '' } = exchange.call;
  const before = stateBefore(worldOf(history), keyOf(resource, namespace, name), exchange);
  const patch = exchange.request.body?.value;
  if (before === undefined || patch === undefined || mayBeUnknown(patch, answers)) return undefined;
  const patched = applyPatch(requestType(exchange), before.content, patch, resource.schema);
  return 'refused' in patched ? undefined : { before: before.content, after: patched.document };
}

/** Operations that a JSON patch has everywhere. */
const PLAIN_OPERATIONS: ReadonlySet<string | undefined> = new Set(['add', 'remove', 'replace']);

/**
 * Whether a patch has what some servers do not know: directives in a map that is not there yet, which they read as names; and where
 * the dialect has a patch library of its own, `copy`, and `test`, which it does by text.
 */
function mayBeUnknown(patch: Json, answers: Answers): boolean {
  if (Array.isArray(patch))
    return (
      answers['patch.json-operations'] === 'without-copy' &&
      !patch.every((operation) => PLAIN_OPERATIONS.has(textAt(operation, 'op')))
    );
  return JSON.stringify(patch).includes('"$');
}
