import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Taps } from './forwarding-engine.ts';
import { headerPairs } from './raw-headers.ts';

/**
 * Carries the upstream's answer to the client: the head at once (an idle watch has nothing else to show for itself), then each chunk as
 * it comes, under the back-pressure of the client and of the taps, then the trailers. `ended` hears that the answer is whole.
 */
export function carryAnswer(answer: IncomingMessage, request: IncomingMessage, response: ServerResponse, taps: Taps, ended: () => void): void {
  const headers = headerPairs(answer.rawHeaders);
  taps.response(answer.statusCode ?? 0, headers);
  response.sendDate = false;
  response.removeHeader('connection');
  const chunksAllowed = request.httpVersion !== '1.0';
  const kept = chunksAllowed ? headers : headers.filter(([name]) => name.toLowerCase() !== 'transfer-encoding');
  response.writeHead(answer.statusCode ?? 0, answer.statusMessage ?? '', kept.flat());
  // The head goes with the first chunk where one is here already, and by itself where none is: an idle watch.
  let started = false;
  setImmediate(() => {
    if (!started && !response.destroyed) response.flushHeaders();
  });

  answer.on('data', (chunk: Buffer) => {
    started = true;
    const taken = taps.responseBody(chunk);
    let holds = 0;
    const release = (): void => {
      holds -= 1;
      if (holds === 0) answer.resume();
    };
    if (!response.write(chunk)) {
      holds += 1;
      response.once('drain', release);
    }
    if (taken !== undefined) {
      holds += 1;
      void taken.then(release);
    }
    if (holds > 0) answer.pause();
  });
  answer.once('end', () => {
    started = true;
    ended();
    const trailers = headerPairs(answer.rawTrailers);
    if (trailers.length > 0 && response.chunkedEncoding) response.addTrailers(trailers.map(([name, value]): [string, string] => [name, value]));
    response.end();
  });
}
