import type { Cause } from '../causes/cause.ts';
import { titleOf } from '../words/cause-text.ts';
import { caseScript } from './case-script.ts';

/** A script that shows a cause without Plumbline. */
export interface Script {
  /** Beside the saved case, whose path the replay command has. */
  readonly path: string;
  readonly text: string;
}

/** The script of a cause; `undefined` if its case was not saved, or if no script can show it. */
export function scriptOf(cause: Cause): Script | undefined {
  const {
    rule,
    violations: [violation],
  } = cause.lead;
  const [clause] = rule.clauses;
  if (violation.saved === undefined) return undefined;
  const text = caseScript(violation, {
    title: titleOf(cause),
    rule: rule.id,
    clause: clause === undefined ? '' : `${clause.id}: ${clause.statement}`,
  });
  return text === undefined ? undefined : { path: violation.saved.replace(/\.json$/, '.sh'), text };
}
