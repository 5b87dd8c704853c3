import { type Connection, otherScheme } from './connection.ts';

/** The facts about a target that sent no response head to any question. */
export interface NoResponse {
  /** Why an exchange failed, in one line, with the error code of the system or of undici. */
  readonly failure: string;
  /** Whether the port accepts a TLS handshake; probed only if `mayHideTls`. */
  readonly tls: boolean;
}

interface ConnectionFailure {
  readonly failure: RegExp;
  readonly says: (connection: Connection, silence: NoResponse) => string;
}

const INSECURE = 'or accept any certificate with --insecure-skip-tls-verify';
const UNTRUSTED =
  /SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|CERT_UNTRUSTED|CERT_SIGNATURE_FAILURE|CERT_CHAIN_TOO_LONG|INVALID_CA|CERT_REVOKED/;

const CLOSED = /UND_ERR_SOCKET|ECONNRESET|EPIPE|ECONNABORTED/;

/** Whether TLS may be the reason, which a handshake would show. */
export function mayHideTls(failure: string): boolean {
  return CLOSED.test(failure);
}

/** Causes by the text of the failure, the most specific first. */
const CAUSES: readonly ConnectionFailure[] = [
  {
    failure: /ECONNREFUSED/,
    says: ({ baseUrl }) =>
      `${baseUrl} refuses connections (ECONNREFUSED). Check the host and the port, and that the server runs.`,
  },
  {
    failure: /ENOTFOUND|EAI_/,
    says: ({ baseUrl }, { failure }) =>
      `the host of ${baseUrl} is not found (${codeIn(failure)}). Check the name in --target.`,
  },
  {
    failure: /EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EHOSTDOWN|ENETDOWN|ETIMEDOUT/,
    says: ({ baseUrl }, { failure }) =>
      `no network path leads to ${baseUrl} (${codeIn(failure)}). Check the address in --target.`,
  },
  {
    failure: /CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/,
    says: ({ baseUrl }, { failure }) =>
      `the certificate of ${baseUrl} ${failure.includes('CERT_HAS_EXPIRED') ? 'has expired' : 'is not valid yet'}. Renew it, ${INSECURE}.`,
  },
  {
    failure: /ERR_TLS_CERT_ALTNAME_INVALID/,
    says: ({ baseUrl }, { failure }) =>
      `the certificate of ${baseUrl} is for other hosts (${failure}). Name one of those hosts in --target, ${INSECURE}.`,
  },
  {
    failure: UNTRUSTED,
    says: ({ baseUrl, hasAuthority }, { failure }) =>
      hasAuthority
        ? `the certificate of ${baseUrl} is not signed by the given certificate authority (${failure}). Give the authority that signed it with --ca FILE, ${INSECURE}.`
        : `the certificate of ${baseUrl} is not trusted (${failure}). Give the authority that signed it with --ca FILE, ${INSECURE}.`,
  },
  {
    failure: /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|ERR_SSL_HTTP_REQUEST/,
    says: (connection) =>
      `${connection.baseUrl} does not speak TLS. If it speaks plain HTTP, write --target ${otherScheme(connection)}.`,
  },
  { failure: /ERR_SSL_/, says: refusedHandshake },
  {
    failure: /UND_ERR_HEADERS_OVERFLOW|HPE_HEADER_OVERFLOW/,
    says: ({ baseUrl }) =>
      `${baseUrl} sends response headers without end: this is no Cluster Resource API. Check the URL.`,
  },
  {
    failure: /HPE_|does not match the HTTP/,
    says: ({ baseUrl }, { failure }) => `${baseUrl} does not speak HTTP (${failure}). Check the port in --target.`,
  },
  { failure: CLOSED, says: closed },
  {
    failure: /no response within|UND_ERR_CONNECT_TIMEOUT/,
    says: ({ baseUrl }, { failure }) =>
      `${baseUrl} accepts requests and responds to none of them: ${failure}. Check the URL, and that the server is not stuck; --timeout sets how long to wait.`,
  },
];

/** The most specific of the failures: on a busy machine some requests time out before they meet the cause. */
export function mostTelling(failures: readonly string[]): string {
  const found = CAUSES.flatMap((cause) => failures.find((each) => cause.failure.test(each)) ?? []);
  return found[0] ?? failures[0] ?? 'no reason is known';
}

/** Says in one line why a target that sent no response cannot be judged, and how to mend it. */
export function diagnoseSilence(connection: Connection, silence: NoResponse): string {
  const cause = CAUSES.find(({ failure }) => failure.test(silence.failure));
  return (
    cause?.says(connection, silence) ??
    `${connection.baseUrl} gives no response (${silence.failure}). Check the URL, and that the server runs.`
  );
}

function refusedHandshake({ baseUrl, sendsCertificate }: Connection, { failure }: NoResponse): string {
  return `${baseUrl} refuses the TLS handshake (${codeIn(failure)}). ${certificateHint(sendsCertificate)}`;
}

/** Many servers close the connection if a client certificate is missing, and TLS servers do so to plain HTTP. */
function closed(connection: Connection, { failure, tls }: NoResponse): string {
  const { baseUrl, secure, sendsCertificate } = connection;
  if (!secure && tls)
    return `${baseUrl} speaks TLS and closes plain connections. Write --target ${otherScheme(connection)}.`;
  const closes = `${baseUrl} closes every connection${secure && tls ? ' after the TLS handshake,' : ''} without a response (${codeIn(failure)}).`;
  return secure && tls
    ? `${closes} ${certificateHint(sendsCertificate)}`
    : `${closes} Check the port in --target, and that the server runs.`;
}

function certificateHint(sent: boolean): string {
  return sent
    ? 'It may not accept the client certificate: check --cert and --key, or those of the kubeconfig.'
    : 'It may want a client certificate: give --cert and --key, or --kubeconfig.';
}

/** The error code in a failure: `ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED`; the whole text if there is none. */
function codeIn(failure: string): string {
  return /\b(?:ERR_|UND_ERR_|E)[A-Z0-9_]{4,}\b/.exec(failure)?.[0] ?? failure;
}
