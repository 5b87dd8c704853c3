import { isIP } from 'node:net';
import { connect } from 'node:tls';

/** Time limit of a TLS handshake, in milliseconds. */
const HANDSHAKE_WITHIN_MS = 1_000;

/**
 * Whether the server at that origin responds to a TLS handshake, even with a refusal. Sends no request and no
 * credentials.
 */
export function speaksTls(origin: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(origin);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port === '' ? (protocol === 'https:' ? 443 : 80) : port),
      rejectUnauthorized: false,
      ...(isIP(host) === 0 ? { servername: host } : {}),
    });
    const settle = (speaks: boolean): void => {
      socket.destroy();
      resolve(speaks);
    };
    socket.setTimeout(HANDSHAKE_WITHIN_MS, () => settle(false));
    socket.once('secureConnect', () => settle(true));
    socket.once('error', ({ code = '' }: NodeJS.ErrnoException) => settle(/^ERR_SSL_.*_ALERT_/.test(code)));
  });
}
