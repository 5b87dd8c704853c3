import { badRequest } from '../../resources/api-error.ts';
import type { ServerContext } from '../../objects/server-context.ts';
import { DryStore } from '../../store/dry-store.ts';

/** The only legal value: all stages of the request except storing. */
const ALL = 'All';

/**
 * The server context of a request with `dryRun`, which changes nothing: command lines of later releases send it
 * without asking whether the server supports it, and would take a real change for none. Throws `ApiError` 400 for an
 * illegal value.
 */
export function contextFor(dryRun: readonly string[], context: ServerContext): ServerContext {
  const unknown = dryRun.find((value) => value !== ALL);
  if (unknown !== undefined) throw badRequest(`dryRun is "${unknown}", expected "${ALL}"`);
  return dryRun.length === 0 ? context : { ...context, store: new DryStore(context.store) };
}
