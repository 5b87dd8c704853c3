import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { unreadable } from '../../objects/refusals.ts';
import { ApiError, badRequest } from '../../resources/api-error.ts';
import { strategyOf } from '../../objects/server-context.ts';
import type { RoutedCall } from '../call.ts';
import type { Query } from '../query.ts';

/** A version is an unsigned integer of 64 bits. */
const LARGEST = 2n ** 64n - 1n;

/**
 * The revision in `resourceVersion`; `undefined` if it is absent, empty or 0. Throws `ApiError` for a version that
 * was never issued: 400, in some dialects 500.
 */
export function askedRevision(query: Query, choices: DialectChoices): number | undefined {
  const text = query.text('resourceVersion');
  if (/^0*$/.test(text)) return undefined;
  // Rounding does no harm: no store ever reaches revisions beyond the precision of a number.
  if (/^\d+$/.test(text) && BigInt(text) <= LARGEST) return Number(text);
  throw unreadable(badRequest(`resourceVersion '${text}' was not issued by this server`), choices);
}

/**
 * Checks `resourceVersion` of a read, which must be at least as fresh. All reads are current, so only a future version
 * is refused. Throws `ApiError`: 400; in some dialects 504, and for some kinds nothing.
 */
export async function requireReachable({
  query,
  context,
  resource,
}: Pick<RoutedCall, 'query' | 'context' | 'resource'>): Promise<void> {
  const { store, choices } = context;
  if (
    choices['list.foreign-version'] === 'may-time-out' &&
    strategyOf(context, resource).byKind?.readsIgnoreVersion === true
  )
    return;
  const asked = askedRevision(query, choices);
  // Most reads name no version, and a shared store must fetch its revision.
  if (asked === undefined || asked <= (await store.revision())) return;
  const message = `resourceVersion '${query.text('resourceVersion')}' was not issued by this server yet`;
  throw choices['list.foreign-version'] === 'may-time-out'
    ? new ApiError('Timeout', message, { retryAfterSeconds: 1 }, { 'Retry-After': '1' })
    : badRequest(message);
}
