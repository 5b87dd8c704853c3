import type { ListeningProcess } from '../../shared/process/listening-line.ts';
import { startListening } from './listening-process.ts';

/** A reference server for each dialect, and in front of each all faults and variants of `proxy/faults`, by name. */
export interface Servers extends AsyncDisposable {
  /** Base URL of the server with that dialect and that fault or variant. */
  url(dialect: string, name: string): string;
  /** Base URL of the correct server with that dialect. */
  upstream(dialect: string): string;
}

/** Starts a reference server in that dialect, with a history that is long enough for a watch from the beginning. */
export function startReference(dialect: string): Promise<ListeningProcess> {
  const flags = ['--port', '0', '--dialect', dialect, '--history', '1000000'];
  return startListening('reference-server/cli/quick-start.mjs', ...flags);
}

/** Starts the server with that named fault in front of another server. */
export function startFault(target: string, name: string): Promise<ListeningProcess> {
  return startListening('proxy/cli/quick-start.mjs', 'faults', '--target', target, '--fault', name, '--port', '0');
}

/**
 * Starts the servers, one pair of processes for each dialect.
 */
export async function startServers(dialects: readonly string[]): Promise<Servers> {
  const started: ListeningProcess[] = [];
  const sound = new Map<string, ListeningProcess>();
  const injectors = new Map<string, ListeningProcess>();
  for (const dialect of new Set(['spec', ...dialects])) {
    const server = await startReference(dialect);
    started.unshift(server);
    sound.set(dialect, server);
    const injector = await startListening('proxy/cli/quick-start.mjs', 'faults', '--target', server.url, '--port', '0');
    started.unshift(injector);
    injectors.set(dialect, injector);
  }
  return {
    url: (dialect, name) => `${of(injectors, dialect).url}/${encodeURIComponent(name)}`,
    upstream: (dialect) => of(sound, dialect).url,
    async [Symbol.asyncDispose]() {
      for (const process of started) await process[Symbol.asyncDispose]();
    },
  };
}

function of(processes: ReadonlyMap<string, ListeningProcess>, dialect: string): ListeningProcess {
  const found = processes.get(dialect);
  if (found === undefined) throw new RangeError(`no server was started that speaks dialect '${dialect}'`);
  return found;
}
