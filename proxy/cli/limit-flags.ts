import { type Command, Option } from 'commander';
import { byteSize, duration } from '../../shared/flags/flag-parsers.ts';
import { type ReplayLimits, USUAL_LIMITS } from '../replay/server/limits.ts';

/** The limits of one exchange, with the flag names of `pnpm conformance`. */
export interface LimitFlags {
  /** Milliseconds. */
  readonly timeout: number;
  /** Bytes. */
  readonly maxBody: number;
}

/** Adds the limits of one exchange. */
export function withLimitFlags(command: Command): Command {
  return command
    .optionsGroup('Limits:')
    .addOption(
      new Option('--timeout <duration>', 'time limit for a whole exchange, in addition to its time in the recording')
        .default(USUAL_LIMITS.timeoutMs, '10s')
        .argParser(duration),
    )
    .addOption(
      new Option('--max-body <size>', 'largest response body; a larger one is cut, which counts as a difference')
        .default(USUAL_LIMITS.maxBody, '64MiB')
        .argParser(byteSize),
    );
}

/** The limits that the flags set. */
export function limitsBy({ timeout, maxBody }: LimitFlags): ReplayLimits {
  return { timeoutMs: timeout, maxBody };
}
