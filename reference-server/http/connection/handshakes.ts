import type { Server, Socket } from 'node:net';

/**
 * The TLS handshakes that are under way with a server. Until they are over there is no connection of HTTP, so that nothing else ends them when the
 * server closes: it would wait for whoever does not go on.
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

  /** Ends them all. */
  cut(): void {
    for (const socket of this.#sockets.values()) socket.destroy();
  }
}

/** The platform tells the socket of a connection apart from that of what is carried by it; both know who is at the other end. */
function clientOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress ?? ''} ${remotePort ?? ''}`;
}
