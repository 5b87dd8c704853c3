import type { History } from '../../oracle/history.ts';
import type { CheckContext, Finding } from '../finding.ts';
import { judgeRefusedWrites } from '../write/refused-writes.ts';
import { isApplicable } from './harmless-patch.ts';
import { judgePatched } from './patched.ts';

/** Judges that the patches of that rule's own cases succeed, and that all patches of the media type have their result. */
export function* judgeOwnPatches(
  rule: string,
  history: History,
  context: CheckContext,
  mediaType: string,
): Iterable<Finding> {
  yield* judgeRefusedWrites(
    history,
    rule,
    'success: the patch is legal',
    (exchange) => exchange.call.verb === 'patch' && isApplicable(history, exchange, context.choices),
  );
  yield* judgePatched(history, context, mediaType);
}
