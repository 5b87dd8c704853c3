import type { LookalikeServers } from '../../engine/lookalikes/lookalikes.ts';
import { startOwn } from './own-process.ts';
import { startReferenceServer } from './reference-server-process.ts';

/** Many servers write into one store, and each watch must still find its beginning there. */
const HISTORY = ['--history', '1000000'] as const;

/**
 * Starts a reference server with that dialect and, in front of it, the proxy with every named fault. Disposing it ends
 * both. Rejects if one does not start.
 */
export async function lookalikeServers(dialect: string): Promise<LookalikeServers & AsyncDisposable> {
  const sound = await startReferenceServer(dialect, 'cleanup', ...HISTORY);
  const faulty = await startOwn('the proxy', 'faults', '--target', sound.url).catch(async (error: unknown) => {
    await sound[Symbol.asyncDispose]();
    throw error;
  });
  return {
    url: (fault) => `${faulty.url}/${encodeURIComponent(fault)}`,
    async [Symbol.asyncDispose]() {
      await Promise.all([faulty[Symbol.asyncDispose](), sound[Symbol.asyncDispose]()]);
    },
  };
}
