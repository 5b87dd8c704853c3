import type { History } from '../../oracle/history.ts';
import { at, isObject, type JsonObject, textAt } from '../../oracle/json.ts';
import { type ObjectKey, observedStateOf } from '../../oracle/observed-state.ts';
import { received, callsOf, rejected, type ResourceCalled } from '../responses.ts';
import { askedBy } from '../asked-by.ts';
import { freshReadsAfter } from '../fresh-reads.ts';

/** An annotation whose value no other write of any object has. */
export const MARK = 'example.com/refused';

/**
 * The metadata member in which a later get shows the mark of a refused write. Annotations and finalizers alone are
 * no trace, because controllers write their own, but no controller knows the mark.
 */
export function keptMark(history: History, key: ObjectKey, exchange: ResourceCalled): string | undefined {
  const mark = textAt(askedBy(exchange), 'metadata', 'annotations', MARK);
  if (mark === undefined || isWrittenElsewhere(history, exchange, mark)) return undefined;
  return freshReadsAfter(history, observedStateOf(history), key, exchange)
    .flatMap(({ exchange: read }) => memberWith(mark, received(read)) ?? [])
    .at(0);
}

function isWrittenElsewhere(history: History, exchange: ResourceCalled, mark: string): boolean {
  return callsOf(history.exchanges, 'create', 'replace', 'patch', 'replaceStatus', 'patchStatus').some(
    (other) => other !== exchange && !rejected(other) && other.request.body?.text.includes(mark) === true,
  );
}

function memberWith(mark: string, object: JsonObject | undefined): string | undefined {
  const metadata = at(object, 'metadata');
  return isObject(metadata)
    ? Object.keys(metadata).find((member) => JSON.stringify(metadata[member]).includes(mark))
    : undefined;
}
