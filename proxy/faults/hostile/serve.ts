import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Hooks } from '../fault.ts';
import { injectFault, type Injector, type Listen } from '../injector.ts';
import type { FrontingTarget, StandAloneTarget } from './hostile-target.ts';

/** Starts a server whose HTTP requests all go to one handler. */
export function handling(handler: RequestListener): StandAloneTarget['startAlone'] {
  return (listen) => serve(createHttpServer(handler), 'http', listen);
}

/** Starts a server that handles raw connections. */
export function accepting(onConnection: (socket: Socket) => void): StandAloneTarget['startAlone'] {
  return (listen) => serve(createServer(onConnection), 'http', listen);
}

/** Starts a server that bends the requests and responses of the server behind it. */
export function bending(hooks: () => Hooks): FrontingTarget['startInFront'] {
  return (upstream, listen) => injectFault({ name: 'hostile', hooks }, upstream, listen);
}

/** Lets a server listen. Disposing it cuts all connections. */
export async function serve(server: Server, scheme: 'http' | 'https', { host, port }: Listen): Promise<Injector> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket.on('error', () => undefined));
    socket.once('close', () => open.delete(socket));
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    url: `${scheme}://${host}:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
