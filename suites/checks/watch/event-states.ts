import type { History } from '../../oracle/history.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { judgeAgreement } from '../agreement.ts';
import type { Finding } from '../finding.ts';
import { isDeletedEvent, updateTypesIn } from './due-changes.ts';
import { watchesIn } from './watches.ts';

/** Judges that the objects of events, or of some, equal the state that a write or a get shows at that version. */
export function* judgeEventStates(
  history: History,
  isJudged: (content: JsonObject) => boolean = () => true,
): Iterable<Finding> {
  const updates = updateTypesIn(watchesIn(history), observedStateOf(history));
  yield* judgeAgreement(history, {
    role: ({ source, event, content }) => {
      if (!isJudged(content)) return undefined;
      if (source === 'write' || source === 'get') return 'reference';
      return event !== undefined && !isDeletedEvent({ type: event.type, source }, updates) ? 'subject' : undefined;
    },
    shape: ({ event }) => event?.type ?? '',
  });
}
