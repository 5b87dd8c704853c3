import { startListening } from '../listening-process.ts';
import type { VariantSet } from './random-sets.ts';

/** A server that is unusual in the ways of some variants. */
export interface LegalServer extends AsyncDisposable {
  readonly url: string;
}

/**
 * Starts a reference server and, in front of it, each variant in a process of its own: the first one next to the
 * server, the last one next to the client. The history of the server is long enough for a watch from the beginning.
 */
export async function startLegalServer({ dialect, variants }: VariantSet): Promise<LegalServer> {
  const reference = ['--port', '0', '--dialect', dialect, '--history', '1000000'];
  const server = await startListening('reference-server/cli/quick-start.mjs', ...reference);
  return await variants.reduce<Promise<LegalServer>>(
    async (inner, { name }) => await inFrontOf(await inner, name),
    Promise.resolve(server),
  );
}

/** The variant in front of the server. It ends the server when it ends, and also if it cannot start. */
async function inFrontOf(inner: LegalServer, variant: string): Promise<LegalServer> {
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
