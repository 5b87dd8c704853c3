import type { History } from '../../oracle/history.ts';
import { worldOf } from '../../oracle/world.ts';
import { judgeAgreement } from '../agreement.ts';
import type { Finding } from '../finding.ts';
import { isRemoval, updateTypesIn } from './told.ts';
import { watchesIn } from './watches.ts';

/** Judges that the object of an event is the state that a write or a get shows at that version. */
export function* judgeEventStates(history: History): Iterable<Finding> {
  const updates = updateTypesIn(watchesIn(history), worldOf(history));
  yield* judgeAgreement(history, {
    role: ({ source, event }) => {
      if (source === 'write' || source === 'get') return 'reference';
      return event !== undefined && !isRemoval({ type: event.type, source }, updates) ? 'subject' : undefined;
    },
    shape: ({ event }) => event?.type ?? '',
  });
}
