import { X509Certificate, createPrivateKey } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { errorMessage } from '../../shared/error-message.ts';
import { type OwnCertificate, selfSigned } from '../../shared/connection/self-signed.ts';

/** A file of credentials cannot be used. The message is one line. */
export class CredentialFileError extends Error {
  override readonly name = 'CredentialFileError';
  readonly code = 'ERR_CREDENTIAL_FILE';
}

/** The TLS flags. */
export interface TlsFlags {
  readonly tls: boolean;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly host: string;
}

/**
 * The certificate and key for TLS; `undefined` for plain HTTP. With `--tls` a certificate is made if none is named,
 * and saved if files are named that do not exist yet. Rejects with `CredentialFileError`.
 */
export async function identityOf({ tls, tlsCert, tlsKey, host }: TlsFlags): Promise<OwnCertificate | undefined> {
  if (tlsCert === undefined && tlsKey === undefined)
    return tls ? selfSigned('plumbline reference server', host) : undefined;
  if (tlsCert === undefined || tlsKey === undefined)
    throw new CredentialFileError(
      '--tls-cert and --tls-key go together; give both, or --tls alone for a certificate of its own',
    );
  if (tls && !existsSync(tlsCert) && !existsSync(tlsKey))
    return saved(await selfSigned('plumbline reference server', host), tlsCert, tlsKey);
  return checked({ cert: textOf(tlsCert, '--tls-cert'), key: textOf(tlsKey, '--tls-key') }, tlsCert, tlsKey);
}

function saved(identity: OwnCertificate, certFile: string, keyFile: string): OwnCertificate {
  try {
    writeFileSync(keyFile, identity.key, { mode: 0o600 });
    writeFileSync(certFile, identity.cert);
    return identity;
  } catch (error) {
    throw new CredentialFileError(`cannot save the certificate that was made: ${errorMessage(error)}`);
  }
}

function checked(identity: OwnCertificate, certFile: string, keyFile: string): OwnCertificate {
  try {
    createSecureContext(identity);
    // A context accepts a key of another type than that of the certificate, and then every handshake fails.
    if (!new X509Certificate(identity.cert).checkPrivateKey(createPrivateKey(identity.key)))
      throw new RangeError('the key is that of another certificate');
    return identity;
  } catch (error) {
    throw new CredentialFileError(
      `${certFile} and ${keyFile} are no certificate and its key in PEM: ${errorMessage(error)}`,
    );
  }
}

/**
 * The tokens of a file: one a line, then a comma and further data about its bearer, which is ignored. Throws
 * `CredentialFileError` with the line.
 */
export function tokensIn(path: string): readonly string[] {
  const lines = textOf(path, '--token-auth-file').split(/\r?\n/);
  const tokens = lines.flatMap((line, index) => {
    if (line.trim() === '' || line.startsWith('#')) return [];
    const [token = ''] = line.split(',');
    if (/^[\w.~+/=-]+$/.test(token.trim())) return [token.trim()];
    throw new CredentialFileError(
      `${path} line ${index + 1}: expected a token, then a comma and a name, as in: s3cret,alice,1`,
    );
  });
  if (tokens.length === 0)
    throw new CredentialFileError(`${path} holds no token; write one a line, as in: s3cret,alice,1`);
  return tokens;
}

function textOf(path: string, flag: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new CredentialFileError(`cannot read the file of ${flag}: ${errorMessage(error)}`);
  }
}
