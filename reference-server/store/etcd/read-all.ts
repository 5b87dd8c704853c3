import { CompactedError, type Entry, type Range } from '../store.ts';
import type { EtcdClient } from './etcd-client.ts';
import type { KeyValue } from './etcd-values.ts';

export interface ReadOptions<Value> {
  readonly client: EtcdClient;
  /** The part of all keys before their first slash. */
  readonly prefix: string;
  /** `undefined` for keys to skip. */
  readonly valueOf: (found: KeyValue) => Value | undefined;
  /** The revision to read at; if it is compacted, the oldest kept revision is read. */
  readonly at: number;
  readonly signal: AbortSignal;
}

/** Keys per page: few enough that a response of large objects never exceeds the longest string. */
const PAGE = 200;

/** All entries of a store in etcd at one revision, read page by page. Rejects with `EtcdError`. */
export async function readAll<Value>({
  client,
  prefix,
  valueOf,
  at,
  signal,
}: ReadOptions<Value>): Promise<Range<Value>> {
  let revision = at;
  for (;;) {
    try {
      return { entries: await entriesAt(client, prefix, valueOf, revision), revision };
    } catch (error) {
      if (!(error instanceof CompactedError)) throw error;
      revision = await oldestKept(client, revision, signal);
    }
  }
}

/** Rejects with `CompactedError` too. The character after the slash is `0`. */
async function entriesAt<Value>(
  client: EtcdClient,
  prefix: string,
  valueOf: ReadOptions<Value>['valueOf'],
  at: number,
): Promise<Entry<Value>[]> {
  const entries: Entry<Value>[] = [];
  for (let from = `${prefix}/`; ;) {
    const { found, more } = await client.range(from, `${prefix}0`, { at, limit: PAGE });
    for (const each of found) {
      const value = valueOf(each);
      if (value !== undefined) entries.push({ key: each.key.slice(prefix.length), value, revision: each.revision });
    }
    const last = found.at(-1);
    if (!more || last === undefined) return entries;
    from = `${last.key}\0`;
  }
}

/** Only a watch reports etcd's compaction revision. */
async function oldestKept(client: EtcdClient, compacted: number, signal: AbortSignal): Promise<number> {
  try {
    for await (const events of client.watch(compacted - 1, signal)) if (events.length > 0) break;
    return compacted;
  } catch (error) {
    if (error instanceof CompactedError) return error.oldest;
    throw error;
  }
}
