import type { ListeningProcess } from '../../../shared/process/listening-line.ts';
import { startListening } from '../listening-process.ts';
import { startReference } from '../servers.ts';
import type { VariantSet } from './random-sets.ts';

/**
 * Starts a reference server and, in front of it, each variant in a process of its own: the first one next to the
 * server, the last one next to the client.
 */
export async function startLegalServer({ dialect, variants }: VariantSet): Promise<ListeningProcess> {
  return await variants.reduce(async (inner, { name }) => await inFrontOf(await inner, name), startReference(dialect));
}

/** The variant in front of the server. It ends the server when it ends, and also if it cannot start. */
async function inFrontOf(inner: ListeningProcess, variant: string): Promise<ListeningProcess> {
  try {
    const own = ['faults', '--variant', variant, '--target', inner.url, '--port', '0'];
    const outer = await startListening('proxy/cli/quick-start.mjs', ...own);
    return {
      url: outer.url,
      async [Symbol.asyncDispose]() {
        await outer[Symbol.asyncDispose]();
        await inner[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    await inner[Symbol.asyncDispose]();
    throw error;
  }
}
