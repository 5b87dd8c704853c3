import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

/** A certificate for one host that is its own authority, and its key, as PEM texts. */
export interface OwnCertificate {
  readonly cert: string;
  readonly key: string;
}

/** How long it holds, and how far before now it begins, for clocks that are behind. */
const VALID_MS = 365 * 24 * 3_600_000;
const BEFORE_MS = 24 * 3_600_000;

/**
 * Makes a certificate for that host name or address (and `localhost`), as RFC 5280 has it:
 *
 *     Certificate  SEQUENCE { TBSCertificate, ecdsa-with-SHA256, BIT STRING signature }
 *     TBS          SEQUENCE { [0] v3, serial, algorithm, issuer, validity, subject, public key, [3] { basicConstraints CA, subjectAltName } }
 */
export function selfSigned(host: string): OwnCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid('2a8648ce3d040302'));
  const name = sequence(set(sequence(oid('550403'), tagged(0x0c, Buffer.from('plumbline proxy')))));
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  const now = Date.now();
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, serial),
    algorithm,
    name,
    sequence(time(now - BEFORE_MS), time(now + VALID_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(extension('551d13', sequence(tagged(0x01, Buffer.from([0xff])))), extension('551d11', alternativeNames(host)))),
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(body, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return { cert: pem('CERTIFICATE', certificate), key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) };
}

function alternativeNames(host: string): Buffer {
  const addresses = new Set(['127.0.0.1', '::1', ...(isIP(host) === 0 ? [] : [host])]);
  const names = new Set(['localhost', ...(isIP(host) === 0 ? [host] : [])]);
  return sequence(...[...names].map((each) => tagged(0x82, Buffer.from(each, 'latin1'))), ...[...addresses].map((each) => tagged(0x87, addressBytes(each))));
}

/** Four bytes of an IPv4 address, sixteen of an IPv6 one. */
function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  const [before = '', after] = address.split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const groups = [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail];
  return Buffer.from(groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]));
}

function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length = content.length < 128 ? [content.length] : content.length < 256 ? [0x81, content.length] : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, ...parts);
}

function set(...parts: readonly Buffer[]): Buffer {
  return tagged(0x31, ...parts);
}

function oid(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'));
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(oid(id), tagged(0x04, value));
}

/** `YYMMDDHHMMSSZ`, which holds until 2049. */
function time(at: number): Buffer {
  return tagged(0x17, Buffer.from(`${new Date(at).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`));
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
