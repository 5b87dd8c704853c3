import { once } from 'node:events';
import { createServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { identityOf } from '../../cli/credential-files.ts';
import { refuseBrokenRequest } from './broken-request.ts';

describe('a client that never sends a valid request', () => {
  it.each([
    ['nothing', ''],
    ['half of a handshake', '1603010200010001fc0303'],
  ])('is cut when it has sent %s over TLS for too long', async (_, bytes) => {
    const server = createServer({ ...(await identityOf({ tls: true, host: '127.0.0.1' })), handshakeTimeout: 200 }).on(
      'clientError',
      refuseBrokenRequest,
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => socket.destroy()).resume();
    const began = Date.now();
    socket.write(Buffer.from(bytes, 'hex'));
    await once(socket, 'close');
    expect(Date.now() - began).toBeLessThan(3000);
    server.close();
  });
});
