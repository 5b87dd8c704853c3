import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { MeasuredClients } from '../../../shared/verdict-log/measured-clients.ts';
import { wordsOf } from './command-line.ts';
import { HELM_COMMANDS } from './helm.ts';
import { KUBECTL_COMMANDS } from './kubectl.ts';
import { reasonFor, suiteReason } from './outside.ts';

const FIXTURE = fileURLToPath(new URL('../../../fixtures/real-clients.json', import.meta.url));
const { clients, suite } = JSON.parse(readFileSync(FIXTURE, 'utf8')) as MeasuredClients;

/** If this fails, run `pnpm clients ... --write`, with the clients and the source that docs/clients.md names. */
describe('the measurements of real clients', () => {
  it('explain each failed command as today', () => {
    expect(clients.length).toBeGreaterThan(0);
    for (const { name, version, failed } of clients)
      for (const { reason, ...command } of failed) {
        expect([name, command, reason]).toEqual([name, command, reasonFor(name, version, command)]);
        expect(reason).toBeDefined();
      }
  });

  it.each([
    ['kubectl', KUBECTL_COMMANDS],
    ['helm', HELM_COMMANDS],
  ] as const)('has every command of %s', (client, rows) => {
    const measured = clients.filter(({ name }) => name === client);
    expect(measured.length).toBeGreaterThan(0);
    for (const { tried, passed, failed } of measured)
      expect([tried, passed + failed.length]).toEqual([rows.length, rows.length]);
  });

  it("explain each function of kubectl's own tests that did not pass completely", () => {
    expect(suite?.functions.length).toBeGreaterThan(60);
    for (const { name, failed, reason } of suite?.functions ?? [])
      expect([name, reason]).toEqual([name, failed === 0 ? undefined : suiteReason(name)]);
    expect(suite?.functions.filter(({ failed, reason }) => failed > 0 && reason === undefined)).toEqual([]);
  });
});

describe('the reason for a failed command', () => {
  it('is known only if the client says so', () => {
    const command = 'logs deployment/web';
    const said = 'containers are simulated here, they write no log';
    expect(reasonFor('kubectl', '1.30.0', { command, said })).toBe('containers are simulated and write no log');
    expect(reasonFor('kubectl', '1.30.0', { command, said: 'deployments.apps "web" not found' })).toBeUndefined();
  });
});

describe('a command line', () => {
  it('is split as a shell splits it', () => {
    expect(wordsOf(`patch pod one -p '{"a": "b c"}' --type=json`)).toEqual([
      'patch',
      'pod',
      'one',
      '-p',
      '{"a": "b c"}',
      '--type=json',
    ]);
    expect(wordsOf("get cm -o go-template='{{.data.k}}'")).toEqual(['get', 'cm', '-o', 'go-template={{.data.k}}']);
  });
});
