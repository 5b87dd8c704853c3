import { parsedJson } from '../../shared/json.ts';
import type { Resource } from '../../spec/surface/resources.ts';
import { isBefore } from '../store/key-order.ts';
import { CompactedError } from '../store/store.ts';
import { ApiError, badRequest } from '../resources/api-error.ts';
import { collectionPrefix } from './object-key.ts';
import type { ObjectFilter } from './selectors/object-filter.ts';
import { selectedEntries } from './selected-entries.ts';
import type { Listed } from './list-objects.ts';
import type { ObjectEntry } from './stored-object.ts';
import type { ServerContext } from './server-context.ts';

/** One page of a list. */
export interface Page extends Listed {
  /** The token of the next page; absent on the last page. */
  readonly continue?: string;
  /** Number of objects on later pages. Absent on the last page and on lists with a selector. */
  readonly remainingItemCount?: number;
  /** Whether the list carries no `resourceVersion`. */
  readonly isUnversioned?: true;
}

/** Start of a page: after this key, in the list as of this revision. */
interface PageStart {
  readonly revision: number;
  readonly after: string;
}

export interface PageRequest {
  readonly filter: ObjectFilter;
  /** Maximum number of objects on the page; 0 means no maximum. */
  readonly limit: number;
  /** `continue` of the previous page; empty for the first page. */
  readonly token: string;
}

/**
 * A page of the matching objects. All pages together are the list as of the first page's revision. Throws
 * `ApiError`: 400 for an invalid token, 410 if that revision is compacted.
 *
 * A worked example: the list a, b, c, d, e is read in pages of two, while b is deleted and f is created. The pages
 * are a b, c d, e; f is in the next list.
 */
export async function listPage(
  context: ServerContext,
  resource: Resource,
  namespace: string | undefined,
  { filter, limit, token }: PageRequest,
): Promise<Page> {
  const place = token === '' ? undefined : placeOf(token, await context.store.revision());
  const { entries, revision } = await rangeAt(context, collectionPrefix(resource, namespace), place?.revision);
  const selected = selectedEntries(entries, filter);
  const start = place === undefined ? 0 : firstBehind(selected, place.after);
  const end = limit === 0 ? selected.length : Math.min(start + limit, selected.length);
  const page = { entries: start === 0 && end === selected.length ? selected : selected.slice(start, end), revision };
  const last = page.entries.at(-1);
  if (end === selected.length || last === undefined) return page;
  const all = selected.length === entries.length;
  return {
    ...page,
    continue: tokenOf({ revision, after: last.key }),
    ...(all ? { remainingItemCount: selected.length - end } : {}),
  };
}

async function rangeAt(context: ServerContext, prefix: string, at: number | undefined): Promise<Listed> {
  try {
    return await context.store.range(prefix, at === undefined ? {} : { at });
  } catch (error) {
    if (!(error instanceof CompactedError)) throw error;
    throw new ApiError(
      'Gone',
      `the list that continue belongs to is no longer known (${error.message}); begin again without continue`,
    );
  }
}

function firstBehind(entries: readonly ObjectEntry[], key: string): number {
  const index = entries.findIndex((entry) => isBefore(key, entry.key));
  return index < 0 ? entries.length : index;
}

function tokenOf({ revision, after }: PageStart): string {
  return Buffer.from(JSON.stringify([revision, after])).toString('base64url');
}

function placeOf(token: string, current: number): PageStart {
  const read = parsedJson(Buffer.from(token, 'base64url').toString('utf8'));
  const [revision, after] = Array.isArray(read) ? (read as readonly unknown[]) : [];
  if (
    Number.isSafeInteger(revision) &&
    Number(revision) > 0 &&
    Number(revision) <= current &&
    typeof after === 'string'
  )
    return { revision: Number(revision), after };
  throw badRequest('continue is not a token that this server has handed out; begin again without it');
}
