import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ConnectionLimit } from '../connection-limit.ts';
import type { Variant } from '../fault.ts';
import { variants } from '../named.ts';

/** Serves every connection, and prepares each response before its head is written. */
class EachResponse extends ConnectionLimit {
  readonly #prepare: (response: ServerResponse) => void;

  constructor(prepare: (response: ServerResponse) => void) {
    super(Number.POSITIVE_INFINITY);
    this.#prepare = prepare;
  }

  /** Node keeps the response under way on a connection as `_httpMessage`. */
  override admit(socket: Socket): Promise<void> {
    const { _httpMessage: response } = socket as Socket & { readonly _httpMessage?: ServerResponse | null };
    if (response !== undefined && response !== null && !response.headersSent) this.#prepare(response);
    return Promise.resolve();
  }
}

/** Hooks that prepare each response before its head is written. */
function preparing(prepare: (response: ServerResponse) => void): Variant['hooks'] {
  return () => ({ connections: new EachResponse(prepare) });
}

/** How long the head of a watch waits for a first event, in milliseconds. */
const HEAD_MS = 1_200;

/** Servers that use HTTP in unusual ways. */
export const CONNECTION_VARIANTS: readonly Variant[] = variants({
  'interim-responses-come-first': {
    summary: 'every response is preceded by the interim responses 102 Processing and 103 Early Hints',
    dialect: 'spec',
    hooks: preparing((response) => {
      // HTTP/1.0 has no interim responses.
      if (response.req.httpVersion !== '1.1') return;
      response.writeProcessing();
      response.writeEarlyHints({ link: '</version>; rel=help' });
    }),
  },
  'bodies-end-with-trailers': {
    summary: 'every body, that of a watch too, is followed by trailer fields that the head does not announce',
    dialect: 'spec',
    hooks: preparing((response) => response.addTrailers({ 'x-served-by': 'node-3', 'x-shard': '7' })),
  },
  'bodies-end-with-the-connection': {
    summary: 'no body has a length or chunks: the end of the connection is the end of the body, that of a watch too',
    dialect: 'spec',
    hooks: preparing((response) => {
      response.useChunkedEncodingByDefault = false;
    }),
  },
  'headers-are-repeated': {
    summary: 'a gateway repeats Via, Vary, Warning and Set-Cookie in every response, and words its own reason phrase',
    dialect: 'spec',
    hooks: preparing((response) => {
      response.statusMessage = 'As Told By The Gateway';
      response.setHeader('Via', ['1.1 edge', '1.1 core (gateway, "2")']);
      response.setHeader('Vary', ['Accept', 'Accept-Encoding']);
      response.setHeader('Warning', ['299 - "deprecated, in part"', '199 - "see the manual"']);
      response.setHeader('Set-Cookie', ['shard=3; Path=/', 'seen=1; Expires=Wed, 01 Jan 2053 00:00:00 GMT']);
    }),
  },
  'heads-of-watches-wait-for-an-event': {
    summary: 'the response head of a watch is sent together with the first event, or after 1.2 seconds without one',
    dialect: 'spec',
    hooks: preparing((response) => {
      const flush = response.flushHeaders.bind(response);
      response.flushHeaders = () => {
        setTimeout(() => {
          if (!response.destroyed && !response.writableEnded) flush();
        }, HEAD_MS).unref();
      };
    }),
  },
});
