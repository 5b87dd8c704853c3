/** Describes a connection error in one line with the code of the system. */
export function failureOf(error: NodeJS.ErrnoException): string {
  const message = (error.message || error.name).replaceAll(/\s+/g, ' ').trim();
  return error.code === undefined || message.includes(error.code) ? message : `${message} (${error.code})`;
}

interface FailurePattern {
  readonly failure: RegExp;
  readonly says: (url: URL, failure: string) => string;
}

const INSECURE = 'or accept any certificate with --insecure-skip-tls-verify';
const RUNS = 'Check the URL, and that the server runs.';

/** Causes of a failure, the most specific first. */
const CAUSES: readonly FailurePattern[] = [
  {
    failure: /ECONNREFUSED/,
    says: ({ origin }) => `cannot reach ${origin}: it refuses connections (ECONNREFUSED). ${RUNS}`,
  },
  {
    failure: /ENOTFOUND|EAI_/,
    says: ({ origin, hostname }) => `cannot reach ${origin}: there is no host ${hostname}. Check the name.`,
  },
  {
    failure: /CERT|certificate|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/,
    says: ({ origin }, failure) =>
      `no response from ${origin}: TLS failed: ${failure}. Give the authority that signed the server's certificate with --ca FILE (and --cert and --key if the server wants a client certificate), ${INSECURE}.`,
  },
  {
    failure: /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|EPROTO/,
    says: ({ origin, host }) =>
      `no response from ${origin}: it does not speak TLS. If it speaks plain HTTP, give http://${host}.`,
  },
  {
    failure: /HEADER_OVERFLOW/,
    says: ({ origin }) => `no response from ${origin}: it sends a header without end. ${RUNS}`,
  },
  {
    failure: /HPE_/,
    says: ({ origin, host }, failure) =>
      `no response from ${origin}: it does not speak HTTP: ${failure}. If it speaks TLS, give https://${host}.`,
  },
  {
    failure: /ECONNRESET|EPIPE|hang up|aborted/,
    says: ({ origin, protocol, host }, failure) =>
      `no response from ${origin}: it closes connections (${failure}). ${protocol === 'http:' ? `${RUNS} If it speaks TLS, give https://${host}.` : 'If it wants a client certificate, give --cert and --key.'}`,
  },
  {
    failure: /within/,
    says: ({ origin }, failure) =>
      `no response from ${origin}: it accepts connections, but ${failure}. Check the URL, and that the server is not stuck; --timeout sets how long to wait.`,
  },
];

/** Says in one line that a server did not respond, why, and how to mend it. */
export function noResponse(url: URL, failure: string): string {
  return (
    CAUSES.find((cause) => cause.failure.test(failure))?.says(url, failure) ??
    `no response from ${url.origin}: ${failure}. ${RUNS}`
  );
}
