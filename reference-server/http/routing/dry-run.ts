import { badRequest } from '../../resources/api-error.ts';
import type { ServerContext } from '../../objects/server-context.ts';
import { DryStore } from '../../store/dry-store.ts';

/** The one value there is: all stages of the request, but for storing. */
const ALL = 'All';

/**
 * The world as a request works with it that asks by `dryRun` to change nothing: command lines of later releases do so without asking whether
 * the server knows it, and would take a change for none. Throws `ApiError` 400 for a value that there is not.
 */
export function contextFor(dryRun: readonly string[], context: ServerContext): ServerContext {
  const unknown = dryRun.find((value) => value !== ALL);
  if (unknown !== undefined) throw badRequest(`dryRun is "${unknown}", expected "${ALL}"`);
  return dryRun.length === 0 ? context : { ...context, store: new DryStore(context.store) };
}
