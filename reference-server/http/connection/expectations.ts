import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { ApiError } from '../../resources/api-error.ts';
import { announcedSize } from '../body/read-body.ts';

/**
 * Responds to `Expect` headers before the body: `refuse` handles bodies that are too large and unsupported
 * expectations. All other clients get 100 Continue.
 */
export function respondToExpectations(
  server: Server,
  maxBody: number,
  refuse: (response: ServerResponse, error: unknown) => void,
): void {
  server.on('checkExpectation', ({ headers: { expect } }: IncomingMessage, response: ServerResponse) => {
    refuse(response, new ApiError('ExpectationFailed', `Expect '${expect}' is not supported; only 100-continue is`));
  });
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    try {
      announcedSize(request, maxBody);
    } catch (error) {
      refuse(response, error);
      return;
    }
    response.writeContinue();
    server.emit('request', request, response);
  });
}
