import type { Verb } from '../../../spec/surface/operations.ts';
import { parsed } from '../../oracle/exchanges/body.ts';
import type { History } from '../../oracle/history.ts';
import { isObject, textAt } from '../../oracle/json.ts';
import { type ObjectKey, type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { callsOf, conflicted, type ResourceCalled, sent, keyCalled } from '../responses.ts';
import type { Finding } from '../finding.ts';
import { freshReadsAfter } from '../fresh-reads.ts';
import { judgeRefusal } from '../no-trace.ts';

/** Writes of objects, and those of their /status. */
export const OBJECT_WRITES: readonly Verb[] = ['create', 'replace', 'patch'];
export const STATUS_WRITES: readonly Verb[] = ['replaceStatus', 'patchStatus'];

/**
 * Judges that writes of these verbs for which `fault` returns a name are refused without a trace. `words` may say more
 * than the name, for reports.
 */
export function* judgeBodies(
  history: History,
  verbs: readonly Verb[],
  fault: (exchange: ResourceCalled, observed: ObservedState) => string | undefined,
  words: (exchange: ResourceCalled) => string | undefined = () => undefined,
): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, ...verbs)) {
    const shape = fault(exchange, observed);
    if (shape === undefined) continue;
    const key = keyCalled(exchange);
    if (isOvertaken(history, observed, key, exchange)) continue;
    const what = `a ${exchange.call.verb} with ${words(exchange) ?? shape}`;
    yield* judgeRefusal(history, { exchange, key, what, shape });
  }
}

/** Whether a conflict shows only that a controller or another client had changed the object since it was read. */
function isOvertaken(history: History, observed: ObservedState, key: ObjectKey, exchange: ResourceCalled): boolean {
  const version = textAt(sent(exchange), 'metadata', 'resourceVersion');
  return (
    conflicted(exchange) &&
    version !== undefined &&
    freshReadsAfter(history, observed, key, exchange).some(({ seen }) => seen !== undefined && seen.version !== version)
  );
}

/** The text of the request's body; empty if there is none. */
export function bodyText(exchange: ResourceCalled): string {
  return exchange.request.body?.text ?? '';
}

/**
 * Whether a body is neither JSON nor YAML, and does not begin with a complete value either. Many decoders ignore the
 * rest after the first value or document, and the document does not forbid that.
 */
export function isMalformed(exchange: ResourceCalled): boolean {
  const text = bodyText(exchange);
  if (text.trim() === '' || exchange.request.body?.value !== undefined) return false;
  const firstDocument = text.split(/^---.*$/m).find((part) => part.trim() !== '') ?? '';
  return [text, firstDocument, firstBracketed(text)].every(
    (part) => parsed(part, 'json') === undefined && parsed(part, 'yaml') === undefined,
  );
}

/** The text up to the close of its first bracket; the whole text if it is never closed. */
function firstBracketed(text: string): string {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    if (depth === 0 && token.length === 1) return text.slice(0, index + 1);
  }
  return text;
}

/** The log's replacement for a secret's body that it could not parse. */
const REDACTED = 'redacted';

/** Whether a body is well-formed but not an object: an array, text, number or boolean. */
export function isNoObject(exchange: ResourceCalled): boolean {
  const value = exchange.request.body?.value;
  return value !== undefined && value !== null && value !== REDACTED && !isObject(value);
}
