import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A relay to a server that shows its traffic and forwards connections and bytes unchanged. */
export interface Relay extends AsyncDisposable {
  readonly port: number;
  /** Client connections that are open now. */
  readonly open: ReadonlySet<Socket>;
  /** All bytes from clients since `reset`, connection after connection, one character for each byte. */
  sent(): string;
  /** Forgets the sent bytes. From now on each connection is cut in this way after so many bytes of responses. */
  reset(cut?: { readonly after: number; readonly how: 'reset' | 'end' }): void;
}

/** Listens on a free port of the loopback and connects each client to the socket of `connect`. */
export async function startRelay(connect: () => Socket): Promise<Relay> {
  const open = new Set<Socket>();
  let sent: string[] = [];
  let cut: Parameters<Relay['reset']>[0];
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const upstream = connect();
    const index = sent.push('') - 1;
    const into = sent;
    let received = 0;
    open.add(client);
    client.once('close', () => {
      open.delete(client);
      upstream.destroy();
    });
    client.on('data', (bytes) => {
      into[index] += bytes.toString('latin1');
      upstream.write(bytes);
    });
    client.on('end', () => upstream.end());
    client.on('error', () => upstream.destroy());
    upstream.on('data', (bytes) => {
      received += bytes.length;
      client.write(bytes);
      if (cut === undefined || received < cut.after) return;
      if (cut.how === 'reset') client.write('', () => client.resetAndDestroy());
      else client.end();
    });
    upstream.on('end', () => client.end());
    upstream.on('error', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    open,
    sent: () => sent.join('\n'),
    reset(how) {
      sent = [];
      cut = how;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      for (const client of open) client.destroy();
      await once(server, 'close');
    },
  };
}
