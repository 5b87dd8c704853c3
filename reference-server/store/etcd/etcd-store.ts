import type { HistoryBound } from '../memory/change-log.ts';
import { MemoryState } from '../memory/memory-state.ts';
import { carriedOut, updateUntilItHolds } from '../guaranteed-update.ts';
import {
  type Change,
  CompactedError,
  type Decision,
  type Entry,
  type Lifetime,
  type Range,
  type Store,
  type TryCreate,
  type TryUpdate,
  type Updated,
  type WatchOptions,
  type WriteOptions,
  type Written,
} from '../store.ts';
import type { EtcdClient } from './etcd-client.ts';
import type { EtcdEvent, KeyValue } from './etcd-values.ts';
import { EtcdError } from './etcd-error.ts';
import { Freshness } from './freshness.ts';
import { readAll } from './read-all.ts';
import { KeyTurns } from './turns.ts';

interface EncodedValue<Value> {
  readonly bytes: Buffer;
  readonly value: Value;
}

export interface EtcdStoreOptions<Value> {
  readonly client: EtcdClient;
  /** The part of the keys before their first slash; other keys in etcd are ignored. */
  readonly prefix: string;
  readonly history: HistoryBound<Value>;
  readonly encode: (value: Value) => string;
  /** Decodes a text made by `encode`, in this or another process. Throws for any other text. */
  readonly decode: (text: string) => Value;
  /** etcd expires values, with a precision of seconds. */
  readonly lifetime: Lifetime<Value>;
  /** Called once each time etcd becomes unreachable. */
  readonly report: (error: unknown) => void;
  /** Milliseconds that the watch may lag behind a waiting reader before it is restarted; default 5000. */
  readonly patienceMs?: number;
}

const RETRY_MS = 200;
const PATIENCE_MS = 5000;

/**
 * A store in etcd, which any number of processes share. Writes are etcd transactions. Reads come from a local
 * copy, which an etcd watch keeps current. Each reader waits until the state reaches the revision that etcd had
 * when the reader asked. So a write acknowledged by one process is visible in every other.
 *
 * A worked example: server A writes `x` and gets revision 7. Server B is then asked for `x`. It asks etcd for its
 * revision (7), waits until its watch has delivered 7, and reads its state.
 */
export class EtcdStore<Value> implements Store<Value> {
  readonly #options: EtcdStoreOptions<Value>;
  readonly #state: MemoryState<Value>;
  readonly #stop = new AbortController();
  readonly #freshness: Freshness;
  /**
   * Writes of this process that the watch has not yet delivered, the last per key. Equal bytes from the watch need
   * no decoding.
   */
  readonly #sent = new Map<string, EncodedValue<Value>>();
  /** Entries written by this process that the watch has not yet delivered, the last per key. */
  readonly #latest = new Map<string, Entry<Value>>();
  readonly #turns = new KeyTurns();
  #compacted = 0;
  /** Controls the current watch. */
  #attempt = new AbortController();
  #guard: NodeJS.Timeout | undefined;
  /** The reason why the store can no longer be used. */
  #broken: EtcdError | undefined;

  /** Use `openEtcdStore`, which returns a ready store. */
  constructor(options: EtcdStoreOptions<Value>) {
    this.#options = options;
    this.#state = new MemoryState(options.history);
    this.#freshness = new Freshness(() => this.#askRevision());
  }

  /** Reads the current entries and the kept history, so that watches that began at another server can resume here. */
  async open(): Promise<void> {
    const { client, history } = this.#options;
    const now = await client.revision();
    const bound = Number.isFinite(history.revisions) ? Math.max(1, now - history.revisions) : 1;
    const first = await this.#readAll(bound);
    this.#state.begin(first.entries, first.revision);
    this.#compacted = first.revision;
    this.#freshness.seen(first.revision);
    this.#follow(first.revision).catch(this.#options.report);
    this.#watchOverProgress();
    await this.#freshness.reach();
  }

  async get(key: string): Promise<Entry<Value> | undefined> {
    await this.#freshness.reach();
    return this.#state.get(key);
  }

  /** The cached entry may be stale, so a decision that changes nothing counts only for the current one. */
  guaranteedUpdate<D extends Decision<Value>>(key: string, tryUpdate: TryUpdate<Value, D>): Promise<Updated<Value, D>> {
    return this.#turns.take(key, async () => {
      const known = this.#known(key);
      const decision = known === undefined ? undefined : await unlessItThrows(() => tryUpdate(known));
      const early =
        decision === undefined || decision.do === 'keep' ? undefined : await carriedOut(this, known, decision);
      return early ?? updateUntilItHolds(this, () => this.get(key), tryUpdate);
    });
  }

  /** The cached scope may be stale, so a create that fails is repeated with the current one. */
  async guaranteedCreate(scope: string, tryCreate: TryCreate<Value>): Promise<Written<Value>> {
    const known = this.#known(scope);
    const early = known === undefined ? undefined : await unlessItThrows(() => tryCreate(known));
    if (early !== undefined) {
      const written = await this.#write(early.key, early.value, 'absent', known);
      if (written.ok) return written;
    }
    const { key, value } = tryCreate(await this.get(scope));
    return this.#write(key, value, 'absent');
  }

  async range(prefix: string, options: { readonly at?: number } = {}): Promise<Range<Value>> {
    await this.#freshness.reach();
    const { latest } = this.#state;
    const { reached } = this.#freshness;
    const { at = reached } = options;
    return at < latest || at > reached
      ? this.#state.range(prefix, at)
      : { entries: this.#state.range(prefix).entries, revision: at };
  }

  write(key: string, value: Value, { expect }: WriteOptions): Promise<Written<Value>> {
    return this.#write(key, value, expect);
  }

  /** @param unchanged another entry that must still stand */
  async #write(
    key: string,
    value: Value,
    expect: number | 'absent',
    unchanged?: Entry<Value>,
  ): Promise<Written<Value>> {
    this.#requireSameState();
    const { client, prefix, encode, lifetime } = this.#options;
    const milliseconds = lifetime(value);
    // Each value has its own lease. Values with one lease would expire in one revision, and a watch resumed within that
    // revision would miss some of them.
    const lease = milliseconds === undefined ? undefined : await client.lease(Math.ceil(milliseconds / 1000));
    const { reached } = this.#freshness;
    const guard = unchanged === undefined ? undefined : { key: prefix + unchanged.key, revision: unchanged.revision };
    const sent = { bytes: Buffer.from(encode(value)), value };
    this.#sent.set(key, sent);
    let isOnItsWay = false;
    try {
      const swapped = await client.swap(prefix + key, sent.bytes, expect, { lease, unchanged: guard });
      if (!swapped.ok) {
        // The lease has no keys. If it cannot be revoked now, it expires by itself.
        if (lease !== undefined) client.revoke(lease).catch(() => undefined);
        return { ok: false, current: this.#entryOf(swapped.current) };
      }
      const entry = { key, value, revision: this.#noneBefore(reached, swapped.revision) };
      isOnItsWay = swapped.revision > this.#freshness.reached;
      if (isOnItsWay) this.#latest.set(key, entry);
      return { ok: true, entry };
    } finally {
      if (!isOnItsWay && this.#sent.get(key) === sent) this.#sent.delete(key);
    }
  }

  async remove(key: string, { expect }: { readonly expect: number }): Promise<Written<Value>> {
    this.#requireSameState();
    const held = await this.#heldAt(key, expect);
    if (held?.revision !== expect) return { ok: false, current: held };
    const { reached } = this.#freshness;
    const swapped = await this.#options.client.swap(this.#options.prefix + key, undefined, expect);
    if (!swapped.ok) return { ok: false, current: this.#entryOf(swapped.current) };
    return { ok: true, entry: { key, value: held.value, revision: this.#noneBefore(reached, swapped.revision) } };
  }

  watch(prefix: string, options: WatchOptions): AsyncGenerator<readonly Change<Value>[]> {
    return this.#state.watch(prefix, options);
  }

  async revision(): Promise<number> {
    await this.#freshness.reach();
    return this.#freshness.reached;
  }

  async lastChange(): Promise<number> {
    await this.#freshness.reach();
    return this.#state.latest;
  }

  async compact(revision: number): Promise<void> {
    await this.#freshness.reach();
    await this.#options.client.compact(revision);
    this.#state.forget(revision);
  }

  /** Ends every watch and closes the connection to etcd. */
  async close(): Promise<void> {
    this.#state.close();
    this.#stop.abort();
    clearInterval(this.#guard);
    await this.#options.client.close();
  }

  #readAll(at: number): Promise<Range<Value>> {
    const { client, prefix } = this.#options;
    return readAll({ client, prefix, valueOf: (found) => this.#decoded(found), at, signal: this.#stop.signal });
  }

  /** Keeps the state current until the store is closed; restarts the watch when it ends. */
  async #follow(began: number): Promise<void> {
    let after = began;
    let wasReported = false;
    while (!this.#stop.signal.aborted) {
      this.#attempt = new AbortController();
      try {
        for await (const events of this.#options.client.watch(
          after,
          AbortSignal.any([this.#stop.signal, this.#attempt.signal]),
        )) {
          wasReported = false;
          // A restarted watch may be connected to another etcd.
          if (events.length === 0) await this.#askRevision();
          for (const event of events) this.#take(event);
          after = events.at(-1)?.at.revision ?? after;
          this.#freshness.seen(after);
          this.#compactFar(after);
        }
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        if (error instanceof CompactedError) after = await this.#catchUp().catch(() => after);
        else if (!wasReported) this.#options.report(error);
        wasReported = true;
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
    }
  }

  /**
   * An etcd's revision never decreases. A lower revision means that another etcd took its place, so the state is
   * invalid.
   */
  async #askRevision(): Promise<number> {
    this.#requireSameState();
    const { reached } = this.#freshness;
    return this.#noneBefore(reached, await this.#options.client.revision());
  }

  #requireSameState(): void {
    if (this.#broken !== undefined) throw this.#broken;
  }

  #noneBefore(reached: number, revision: number): number {
    if (revision >= reached) return revision;
    this.#broken = new EtcdError(
      `the etcd has gone back from revision ${reached} to ${revision}: it was emptied or restored; restart this server`,
    );
    this.#options.report(this.#broken);
    this.#state.close();
    this.#stop.abort();
    throw this.#broken;
  }

  /**
   * A connection can die silently. A watch that delivers nothing while readers wait is given up, and the waiting
   * reads fail.
   */
  #watchOverProgress(): void {
    const { patienceMs = PATIENCE_MS } = this.#options;
    let stuckAt: number | undefined;
    this.#guard = setInterval(() => {
      const { isAwaited, reached } = this.#freshness;
      if (isAwaited && stuckAt === reached) {
        const error = new EtcdError(
          `the etcd has delivered nothing after revision ${reached} for ${patienceMs / 1000} s, although it has later changes`,
          true,
        );
        this.#attempt.abort(error);
        this.#freshness.giveUp(error);
      }
      stuckAt = isAwaited ? reached : undefined;
    }, patienceMs).unref();
  }

  #take({ type, at }: EtcdEvent): void {
    const { prefix } = this.#options;
    if (!at.key.startsWith(`${prefix}/`)) return;
    const key = at.key.slice(prefix.length);
    if ((this.#latest.get(key)?.revision ?? Infinity) <= at.revision) this.#latest.delete(key);
    const previous = this.#state.get(key);
    const value = type === 'put' ? this.#valueOf(key, at) : undefined;
    if (value !== undefined) this.#state.put(key, value, at.revision, previous);
    else if (previous !== undefined) this.#state.remove(previous, at.revision);
  }

  #valueOf(key: string, at: KeyValue): Value | undefined {
    const sent = this.#sent.get(key);
    if (sent === undefined || !sent.bytes.equals(at.value)) return this.#decoded(at);
    this.#sent.delete(key);
    return sent.value;
  }

  /** The value; `undefined` if no Plumbline process wrote it, so that it counts as absent. */
  #decoded(found: KeyValue): Value | undefined {
    try {
      return this.#options.decode(found.value.toString());
    } catch (error) {
      this.#options.report(notOurs(found, error));
      return undefined;
    }
  }

  /** The missed changes are compacted: records the net changes, in the order of their revisions. */
  async #catchUp(): Promise<number> {
    const { entries, revision } = await this.#readAll(await this.#options.client.revision());
    this.#sent.clear();
    this.#latest.clear();
    const there = new Set(entries.map(({ key }) => key));
    for (const entry of entries.toSorted((a, b) => a.revision - b.revision)) {
      if (entry.revision > this.#state.latest)
        this.#state.put(entry.key, entry.value, entry.revision, this.#state.get(entry.key));
    }
    for (const entry of this.#state.range('').entries) if (!there.has(entry.key)) this.#state.remove(entry, revision);
    this.#state.lose(revision);
    this.#freshness.seen(revision);
    return revision;
  }

  /** Compacts etcd so that it keeps at least the history of the state, and at most twice as much. */
  #compactFar(latest: number): void {
    const { client, history, report } = this.#options;
    if (latest - this.#compacted <= 2 * history.revisions) return;
    this.#compacted = latest - history.revisions;
    client.compact(this.#compacted).catch(report);
  }

  /** The latest entry that this process knows, which may be stale. */
  #known(key: string): Entry<Value> | undefined {
    return this.#broken === undefined ? (this.#latest.get(key) ?? this.#state.get(key)) : undefined;
  }

  /** The known entry; waits for the watch unless the entry already has this revision. */
  async #heldAt(key: string, revision: number): Promise<Entry<Value> | undefined> {
    const held = this.#known(key);
    return held?.revision === revision ? held : this.get(key);
  }

  #entryOf(current: KeyValue | undefined): Entry<Value> | undefined {
    if (current === undefined) return undefined;
    const key = current.key.slice(this.#options.prefix.length);
    const known = this.#state.get(key);
    if (known?.revision === current.revision) return known;
    try {
      return { key, value: this.#options.decode(current.value.toString()), revision: current.revision };
    } catch (error) {
      throw notOurs(current, error);
    }
  }
}

/** The result of an attempt on a cached entry; errors count only for the current one. */
async function unlessItThrows<Result>(attempt: () => Result | Promise<Result>): Promise<Result | undefined> {
  try {
    return await attempt();
  } catch {
    return undefined;
  }
}

function notOurs({ key }: KeyValue, error: unknown): EtcdError {
  const why = error instanceof Error ? error.message : String(error);
  return new EtcdError(
    `what the etcd has or had at ${key} was not written by this server: ${why}; it stays there, and you can remove it`,
  );
}

/** Opens a store in etcd. Rejects with `EtcdError` if etcd cannot be reached. */
export async function openEtcdStore<Value>(options: EtcdStoreOptions<Value>): Promise<EtcdStore<Value>> {
  const store = new EtcdStore(options);
  try {
    await store.open();
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}
