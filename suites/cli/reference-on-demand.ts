import type { ListeningProcess } from '../../fixtures/formats/listening-line.ts';
import { answerReferenceRequests } from '../engine/reference-request.ts';
import type { ReferenceAnswer } from '../engine/reference-request.ts';
import { startReferenceServer } from './reference-server-process.ts';

/** A reference server that is started when a rule fails for the first time, and never where none does. Disposing it ends what was started. */
export interface ReferenceOnDemand extends AsyncDisposable {
  /** Where to ask for it: `RunConfig.reference`. */
  readonly channel: string;
}

/** Offers a reference server that speaks that dialect to the run of that name. */
export function referenceOnDemand(run: string, dialect: string): ReferenceOnDemand {
  const channel = `plumbline-reference-${process.pid}-${run}`;
  let server: Promise<ListeningProcess> | undefined;
  const start = async (): Promise<ReferenceAnswer> => {
    server = startReferenceServer(dialect);
    return server.then(({ url }) => ({ url }), (error: Error) => ({ unavailable: error.message }));
  };
  const answering = answerReferenceRequests(channel, start);
  return {
    channel,
    async [Symbol.asyncDispose]() {
      answering.close();
      const started = await server?.catch(() => undefined);
      await started?.[Symbol.asyncDispose]();
    },
  };
}
