import { cached } from '../../../shared/cached.ts';
import type { ListeningProcess } from '../../../shared/process/listening-line.ts';
import type { ReferenceControllers } from '../../engine/run/reference-request.ts';
import { startListening } from '../listening-process.ts';

/** The correct servers, one without workload controllers and one with them, started on demand. */
export interface References extends AsyncDisposable {
  readonly url: (controllers: ReferenceControllers) => Promise<string>;
}

/**
 * Each server has storage of its own: objects of the judged cases would look like those of the case that is sent again.
 */
export function startReferences(): References {
  const started = new Map<string, Promise<ListeningProcess>>();
  return {
    async url(controllers) {
      const flags = controllers === 'on' ? ['--controllers', 'on'] : [];
      const server = cached(started, flags.join(' '), () =>
        startListening('reference-server/cli/quick-start.mjs', '--port', '0', ...flags),
      );
      return (await server).url;
    },
    async [Symbol.asyncDispose]() {
      for (const server of started.values()) await (await server)[Symbol.asyncDispose]();
    },
  };
}
