import { connect, type Socket } from 'node:net';

/** The bytes that a raw client has received, and the end of its connection. */
export class RawClient implements Disposable {
  readonly socket: Socket;
  text = '';
  /** `open`, `ended` (FIN) or `reset`. */
  state: 'open' | 'ended' | 'reset' = 'open';
  #wake: () => void = () => undefined;

  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.socket.on('data', (bytes) => {
      this.text += bytes.toString('latin1');
      this.#wake();
    });
    this.socket.once('end', () => this.#over('ended'));
    this.socket.once('error', () => this.#over('reset'));
    this.socket.once('close', () => this.#wake());
  }

  send(text: string): void {
    this.socket.write(text, 'latin1');
  }

  /** Resolves as soon as the received text satisfies `enough`, or the connection has ended. */
  async heard(enough: (text: string) => boolean): Promise<string> {
    while (!enough(this.text) && this.state === 'open' && !this.socket.destroyed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.text;
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }

  #over(state: 'ended' | 'reset'): void {
    if (this.state === 'open') this.state = state;
    this.#wake();
  }
}
