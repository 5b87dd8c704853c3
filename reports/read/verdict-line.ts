import { parsedJson } from '../../shared/json.ts';
import { VERDICT_LOG_FORMAT, type VerdictLogLine } from '../../shared/verdict-log/verdict-log.ts';
import { withVerdict } from './former-verdict.ts';
import { VerdictLogError } from '../tally/verdict-log-error.ts';

const KINDS = new Set(['run', 'verdict', 'lookalike', 'progress', 'done']);

/** One line of a verdict log. Throws a `VerdictLogError` that names the place. */
export function verdictLine(text: string, number: number): VerdictLogLine {
  const value = parsed(text, number);
  if (!KINDS.has(value.kind))
    throw new VerdictLogError(
      `line ${number}: not a line of a verdict log (kind must be one of ${[...KINDS].join(', ')})`,
    );
  if (value.kind === 'run' && value.format > VERDICT_LOG_FORMAT) {
    throw new VerdictLogError(
      `line ${number}: format ${String(value.format)} is newer than ${VERDICT_LOG_FORMAT}, which this version reads`,
    );
  }
  return value.kind === 'verdict' ? withVerdict(value) : value;
}

function parsed(text: string, number: number): VerdictLogLine {
  const value = parsedJson(text);
  if (typeof value === 'object' && value !== null) return value as VerdictLogLine;
  throw new VerdictLogError(`line ${number}: not a JSON object`);
}
