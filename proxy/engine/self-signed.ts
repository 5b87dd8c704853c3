import { isIP } from 'node:net';

/** A certificate that is its own authority, and its key, as PEM texts. */
export interface OwnCertificate {
  readonly cert: string;
  readonly key: string;
}

const YEAR_MS = 365 * 24 * 3_600_000;
const DNS = 2;
const ADDRESS = 7;

/** Makes a certificate for that host name or address and for `localhost`, good for a year. */
export async function selfSigned(host: string): Promise<OwnCertificate> {
  const { generate } = await import('selfsigned');
  const named = isIP(host) === 0 ? ({ type: DNS, value: host } as const) : ({ type: ADDRESS, ip: host } as const);
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'plumbline proxy' }], {
    keyType: 'ec',
    notAfterDate: new Date(Date.now() + YEAR_MS),
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: DNS, value: 'localhost' }, named] },
    ],
  });
  return { cert, key };
}
