import { connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { selfSigned } from '../../../shared/connection/self-signed.ts';
import type { Injector, Listen } from '../injector.ts';
import type { FrontingTarget, HostileTarget } from './hostile-target.ts';
import { serve } from './serve.ts';

/** First byte of a TLS handshake record (RFC 8446, 5.1). */
const HANDSHAKE = 0x16;
const PLAIN_HTTP_REFUSED = 'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n';

/** Correct servers with TLS only, each with a different certificate problem. */
export const TLS: readonly HostileTarget[] = [
  {
    name: 'tls-self-signed',
    summary: 'Speaks TLS only, with a self-signed certificate; returns 400 and a line of text to plain HTTP',
    startInFront: overTls(({ host }) => selfSigned('plumbline hostile target', host)),
  },
  {
    name: 'tls-unknown-authority',
    summary: 'Speaks TLS only, with a certificate of an authority that no client knows',
    startInFront: overTls(({ host }) => signedByNewAuthority(host)),
  },
  {
    name: 'tls-asks-for-client-certificate',
    summary:
      'Speaks TLS only and ends the handshake of each client without a certificate of its authority, whose key nobody has',
    startInFront: overTls(async ({ host }) => ({
      ...(await selfSigned('plumbline hostile target', host)),
      ca: (await selfSigned('authority of clients', host)).cert,
      requestCert: true,
      rejectUnauthorized: true,
    })),
  },
];

/** Puts TLS in front of a plain server: the bytes inside stay unchanged. */
function overTls(optionsFor: (listen: Listen) => Promise<TlsOptions>): FrontingTarget['startInFront'] {
  return async (upstream, listen): Promise<Injector> => {
    const { hostname, port } = new URL(upstream);
    const secure = createTlsServer({ ...(await optionsFor(listen)), ALPNProtocols: ['http/1.1'] }, (client) =>
      join(client, connect(Number(port), hostname)),
    );
    secure.on('tlsClientError', (_, socket) => socket.destroy());
    return serve(
      createServer((socket) => handOver(socket, (client) => secure.emit('connection', client))),
      'https',
      listen,
    );
  };
}

/** Dispatches by a client's first byte: a handshake goes to the TLS server, anything else is plain text. */
function handOver(socket: Socket, toTls: (client: Socket) => void): void {
  socket.once('data', (chunk: Buffer) => {
    if (chunk[0] !== HANDSHAKE) {
      socket.end(PLAIN_HTTP_REFUSED);
      return;
    }
    socket.pause();
    socket.unshift(chunk);
    toTls(socket);
  });
}

function join(client: Socket, upstream: Socket): void {
  pipeline(client, upstream, client).catch(() => {
    client.destroy();
    upstream.destroy();
  });
}

/** A certificate for the address, signed by a new authority. */
async function signedByNewAuthority(host: string): Promise<TlsOptions> {
  const { generate } = await import('selfsigned');
  const authority = await generate([{ name: 'commonName', value: 'an authority that nobody knows' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'basicConstraints', cA: true }],
  });
  const { cert, private: key } = await generate([{ name: 'commonName', value: host }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return { cert, key };
}
