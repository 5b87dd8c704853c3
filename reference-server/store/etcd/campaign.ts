import { setTimeout as pause } from 'node:timers/promises';
import type { EtcdClient } from './etcd-client.ts';

/** Work that only one process may do at a time. */
export interface Office {
  stop(): void;
}

export interface Campaign {
  /** Stops the work, lets another process take over at once, and closes the connection to etcd. */
  end(): Promise<void>;
}

/**
 * A leader that is silent for this long counts as dead. It renews its lease three times in that period, and each
 * renewal must succeed within that interval.
 */
const TERM_S = 6;
const RENEWAL_MS = (TERM_S * 1000) / 3;
const RETRY_MS = 500;
/** The value of the key; only its existence matters. */
const NOTHING = new Uint8Array(0);

/**
 * Leader election: of all processes that campaign for a key, one does the work, and another takes over when it ends
 * or dies. The leader holds the key under a lease. A leader that cannot renew its lease in time stops before the
 * lease expires.
 *
 * A worked example: A and B campaign, and A creates the key. A is killed. Its lease expires 6 s after the last
 * renewal, and the key goes with it. B polls twice a second and creates the key anew. If A had ended normally, it
 * would have revoked its lease, and B would have followed at once.
 *
 * @param begin called each time this process becomes the leader
 */
export function campaign(client: EtcdClient, key: string, begin: () => Office): Campaign {
  const stop = new AbortController();
  const { signal } = stop;
  const waited = (milliseconds: number): Promise<void> =>
    pause(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);

  /** Starts the work, and resolves when it has stopped. */
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
      // The store on this etcd reports an unreachable etcd.
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
