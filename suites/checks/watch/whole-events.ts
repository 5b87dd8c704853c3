import type { StreamEvent } from '../../oracle/history.ts';
import { at, isObject, type Json, textAt } from '../../oracle/json.ts';
import type { Finding } from '../finding.ts';
import { held, show, violated } from '../findings.ts';
import { isDeletedEvent } from './due-changes.ts';
import type { Watch, WatchedEvent } from './watches.ts';
import { isTerminating } from '../../oracle/state/terminating.ts';

/** The progress event of newer servers: it is no notification of the document, and shows no object. */
const BOOKMARK = 'BOOKMARK';

/** Judges that every event of a watch has a type, and an object of its kind with name and namespace. */
export function* judgeWholeEvents(watch: Watch): Iterable<Finding> {
  if (watch.gaveUp) return;
  for (const event of watch.exchange.events.filter(({ type }) => type !== BOOKMARK)) {
    const lack = lacking(watch, event);
    if (lack === undefined) yield held(watch.exchange, `${event.type}, ${watch.form}`);
    else
      yield violated(
        watch.exchange,
        `${lack.member} ${lack.expected} in an event`,
        show(lack.actual),
        `${lack.member} in an event`,
      );
  }
}

interface MissingMember {
  readonly member: string;
  readonly expected: string;
  readonly actual: unknown;
}

function lacking({ exchange: { call } }: Watch, { type, object, text }: StreamEvent): MissingMember | undefined {
  if (type === '' || object === undefined) return { member: 'a type and an object', expected: '', actual: text };
  const { kind, apiVersion } = call.resource;
  if (textAt(object, 'kind') !== kind) return { member: 'kind', expected: show(kind), actual: textAt(object, 'kind') };
  if (textAt(object, 'apiVersion') !== apiVersion)
    return { member: 'apiVersion', expected: show(apiVersion), actual: textAt(object, 'apiVersion') };
  const missing = ['name', 'uid', 'resourceVersion'].find(
    (member) => (textAt(object, 'metadata', member) ?? '') === '',
  );
  return missing === undefined
    ? undefined
    : { member: `metadata.${missing}`, expected: 'that is set', actual: undefined };
}

/**
 * Judges that the object of a DELETED event is complete: it has each member, each member of the metadata and each label
 * of the previous event. A plain delete changes none of them. Terminating objects are skipped, because the last write
 * may have changed anything.
 */
export function* judgeWholeDeletedEvents(watch: Watch, updates: ReadonlySet<string>): Iterable<Finding> {
  if (watch.selects) return;
  const last = new Map<string, WatchedEvent>();
  for (const event of watch.events) {
    const before = last.get(event.uid ?? '');
    last.set(event.uid ?? '', event);
    if (before === undefined || !isDeletedEvent(event, updates) || isTerminating(before.content)) continue;
    const lost = lostIn(before, event);
    if (lost === undefined) yield held(watch.exchange, `${event.type}, ${watch.form}`);
    else
      yield violated(
        watch.exchange,
        `the whole object in the ${event.type} event of ${event.key.name}, with ${lost} as the event before showed it`,
        show(at(event.content, ...lost.split('/'))),
        `${lost.split('/')[1] ?? lost} of a removed object`,
      );
  }
}

/** The first member, member of the metadata or label that the previous state has and the DELETED event lacks. */
function lostIn({ content: before }: WatchedEvent, { content: after }: WatchedEvent): string | undefined {
  const lacks = (...path: readonly string[]): string | undefined =>
    membersAt(before, ...path).find((member) => at(after, ...path, member) === undefined);
  const label = membersAt(before, 'metadata', 'labels').find(
    (key) => textAt(after, 'metadata', 'labels', key) !== textAt(before, 'metadata', 'labels', key),
  );
  const member = lacks('metadata') ?? (label && `labels/${label}`);
  return lacks() ?? (member && `metadata/${member}`);
}

function membersAt(object: Json, ...path: readonly string[]): string[] {
  const inner = at(object, ...path);
  return isObject(inner) ? Object.keys(inner) : [];
}
