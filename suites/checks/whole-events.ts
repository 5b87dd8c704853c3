import type { StreamEvent } from '../oracle/history.ts';
import { textAt } from '../oracle/json.ts';
import type { Finding } from './finding.ts';
import { held, show, violated } from './findings.ts';
import type { Watch } from './watches.ts';

/** How newer servers tell how far a stream is, where nothing changed: no notification of the document, and no object. */
const BOOKMARK = 'BOOKMARK';

/** Judges that every event of a watch has a type, and an object of its kind that names itself. */
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

interface Lack {
  readonly member: string;
  readonly expected: string;
  readonly actual: unknown;
}

function lacking({ exchange: { call } }: Watch, { type, object, text }: StreamEvent): Lack | undefined {
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
