import type { Cause } from '../causes/cause.ts';
import { titleOf } from '../words/cause-text.ts';
import { clauseOf } from '../words/clause-of.ts';
import { caseScript, type NoScript } from './case-script.ts';

/** A script that shows a cause without Plumbline. */
export interface Script {
  /** Beside the saved case, whose path the replay command has. */
  readonly path: string;
  readonly text: string;
}

export function isScript(script: Script | NoScript): script is Script {
  return 'text' in script;
}

/** The script of a cause, or the reason why there is none. */
export function scriptOf(cause: Cause): Script | NoScript {
  const {
    rule,
    violations: [violation],
  } = cause.lead;
  const clause = clauseOf(rule, violation);
  if (violation.saved === undefined) return { none: 'a recording was judged' };
  const script = caseScript(violation, {
    title: titleOf(cause),
    rule: rule.id,
    clause: clause === undefined ? '' : `${clause.id}: ${clause.statement}`,
  });
  return typeof script === 'string' ? { path: violation.saved.replace(/\.json$/, '.sh'), text: script } : script;
}
