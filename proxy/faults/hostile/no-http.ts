import type { HostileTarget } from './hostile-target.ts';
import { accepting } from './serve.ts';

/** Servers that accept connections and send no HTTP. */
export const NO_HTTP: readonly HostileTarget[] = [
  {
    name: 'closes-after-accept',
    summary: 'Closes each connection as soon as it has accepted it',
    startAlone: accepting((socket) => void socket.destroy()),
  },
  {
    name: 'never-answers',
    summary: 'Accepts connections, reads requests and never responds',
    startAlone: accepting((socket) => void socket.resume()),
  },
  {
    name: 'speaks-ssh',
    summary: 'Sends the banner of an SSH server and closes the connection at the first request',
    startAlone: accepting((socket) => {
      socket.write('SSH-2.0-OpenSSH_9.6\r\n');
      socket.once('data', () => socket.end('Invalid SSH identification string.\r\n'));
    }),
  },
];
