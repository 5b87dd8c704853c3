import { STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import type { Call, History } from '../../oracle/history.ts';
import { at, textAt } from '../../oracle/json.ts';
import { type ObjectKey, observedStateOf } from '../../oracle/observed-state.ts';
import type { Resource } from '../../../spec/surface/resources.ts';
import { received, callsOf, type ResourceCalled, responseOf, succeeded, keyCalled } from '../responses.ts';
import type { CheckContext, Finding } from '../finding.ts';
import { held, show, violated } from '../findings.ts';
import { freshReadsOf } from '../fresh-reads.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';
import { judgeRefusal } from '../no-trace.ts';

/**
 * Judges writes whose body names another kind. They are refused without a trace, or succeed with the kind unchanged
 * in the response and in every later get (document, Resources: `kind` cannot be updated).
 */
export function* judgeKindChanges(
  history: History,
  context: CheckContext,
  verbs: readonly ('replace' | 'patch')[],
  kindOf: (call: Call & { readonly resource: Resource }) => string,
): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, ...verbs)) {
    const kind = kindOf(exchange.call);
    const named = kindNamed(exchange);
    if (named === undefined || named === kind) continue;
    const { choices } = context;
    const key = keyCalled(exchange);
    if (!succeeded(exchange)) {
      if (observedStateOf(history).expectedAt(key, exchange.began) !== undefined)
        yield* judgeRefusal(history, {
          exchange,
          key,
          what: `a change of the kind to ${show(named)}`,
          shape: 'refused',
        });
      continue;
    }
    const shown = [exchange, ...getsAfter(history, key, exchange)]
      .map((each) => textAt(received(each), 'kind'))
      .find((each) => each !== kind);
    // In a dialect that depends on the patch type, only a strategic merge patch succeeds.
    if (
      shown === undefined &&
      choices['resources.kind-change'] === 'by-patch-type' &&
      requestType(exchange) !== STRATEGIC_MERGE_PATCH_TYPE
    )
      yield violated(exchange, `a refusal of kind ${show(named)}`, responseOf(exchange), 'accepted');
    else if (shown === undefined) yield held(exchange, 'ignored');
    else yield violated(exchange, `/kind ${show(kind)}`, show(shown), 'kind changes');
  }
}

/** The kind that a body names; for a JSON patch, that of the last operation on `/kind`. */
function kindNamed(exchange: ResourceCalled): string | undefined {
  const body = exchange.request.body?.value;
  if (!Array.isArray(body)) return textAt(body, 'kind');
  return body
    .map((operation) =>
      textAt(operation, 'path') === '/kind' && textAt(operation, 'op') !== 'test' ? at(operation, 'value') : undefined,
    )
    .findLast((value) => typeof value === 'string') as string | undefined;
}

function getsAfter(history: History, key: ObjectKey, write: ResourceCalled): ResourceCalled[] {
  const gets = freshReadsOf(history, observedStateOf(history), key).map(({ exchange }) => exchange);
  return gets.filter(
    (get) =>
      get.call.verb === 'get' &&
      get.call.resource.id === write.call.resource.id &&
      get.began > write.ended &&
      received(get) !== undefined,
  );
}
