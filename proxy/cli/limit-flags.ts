import type { Command } from 'commander';
import { InvalidArgumentError, Option } from 'commander';
import { durationOf, sizeOf } from '../../fixtures/formats/flag-values.ts';
import type { Limits } from '../replay/limits.ts';
import { USUAL_LIMITS } from '../replay/limits.ts';

/** The flags that bound what a server may take for one exchange, by the names of `pnpm conformance`. */
export interface LimitFlags {
  /** Milliseconds. */
  readonly timeout: number;
  /** Bytes. */
  readonly maxBody: number;
}

/** A larger body does not fit into a string of V8's. */
const LARGEST_MAX_BODY = 256 * 1024 ** 2;

/** Adds the limits of one exchange. */
export function withLimitFlags(command: Command): Command {
  return command
    .optionsGroup('Limits:')
    .addOption(new Option('--timeout <duration>', 'how long one exchange may take, head and body together, beyond its time in the recording').default(USUAL_LIMITS.timeoutMs, '10s').argParser(duration))
    .addOption(new Option('--max-body <size>', 'largest body that is read; a larger one is cut, which is a difference').default(USUAL_LIMITS.maxBody, '64MiB').argParser(byteSize));
}

/** The limits that the flags set. */
export function limitsBy({ timeout, maxBody }: LimitFlags): Limits {
  return { timeoutMs: timeout, maxBody };
}

/** Parses a duration for commander, as milliseconds. */
export function duration(text: string): number {
  const milliseconds = durationOf(text);
  if (milliseconds === undefined) throw new InvalidArgumentError('give a duration with its unit: 500ms, 30s, 5m.');
  return milliseconds;
}

function byteSize(text: string): number {
  const bytes = sizeOf(text);
  if (bytes === undefined || bytes > LARGEST_MAX_BODY) throw new InvalidArgumentError('give a size with its unit, up to 256MiB: 512KiB, 64MiB.');
  return bytes;
}
