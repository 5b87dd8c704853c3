import type { Writable } from 'node:stream';
import type { FaultyRequest, Hooks } from '../fault.ts';
import { pause } from '../ways.ts';
import type { HostileTarget } from './hostile-target.ts';
import { bending } from './serve.ts';
import { isWrite } from '../requests.ts';

const ABANDONED_WATCHES = 20;
const WRITES = 20;
const PATCHES = 10;
const FAST_REQUESTS = 150;
const SLOWER_BY_MS = 20;
const SLOWEST_MS = 800;

/** Servers that stop responding, partly or gradually. */
export const HANGING: readonly HostileTarget[] = [
  {
    name: 'hangs-kind-after-abandoned-watches',
    summary: `Sends no more responses for one kind once clients have abandoned ${ABANDONED_WATCHES} watches of it`,
    startInFront: bending(hangAfterAbandonedWatches),
  },
  {
    name: 'deadlocks-on-slow-watcher',
    summary: 'Sends no response to writes of a kind for as long as a watcher of that kind does not read',
    startInFront: bending(waitForSlowWatchers),
  },
  {
    name: 'locks-configmaps-after-writes',
    summary: `Sends no more responses for ConfigMaps after ${WRITES} writes of them`,
    startInFront: bending(lockAfterWrites),
  },
  {
    name: 'hangs-patch-of-configmaps',
    summary: `Sends no more responses to a PATCH of a ConfigMap after ${PATCHES} of them`,
    startInFront: bending(hangPatches),
  },
  {
    name: 'slows-down',
    summary: `Takes ${SLOWER_BY_MS} ms longer for each request after the first ${FAST_REQUESTS}, up to ${SLOWEST_MS} ms`,
    startInFront: bending(slowDown),
  },
];

function never(): Promise<never> {
  return new Promise(() => undefined);
}

function pluralOf({ call }: FaultyRequest): string | undefined {
  return call?.resource?.plural;
}

function hangAfterAbandonedWatches(): Hooks {
  const abandoned = new Map<string, number>();
  let hung: string | undefined;
  return {
    left(request) {
      const plural = pluralOf(request);
      if (plural === undefined || hung !== undefined) return;
      const count = (abandoned.get(plural) ?? 0) + 1;
      abandoned.set(plural, count);
      if (count === ABANDONED_WATCHES) hung = plural;
    },
    request: (request) => (hung !== undefined && pluralOf(request) === hung ? never() : undefined),
  };
}

function waitForSlowWatchers(): Hooks {
  const readers = new Map<Writable, string | undefined>();
  return {
    began(request, reader) {
      // Many writes may wait for one reader.
      readers.set(reader.setMaxListeners(0), pluralOf(request));
      reader.once('close', () => readers.delete(reader));
    },
    async request(request) {
      const slow = [...readers].filter(
        ([reader, plural]) => isWrite(request) && plural === pluralOf(request) && reader.writableNeedDrain,
      );
      await Promise.all(slow.map(([reader]) => untilRead(reader)));
    },
  };
}

/** Resolves when the reader has taken the written bytes, or has left. */
async function untilRead(reader: Writable): Promise<void> {
  await new Promise((resolve) => reader.once('drain', resolve).once('close', resolve));
}

function lockAfterWrites(): Hooks {
  let writes = 0;
  return {
    request(request) {
      if (pluralOf(request) !== 'configmaps') return undefined;
      if (isWrite(request)) writes += 1;
      return writes > WRITES ? never() : undefined;
    },
  };
}

function hangPatches(): Hooks {
  let patches = 0;
  return {
    request(request) {
      if (pluralOf(request) !== 'configmaps' || request.method !== 'PATCH') return undefined;
      patches += 1;
      return patches > PATCHES ? never() : undefined;
    },
  };
}

function slowDown(): Hooks {
  let requests = 0;
  return {
    async request() {
      requests += 1;
      await pause(Math.min(Math.max(requests - FAST_REQUESTS, 0) * SLOWER_BY_MS, SLOWEST_MS));
    },
  };
}
