import type { History } from '../../oracle/history.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { judgeAgreement } from '../agreement.ts';
import type { Finding } from '../finding.ts';
import { isDeletedEvent, updateTypesIn } from './due-changes.ts';
import { watchesIn } from './watches.ts';

/** Judges that the object of an event equals the state that a write or a get shows at that version. */
export function* judgeEventStates(history: History): Iterable<Finding> {
  const updates = updateTypesIn(watchesIn(history), observedStateOf(history));
  yield* judgeAgreement(history, {
    role: ({ source, event }) => {
      if (source === 'write' || source === 'get') return 'reference';
      return event !== undefined && !isDeletedEvent({ type: event.type, source }, updates) ? 'subject' : undefined;
    },
    shape: ({ event }) => event?.type ?? '',
  });
}
