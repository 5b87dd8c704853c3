import type { HeaderPair } from '../../shared/exchange-log/exchange-log.ts';
import { connectionSettings } from './connection-settings.ts';
import type { TargetOptions } from './options.ts';
import { shellWord } from '../../shared/process/shell-word.ts';
import { redactedPair } from './wire-form.ts';

/**
 * The connection flags of `pnpm conformance` that reach the target again. Secrets stand in them by reference: files
 * by their paths, all else as shell variables.
 *
 *     { url, tokenFile: 'token' }             -> --target http://... --token-file token
 *     { url, token: 's3cret' }                -> --target http://... --token "$TOKEN"
 *     { url, headers: [['X-Api-Key', 'k']] }  -> --target http://... --header "X-Api-Key: $X_API_KEY"
 */
export function connectionFlags(options: TargetOptions): string[] {
  const { url, kubeconfig, context, tokenFile, token, ca, cert, key, headers = [], insecureSkipTlsVerify } = options;
  const valued = Object.entries({
    '--target': url,
    '--kubeconfig': kubeconfig,
    '--context': context,
    '--token-file': tokenFile,
    '--ca': ca,
    '--cert': cert,
    '--key': key,
  });
  return [
    ...valued.flatMap(([flag, value]) => (value === undefined ? [] : [`${flag} ${shellWord(value)}`])),
    ...(token === undefined ? [] : ['--token "$TOKEN"']),
    ...headers.map(([name, value]) => `--header ${headerWord(redactedPair(name, value))}`),
    ...(insecureSkipTlsVerify === true ? ['--insecure-skip-tls-verify'] : []),
  ];
}

/** How curl authenticates to a target. */
export interface CurlConnection {
  /** TLS flags. The certificates of a kubeconfig become variables that name files: `"$CA"`, `"$CERT"`, `"$KEY"`. */
  readonly flags: readonly string[];
  /** File of the bearer token, for a recorded `Authorization: Bearer redacted`; without a file, `$TOKEN` is used. */
  readonly tokenFile?: string;
}

/** Throws a `TargetError` for unusable options. */
export function curlConnection(options: TargetOptions): CurlConnection {
  const { tls } = connectionSettings(options);
  const file = (path: string | undefined, variable: string): string =>
    path === undefined ? `"$${variable}"` : shellWord(path);
  return {
    flags: [
      ...(tls.ca === undefined ? [] : [`--cacert ${file(options.ca, 'CA')}`]),
      ...(tls.cert === undefined ? [] : [`--cert ${file(options.cert, 'CERT')}`]),
      ...(tls.key === undefined ? [] : [`--key ${file(options.key, 'KEY')}`]),
      ...(tls.rejectUnauthorized === false ? ['-k'] : []),
    ],
    ...(options.tokenFile === undefined ? {} : { tokenFile: options.tokenFile }),
  };
}

/** `'Name: value'` as a shell word. A redacted value becomes a shell variable, or the content of the token file. */
export function headerWord([name, value]: HeaderPair, tokenFile?: string): string {
  const secret = /^(?:(Bearer|Basic) )?redacted$/i.exec(value);
  if (secret === null) return shellWord(`${name}: ${value}`);
  const isAuthorization = name.toLowerCase() === 'authorization';
  const variable = isAuthorization ? 'TOKEN' : name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_');
  const reference = isAuthorization && tokenFile !== undefined ? `$(cat ${shellWord(tokenFile)})` : `$${variable}`;
  return `"${name}: ${secret[1] === undefined ? '' : `${secret[1]} `}${reference}"`;
}
