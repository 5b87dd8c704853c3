import { ApiError, NO_DETAILS } from '../../resources/api-error.ts';

/** The refusal of a method that a path does not take. */
export function wrongMethod(method: string, allowed: readonly string[]): ApiError {
  const list = [...allowed].sort().join(', ');
  return new ApiError('MethodNotAllowed', `${method} is not allowed here; allowed: ${list}`, NO_DETAILS, {
    Allow: list,
  });
}
