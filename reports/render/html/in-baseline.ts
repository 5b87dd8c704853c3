import { markup, type MarkupPart } from '../../../shared/page/markup.ts';
import type { Violation } from '../../../shared/verdict-log/verdict-log.ts';
import { isRecorded } from '../../words/proof-words.ts';

/** The line of a baseline that names a violation; nothing for a recording, which is judged without a baseline. */
export function inBaseline(violation: Violation): MarkupPart {
  if (isRecorded(violation)) return '';
  return markup`<p class="soft">In a baseline: <code>fingerprint: ${violation.fingerprint}</code></p>`;
}
