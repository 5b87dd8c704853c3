import type { Server, Socket } from 'node:net';

/**
 * Open TLS handshakes of a server. Before their end there is no HTTP connection, so nothing else ends them when the
 * server closes: it would wait for clients that never finish.
 */
export class Handshakes {
  readonly #sockets = new Map<string, Socket>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      const client = clientOf(socket);
      this.#sockets.set(client, socket);
      socket.once('close', () => this.#sockets.delete(client));
    });
    server.on('secureConnection', (socket: Socket) => this.#sockets.delete(clientOf(socket)));
  }

  cut(): void {
    for (const socket of this.#sockets.values()) socket.destroy();
  }
}

/**
 * The platform has separate sockets for the connection and for the TLS stream in it; both have the same remote
 * address.
 */
function clientOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress ?? ''} ${remotePort ?? ''}`;
}
