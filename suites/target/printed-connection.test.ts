import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { connectionFlags, curlConnection } from './printed-connection.ts';
import { shellWord } from '../../shared/process/shell-word.ts';

const tls = (name: string): string => fileURLToPath(new URL(`tls-for-tests/${name}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plumbline-'));

function kubeconfig(): string {
  const base64 = (name: string): string => readFileSync(tls(name)).toString('base64');
  const path = join(folder, 'kubeconfig');
  writeFileSync(
    path,
    JSON.stringify({
      'current-context': 'c',
      contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
      clusters: [{ name: 'k', cluster: { server: 'https://k', 'certificate-authority-data': base64('ca.crt') } }],
      users: [
        {
          name: 'u',
          user: { 'client-certificate-data': base64('client.crt'), 'client-key-data': base64('client.key') },
        },
      ],
    }),
  );
  return path;
}

describe('the connection in a printed command', () => {
  it('names files by their paths, and secrets by shell variables', () => {
    const options = {
      url: 'https://x',
      kubeconfig: '/a b/config',
      context: 'c',
      ca: 'ca.pem',
      cert: 'c.pem',
      key: 'k.pem',
      token: 's3cret',
      headers: [
        ['X-Api-Key', 's3cret'],
        ['X-Team', 'a b'],
      ] as const,
    };
    const printed = connectionFlags({ ...options, insecureSkipTlsVerify: true }).join(' ');
    expect(printed).toBe(
      `--target https://x --kubeconfig '/a b/config' --context c --ca ca.pem --cert c.pem --key k.pem --token "$TOKEN" --header "X-Api-Key: $X_API_KEY" --header 'X-Team: a b' --insecure-skip-tls-verify`,
    );
    expect(connectionFlags({ url: 'http://x', tokenFile: 'token' })).toEqual([
      '--target http://x',
      '--token-file token',
    ]);
  });

  it('gives curl the files of the flags', () => {
    const tokenFile = join(folder, 'token');
    writeFileSync(tokenFile, 't');
    const options = { url: 'https://x', ca: tls('ca.crt'), cert: tls('client.crt'), key: tls('client.key'), tokenFile };
    expect(curlConnection(options)).toEqual({
      flags: [
        `--cacert ${shellWord(tls('ca.crt'))}`,
        `--cert ${shellWord(tls('client.crt'))}`,
        `--key ${shellWord(tls('client.key'))}`,
      ],
      tokenFile,
    });
    expect(curlConnection({ url: 'https://x', insecureSkipTlsVerify: true })).toEqual({ flags: ['-k'] });
  });

  it('gives curl variables for values that only a kubeconfig has', () => {
    expect(curlConnection({ kubeconfig: kubeconfig() })).toEqual({
      flags: ['--cacert "$CA"', '--cert "$CERT"', '--key "$KEY"'],
    });
  });
});
