import { shellWord } from '../../shared/process/shell-word.ts';
import type { CauseRow } from '../../shared/verdict-log/cause-block.ts';
import type { Cause } from '../causes/cause.ts';
import { isScript, scriptOf } from './script-of.ts';

/**
 * How anyone sees a cause again: the command of its script, or else the command that sends its case again, with the
 * reason why there is no script. `target` is the URL that the report names.
 */
export function again(cause: Cause, target: string): CauseRow {
  const script = scriptOf(cause);
  return isScript(script)
    ? ['script', runOf(script.path, target)]
    : ['again', `${cause.lead.violations[0].replay} (no script: ${script.none})`];
}

/** A kubeconfig may name the target, and the shards of a run may have several, so its URL may be unknown. */
function runOf(path: string, target: string): string {
  const variable = /^https?:\/\/[^\s,]+$/.test(target) ? `TARGET=${shellWord(target)} ` : '';
  return `${variable}sh ${shellWord(path)}`;
}
