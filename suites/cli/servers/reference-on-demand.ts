import type { ListeningProcess } from '../../../shared/process/listening-line.ts';
import {
  respondToReferenceRequests,
  type ReferenceControllers,
  type ReferenceResponse,
} from '../../engine/run/reference-request.ts';
import { startReferenceServer } from './reference-server-process.ts';

/**
 * Reference servers that start when a rule that needs one fails for the first time. Disposing it ends the started
 * ones.
 */
export interface ReferenceOnDemand extends AsyncDisposable {
  /** The channel for requests: `RunConfig.reference`. */
  readonly channel: string;
}

/** Offers reference servers with that dialect to the run of that name: one for each choice of controllers. */
export function referenceOnDemand(run: string, dialect: string): ReferenceOnDemand {
  const channel = `plumbline-reference-${process.pid}-${run}`;
  const servers: Promise<ListeningProcess>[] = [];
  const start = async (controllers: ReferenceControllers): Promise<ReferenceResponse> => {
    const server = startReferenceServer(dialect, controllers);
    servers.push(server);
    return server.then(
      ({ url }) => ({ url }),
      (error: Error) => ({ unavailable: error.message }),
    );
  };
  const responder = respondToReferenceRequests(channel, start);
  return {
    channel,
    async [Symbol.asyncDispose]() {
      responder.close();
      const started = await Promise.allSettled(servers);
      await Promise.all(
        started.map((each) => (each.status === 'fulfilled' ? each.value[Symbol.asyncDispose]() : undefined)),
      );
    },
  };
}
