import type { Socket } from 'node:net';

/** Writes bytes on, and stops their sender until the receiver has drained and `taken` has settled. */
export function passBytes(bytes: Buffer, from: Socket, to: Socket, taken?: Promise<unknown>): void {
  const held = bytes.length > 0 && !to.destroyed && !to.writableEnded && !to.write(bytes);
  if (!held && taken === undefined) return;
  from.pause();
  const drained = held ? new Promise<void>((resolve) => to.once('drain', resolve)) : undefined;
  void Promise.all([drained, taken]).then(() => from.resume());
}

/** Ends a connection the way its other half ended: with what is left to write, then by a reset or in order. */
export function cut(socket: Socket, byReset: boolean): void {
  if (socket.destroyed) return;
  const encrypted = 'encrypted' in socket;
  if (!byReset || encrypted) socket.destroySoon();
  else if (socket.connecting || socket.writableLength === 0) socket.resetAndDestroy();
  else socket.write('', () => socket.resetAndDestroy());
}
