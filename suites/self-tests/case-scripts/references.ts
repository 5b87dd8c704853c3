import type { ListeningProcess } from '../../../shared/process/listening-line.ts';
import type { Controllers } from '../../engine/run/reference-request.ts';
import { startListening } from '../listening-process.ts';
import type { Servers } from '../servers.ts';

/** The correct servers: the one behind all faults, and one with workload controllers, started on demand. */
export interface References extends AsyncDisposable {
  readonly url: (controllers: Controllers) => Promise<string>;
}

export function referencesBehind(servers: Servers): References {
  let looping: Promise<ListeningProcess> | undefined;
  return {
    async url(controllers) {
      if (controllers !== 'on') return servers.upstream('spec');
      looping ??= startListening('reference-server/cli/quick-start.mjs', '--port', '0', '--controllers', 'on');
      return (await looping).url;
    },
    async [Symbol.asyncDispose]() {
      await (await looping)?.[Symbol.asyncDispose]();
    },
  };
}
