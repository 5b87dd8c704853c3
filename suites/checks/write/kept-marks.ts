import type { History } from '../../oracle/history.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { at, isObject, textAt } from '../../oracle/json.ts';
import type { ObjectKey } from '../../oracle/observed-state.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import type { ResourceCalled } from '../responses.ts';
import { answered, callsOf, rejected } from '../responses.ts';
import { askedBy } from '../asked-by.ts';
import { freshReadsAfter } from '../fresh-reads.ts';

/** Annotation whose value no other write of any object says. */
export const MARK = 'example.com/refused';

/**
 * The member of the metadata in which a later get shows the mark of a refused write. Annotations and finalizers are no trace by
 * themselves, since a control loop writes some of its own, but no control loop knows the mark.
 */
export function keptMark(history: History, key: ObjectKey, exchange: ResourceCalled): string | undefined {
  const mark = textAt(askedBy(exchange), 'metadata', 'annotations', MARK);
  if (mark === undefined || isWrittenElsewhere(history, exchange, mark)) return undefined;
  return freshReadsAfter(history, observedStateOf(history), key, exchange)
    .flatMap(({ exchange: look }) => memberWith(mark, answered(look)) ?? [])
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
