import { badRequest } from '../objects/api-error.ts';
import type { Store } from '../store/store.ts';
import type { Query } from './query.ts';

/** The revision that `resourceVersion` names; `undefined` when it is absent, empty or 0. Throws `ApiError` 400 for what was never handed out. */
export function askedRevision(query: Query): number | undefined {
  const text = query.text('resourceVersion');
  if (text === '' || text === '0') return undefined;
  const revision = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (revision > 0) return revision;
  throw badRequest(`resourceVersion '${text}' is not one that this server has handed out`);
}

/** The same for a read at least as fresh as that: all reads are current, so only a version of the future is refused. */
export async function requireReachable(query: Query, store: Pick<Store<unknown>, 'revision'>): Promise<void> {
  const asked = askedRevision(query);
  // Most reads name none, and a store that is shared must ask for its revision.
  if (asked !== undefined && asked > (await store.revision())) throw badRequest(`resourceVersion '${asked}' is not one that this server has handed out yet`);
}
