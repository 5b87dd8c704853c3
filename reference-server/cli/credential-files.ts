import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';

/** A file of credentials that cannot be used, said in one line. */
export class CredentialFileError extends Error {
  override readonly name = 'CredentialFileError';
  readonly code = 'ERR_CREDENTIAL_FILE';
}

/** What TLS is served with, as PEM. */
export interface Identity {
  readonly cert: string;
  readonly key: string;
}

/** What the flags say of TLS. */
export interface TlsFlags {
  readonly tls: boolean;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly host: string;
}

/**
 * What TLS is to be served with; `undefined` for plain HTTP. With `--tls` a certificate is made where none is named, and saved where files are
 * named that do not exist yet. Rejects with `CredentialFileError`.
 */
export async function identityOf({ tls, tlsCert, tlsKey, host }: TlsFlags): Promise<Identity | undefined> {
  if (tlsCert === undefined && tlsKey === undefined) return tls ? selfSigned(host) : undefined;
  if (tlsCert === undefined || tlsKey === undefined) throw new CredentialFileError('--tls-cert and --tls-key go together; give both, or --tls alone for a certificate of its own');
  if (tls && !existsSync(tlsCert) && !existsSync(tlsKey)) return saved(await selfSigned(host), tlsCert, tlsKey);
  return checked({ cert: textOf(tlsCert, '--tls-cert'), key: textOf(tlsKey, '--tls-key') }, tlsCert, tlsKey);
}

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** A certificate for this machine and `host`, good for a year; it is its own authority. */
async function selfSigned(host: string): Promise<Identity> {
  const { generate } = await import('selfsigned');
  const named = /^[\d.]+$|:/.test(host) ? { type: 7, ip: host } as const : { type: 2, value: host } as const;
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'plumbline reference server' }], {
    keyType: 'ec',
    notAfterDate: new Date(Date.now() + YEAR_MS),
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }, { type: 7, ip: '127.0.0.1' }, { type: 7, ip: '::1' }, named] },
    ],
  });
  return { cert, key };
}

function saved(identity: Identity, certFile: string, keyFile: string): Identity {
  try {
    writeFileSync(keyFile, identity.key, { mode: 0o600 });
    writeFileSync(certFile, identity.cert);
    return identity;
  } catch (error) {
    throw new CredentialFileError(`cannot save the certificate that was made: ${messageOf(error)}`);
  }
}

function checked(identity: Identity, certFile: string, keyFile: string): Identity {
  try {
    createSecureContext(identity);
    return identity;
  } catch (error) {
    throw new CredentialFileError(`${certFile} and ${keyFile} are no certificate and its key in PEM: ${messageOf(error)}`);
  }
}

/**
 * The tokens of a file: one a line, then a comma and what else is known of its bearer, which is not looked at. Throws
 * `CredentialFileError` with the line.
 */
export function tokensIn(path: string): readonly string[] {
  const lines = textOf(path, '--token-auth-file').split(/\r?\n/);
  const tokens = lines.flatMap((line, index) => {
    if (line.trim() === '' || line.startsWith('#')) return [];
    const [token = ''] = line.split(',');
    if (/^[\w.~+/=-]+$/.test(token.trim())) return [token.trim()];
    throw new CredentialFileError(`${path} line ${index + 1}: expected a token, then a comma and a name, as in: s3cret,alice,1`);
  });
  if (tokens.length === 0) throw new CredentialFileError(`${path} holds no token; write one a line, as in: s3cret,alice,1`);
  return tokens;
}

function textOf(path: string, flag: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new CredentialFileError(`cannot read the file of ${flag}: ${messageOf(error)}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
