import type { Socket } from 'node:net';

/** Serves a limited number of connections at once. Requests of further connections wait until one of these closes. */
export class ConnectionLimit {
  readonly #most: number;
  readonly #served = new Set<Socket>();
  readonly #waiting = new Set<() => void>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Resolves when the connection is served. */
  async admit(socket: Socket): Promise<void> {
    while (!this.#served.has(socket) && this.#served.size >= this.#most && !socket.destroyed)
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.#waiting.delete(wake);
          socket.off('close', wake);
          resolve();
        };
        this.#waiting.add(wake);
        socket.once('close', wake);
      });
    if (this.#served.has(socket) || socket.destroyed) return;
    this.#served.add(socket);
    socket.once('close', () => {
      this.#served.delete(socket);
      const [next] = this.#waiting;
      next?.();
    });
  }
}
