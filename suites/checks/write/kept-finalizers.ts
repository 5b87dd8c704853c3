import { clientFinalizersOf } from '../../oracle/objects/owners-and-finalizers.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { isTerminating } from '../../oracle/state/terminating.ts';
import { show } from '../findings.ts';
import type { Complaint } from './outcome-demands.ts';

/** The complaint about a finalizer of a client that the write did not remove, and that is missing afterwards. */
export function lostFinalizer(before: JsonObject, asked: JsonObject, content: JsonObject): Complaint | undefined {
  if (isTerminating(before) || isTerminating(content)) return undefined;
  const [left, now] = [clientFinalizersOf(asked), clientFinalizersOf(content)];
  const lost = clientFinalizersOf(before).find((name) => left.includes(name) && !now.includes(name));
  return lost === undefined
    ? undefined
    : { expected: `the finalizer ${lost}, as before`, actual: `only ${show(now)}`, cause: 'a finalizer is lost' };
}

/** The complaint about a finalizer of a client that the write removed, and that is there afterwards. */
export function keptFinalizer(before: JsonObject, asked: JsonObject, content: JsonObject): Complaint | undefined {
  const [left, now] = [clientFinalizersOf(asked), clientFinalizersOf(content)];
  const kept = clientFinalizersOf(before).find((name) => !left.includes(name) && now.includes(name));
  return kept === undefined
    ? undefined
    : { expected: `no finalizer ${kept}`, actual: show(now), cause: 'a removed finalizer stays' };
}
