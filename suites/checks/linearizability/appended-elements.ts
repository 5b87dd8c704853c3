import { groupBy } from '../../../shared/group-by.ts';
import { JSON_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';
import type { History } from '../../oracle/history.ts';
import { at, type Json, textAt } from '../../oracle/json.ts';
import { type ObjectKey, type ObservedState, observedStateOf, type Write } from '../../oracle/observed-state.ts';
import { pathOf } from '../../oracle/values/json-pointer.ts';
import type { Finding } from '../finding.ts';
import { held, violated } from '../findings.ts';
import { readsSince } from '../fresh-reads.ts';

/** A text that a JSON patch appends to a list: `{"op":"add","path":"/spec/args/-","value":"x"}`. */
interface Appending {
  readonly write: Write;
  /** Of the list, with its slash at the end. */
  readonly list: string;
  readonly value: string;
}

/**
 * Judges that a list has each text as often as acknowledged JSON patches appended it, also if several clients append the
 * same text at the same time. A list is left out if another write names its last member.
 *
 *     two clients append x -> 200, 200; GET shows x once, or three times   wrong
 */
export function* judgeAppendedElements(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const key of observed.keys) {
    if (!observed.soleWriter(key)) continue;
    const writes = observed
      .writesTo(key)
      .filter(({ verb, outcome }) => outcome !== 'refused' && verb !== 'create' && verb !== 'delete');
    const appendings = writes.flatMap(appendingsOf);
    for (const same of groupBy(appendings, ({ list, value }) => `${list}${value}`).values())
      if (!isTouched(writes, appendings, same[0])) yield* judge(history, observed, key, same);
  }
}

function appendingsOf(write: Write): Appending[] {
  const patch = write.exchange.request.body?.value;
  if (requestType(write.exchange) !== JSON_PATCH_TYPE || !Array.isArray(patch)) return [];
  return (patch as readonly Json[]).flatMap((operation) => {
    const [op, path = '', value] = ['op', 'path', 'value'].map((member) => textAt(operation, member));
    return op === 'add' && path.endsWith('/-') && value !== undefined
      ? [{ write, list: path.slice(0, -1), value }]
      : [];
  });
}

/** Whether a write that appends nothing to the list names its last member. */
function isTouched(writes: readonly Write[], appendings: readonly Appending[], { list }: Appending): boolean {
  const member = list.split('/').at(-2) ?? '';
  const own = new Set(appendings.filter((each) => each.list === list).map(({ write }) => write));
  return writes.some((write) => !own.has(write) && write.exchange.request.body?.text.includes(member) === true);
}

function* judge(
  history: History,
  observed: ObservedState,
  key: ObjectKey,
  same: readonly [Appending, ...Appending[]],
): Iterable<Finding> {
  const [{ list, value }] = same;
  const acknowledged = same.filter(({ write }) => write.outcome === 'acknowledged');
  const last = acknowledged.toSorted((one, other) => other.write.settled - one.write.settled)[0]?.write;
  if (last === undefined) return;
  const [least, most] = [acknowledged.length, same.length];
  const began = Math.min(...same.map(({ write }) => write.began));
  const beside = observed.writesTo(key).some((other) => other !== last && other.settled > began);
  for (const { seen, where } of readsSince(history, observed, key, last)) {
    const elements = at(seen.content, ...(pathOf(list.slice(0, -1)) ?? []));
    if (!Array.isArray(elements)) continue;
    const times = (elements as readonly Json[]).filter((element) => element === value).length;
    if (times >= least && times <= most) yield held(last.exchange, beside ? 'beside another write' : 'alone');
    else
      yield violated(
        last.exchange,
        `${JSON.stringify(value)} ${least === most ? `${least}` : `${least} to ${most}`} times in ${list.slice(0, -1)}, as often as it was appended`,
        `${times} times in ${where}`,
        times < least ? 'an appended element is lost' : 'an element is appended more often than asked',
      );
  }
}
