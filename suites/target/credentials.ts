import { TargetError } from './target-error.ts';

/** PEM texts, as node's TLS takes them. */
export interface TlsSettings {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly rejectUnauthorized?: false;
}

/** What one source, the flags or a kubeconfig, says about a server and how to authenticate to it. */
export interface Credentials {
  readonly url?: string;
  /** Value of the Authorization header. */
  readonly authorization?: string;
  readonly tls: TlsSettings;
}

/** The Authorization value of a bearer token; `where` names its source in the error for one that cannot stand in a header. */
export function bearer(token: string, where: string): string {
  if (!/^[\x21-\x7e]+$/.test(token)) throw new TargetError('bad-option', `${where}: the token is empty or has characters that no header may carry; give it without spaces or line ends`);
  return `Bearer ${token}`;
}
