import type { Socket } from 'node:net';

/** Forwards bytes, and pauses their sender until the receiver has drained and `taken` has settled. */
export function passBytes(bytes: Buffer, from: Socket, to: Socket, taken?: Promise<unknown>): void {
  const held = bytes.length > 0 && !to.destroyed && !to.writableEnded && !to.write(bytes);
  if (!held && taken === undefined) return;
  from.pause();
  const drained = held ? new Promise<void>((resolve) => to.once('drain', resolve)) : undefined;
  void Promise.all([drained, taken]).then(() => from.resume());
}

/** Ends a connection in the same way as its other half: after the remaining bytes, by a reset or properly. */
export function cut(socket: Socket, byReset: boolean): void {
  if (socket.destroyed) return;
  const encrypted = 'encrypted' in socket;
  if (!byReset || encrypted) socket.destroySoon();
  else if (socket.connecting || socket.writableLength === 0) socket.resetAndDestroy();
  else socket.write('', () => socket.resetAndDestroy());
}
