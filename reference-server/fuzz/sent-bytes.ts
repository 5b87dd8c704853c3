import { connect } from 'node:net';

/** What came back for bytes on a connection of their own. */
export interface Reaction {
  /** The status line, or what stands in its place; empty where nothing came. */
  readonly line: string;
}

/** An honest answer comes sooner; a watch, or what waits for the rest of a request, is left then. */
const PATIENCE_MS = 250;

/** Sends the bytes and hangs up: after the answer, after a while, or at once where `rude`. */
export function sentBytes(port: number, bytes: Buffer, rude: boolean): Promise<Reaction> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let first = '';
    const timer = setTimeout(() => socket.destroy(), PATIENCE_MS);
    socket.on('connect', () => socket.write(bytes, () => rude && socket.destroy()));
    socket.on('data', (chunk: Buffer) => {
      if (first === '') first = chunk.toString('latin1', 0, 64);
      socket.end();
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      clearTimeout(timer);
      resolve({ line: first.split('\r\n')[0] ?? '' });
    });
  });
}
