import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { ApiError, NO_DETAILS } from '../../resources/api-error.ts';
import type { Query } from '../query.ts';

/** A duration in Go's format: `1m30s`, `-1s`, `0`. */
const DURATION = /^[-+]?(?:0|(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|ms|s|m|h))+)$/;

/**
 * In some dialects `timeout` limits the time of a write. Throws `ApiError` 504 if it allows none: the write may have
 * been carried out all the same.
 */
export function requireTime(query: Query, choices: DialectChoices): void {
  const timeout = query.text('timeout');
  if (choices['parameters.timeout'] !== 'of-writes' || !DURATION.test(timeout)) return;
  if (timeout.startsWith('-') || !/[1-9]/.test(timeout))
    throw new ApiError('Timeout', 'the request was not done within the time that it allowed', NO_DETAILS);
}
