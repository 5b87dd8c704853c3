import { type Command, Command as NewCommand } from 'commander';
import { CredentialsError } from '../../shared/connection/credentials-error.ts';
import { readPem } from '../../shared/connection/credentials.ts';
import { type OwnCertificate, selfSigned } from '../../shared/connection/self-signed.ts';
import { portNumber, serverUrl, type UpstreamFlags, withUpstreamFlags } from './upstream-flags.ts';
import { UsageError } from '../log/usage-error.ts';

/** The flags of every command that stands between clients and a server. */
export interface ListeningFlags extends UpstreamFlags {
  readonly target?: URL;
  readonly port: number;
  readonly host: string;
  readonly tls?: true;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
}

/** A command of that name with these flags. */
export function listeningCommand(name: string): Command {
  const command = new NewCommand(name)
    .option('--target <url>', 'base URL of the server behind the proxy; default the one of the --kubeconfig', serverUrl)
    .option('--port <n>', 'port to listen on; 0 takes a free one', portNumber, 8002)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--tls', 'serve TLS to clients, with a certificate made for this run unless one is named')
    .option('--tls-cert <file>', 'serve TLS to clients with the certificate in this PEM file')
    .option('--tls-key <file>', 'PEM file with its key');
  return withUpstreamFlags(command);
}

/** The certificate that the proxy presents to clients; `undefined` for plain HTTP. Rejects with a `UsageError`. */
export async function ownCertificate({
  tls,
  tlsCert,
  tlsKey,
  host,
}: ListeningFlags): Promise<OwnCertificate | undefined> {
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw new UsageError(
      `--tls-${tlsCert === undefined ? 'key' : 'cert'} is given alone; TLS needs both --tls-cert and --tls-key`,
    );
  if (tlsCert === undefined || tlsKey === undefined)
    return tls === true ? selfSigned('plumbline proxy', host) : undefined;
  try {
    return { cert: readPem(tlsCert, '--tls-cert'), key: readPem(tlsKey, '--tls-key') };
  } catch (error) {
    throw error instanceof CredentialsError ? new UsageError(error.message) : error;
  }
}
