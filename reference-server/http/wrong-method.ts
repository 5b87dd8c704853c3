import type { Answers } from '../../spec/dialects/index.ts';
import { ApiError, noDetails } from '../objects/api-error.ts';

/** The refusal of a method that a path does not take. */
export function wrongMethod(method: string, allowed: readonly string[], answers: Answers): ApiError {
  const list = [...allowed].sort().join(', ');
  return new ApiError('MethodNotAllowed', `${method} is not allowed here; allowed: ${list}`, noDetails(answers), { Allow: list });
}
