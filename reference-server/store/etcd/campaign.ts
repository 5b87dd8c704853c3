import { setTimeout as pause } from 'node:timers/promises';
import type { EtcdClient } from './etcd-client.ts';

/** What only one of many may do at a time. */
export interface Office {
  stop(): void;
}

export interface Campaign {
  /** Stops what was begun, lets another one follow at once, and leaves the etcd. */
  end(): Promise<void>;
}

/** Who is silent for so long has died; it renews its lease three times in that time, and must be answered as fast. */
const TERM_S = 6;
const RENEWAL_MS = (TERM_S * 1000) / 3;
const RETRY_MS = 500;
/** What stands under the key: that it is there is all. */
const NOTHING = new Uint8Array(0);

/**
 * Has one of all processes that campaign for a key do something, and another one when that ends or dies. Who holds the key is the one; it is
 * there under a lease, and who cannot renew that in time stops before the lease is over.
 *
 * A worked example: A and B campaign, and A makes the key. A is killed; its lease is over 6 s after it was last renewed, with it the key is gone, and B, which looks twice a second,
 * makes it anew. Had A ended, it would have given the lease back, and B would have followed at once.
 *
 * @param begin called, perhaps again and again, when it is this one's turn
 */
export function campaign(client: EtcdClient, key: string, begin: () => Office): Campaign {
  const stop = new AbortController();
  const { signal } = stop;
  const waited = (milliseconds: number): Promise<void> =>
    pause(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);

  /** Begins, and resolves when it has stopped. */
  async function serve(lease: string): Promise<void> {
    const office = begin();
    try {
      for (let holds = true; holds && !signal.aborted;) {
        await waited(RENEWAL_MS);
        holds = signal.aborted || (await Promise.race([client.renew(lease), waited(RENEWAL_MS).then(() => false)]));
      }
    } finally {
      office.stop();
      await client.revoke(lease);
    }
  }

  async function stand(): Promise<void> {
    const { found } = await client.range(key, `${key}\0`, { at: 0, limit: 1 });
    if (found.length > 0) return;
    const lease = await client.lease(TERM_S);
    const won = await client.swap(key, NOTHING, 'absent', { lease });
    if (won.ok) await serve(lease);
    else await client.revoke(lease);
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      // An etcd that is away is told of by the store that is in it.
      await stand().catch(() => undefined);
      if (!signal.aborted) await waited(RETRY_MS);
    }
  }

  const running = run();
  return {
    async end() {
      stop.abort();
      await running;
      await client.close();
    },
  };
}
