import { type JsonObject, textAt } from '../../oracle/json.ts';
import { dueDeletedEvents } from './due-deleted-events.ts';
import type { Finding } from '../finding.ts';
import { held, show, violated } from '../findings.ts';
import { overdueViolation } from './overdue.ts';
import type { WatchContext } from './per-watch.ts';
import type { Watch } from './watches.ts';

/** Judges that a watch delivers a DELETED event for each deleted object, and that the event names the object. */
export function* judgeDeletedEvents(watch: Watch, context: WatchContext): Iterable<Finding> {
  for (const { last, delivered, overdue, gone } of dueDeletedEvents(watch, context)) {
    const { name, namespace } = last.key;
    if (delivered === undefined && overdue)
      yield overdueViolation(
        overdue,
        violated(
          watch.exchange,
          `a DELETED event for ${name}`,
          typesOf(watch.events.filter(({ uid }) => uid === last.uid)),
          'a removal is not told',
        ),
      );
    else if (delivered !== undefined && !names(delivered.content, name, namespace))
      yield violated(
        watch.exchange,
        `the deleted object, ${name}, in the event`,
        show(delivered.content['metadata']),
        'a removal names another object',
      );
    else if (delivered !== undefined)
      yield held(
        watch.exchange,
        `${watch.form}, from ${watch.start.from}${gone.position < watch.exchange.began ? ', gone before it was opened' : ''}`,
      );
  }
}

function typesOf(events: readonly { readonly type: string }[]): string {
  return events.length === 0 ? 'no event of it' : `only ${events.map(({ type }) => type).join(', ')}`;
}

/** Some servers show an empty namespace in what is in none. */
function names(content: JsonObject, name: string, namespace = ''): boolean {
  return textAt(content, 'metadata', 'name') === name && (textAt(content, 'metadata', 'namespace') ?? '') === namespace;
}
