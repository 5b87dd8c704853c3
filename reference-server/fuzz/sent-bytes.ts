import { connect, type Socket } from 'node:net';

/** The reaction to bytes on a connection of their own. */
export interface Reaction {
  /** The status line, or its replacement; empty if no response came. */
  readonly line: string;
}

/** A normal response comes sooner; a watch, or an incomplete request, is abandoned then. */
const PATIENCE_MS = 250;

/** How bytes are sent: together, in pieces with pauses between, or without waiting for the response. */
export type Manner = 'together' | 'in pieces' | 'rude';

const PIECES = 8;
const PAUSE_MS = 20;

/** Sends the bytes and hangs up: after the response, after a while, or at once. */
export function sentBytes(port: number, bytes: Buffer, manner: Manner): Promise<Reaction> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let first = '';
    const timer = setTimeout(() => socket.destroy(), PATIENCE_MS);
    socket.on('connect', () => {
      if (manner === 'in pieces') sendPiece(socket, bytes, Math.ceil(bytes.length / PIECES));
      else socket.write(bytes, () => manner === 'rude' && socket.destroy());
    });
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

function sendPiece(socket: Socket, bytes: Buffer, length: number): void {
  if (bytes.length === 0 || !socket.writable) return;
  socket.write(bytes.subarray(0, length));
  setTimeout(sendPiece, PAUSE_MS, socket, bytes.subarray(length), length);
}
