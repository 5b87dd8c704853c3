import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { ENDS_WITH_PARENT } from '../../../shared/process/ends-with-parent.ts';
import { type ListeningProcess, untilListening } from '../../../shared/process/listening-line.ts';
import type { MeasuredClient, MeasuredClients } from '../../../shared/verdict-log/measured-clients.ts';
import { clientNode } from './client-node.ts';
import { helm } from './helm.ts';
import { kubectl } from './kubectl.ts';
import { runSuite } from './kubectl-suite.ts';
import type { ClientCommands } from './measured-client.ts';
import { patroni } from './patroni.ts';
import { reasonFor, suiteReason } from './outside.ts';
import { python3Kubernetes } from './python3-kubernetes.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FIXTURE = `${ROOT}fixtures/real-clients.json`;

/** Pods start and deployments roll out in a fraction of a second. */
const SPEED = '20';

/**
 * `pnpm clients` runs real clients against a reference server each, prints the results, and exits 1 if a command
 * failed without a known reason.
 */
async function main(args: readonly string[]): Promise<number> {
  const command = new Command('clients')
    .description('Runs real clients against the reference server and counts the commands that pass.')
    .option('--kubectl <path...>', 'kubectls to run, in any versions', [])
    .option('--helm <path...>', 'helms to run', [])
    .option('--python <path>', 'a Python that has the package kubernetes')
    .option('--patroni', 'the patroni on the PATH, with the PostgreSQL of this machine')
    .option(
      '--kubectl-suite <folder>',
      "source of Kubernetes 1.20: kubectl's own integration tests are run with the first --kubectl",
    )
    .option('--write', 'store the result in fixtures/real-clients.json, from which docs/clients.md shows it')
    .allowExcessArguments(false);
  command.parse(args, { from: 'user' });
  const flags = command.opts<ClientsFlags>();
  const clients: ClientCommands[] = [
    ...flags.kubectl.map(kubectl),
    ...flags.helm.map(helm),
    ...(flags.python === undefined ? [] : [python3Kubernetes(flags.python)]),
    await clientNode(),
    ...(flags.patroni === true ? [patroni()] : []),
  ];
  const measured: MeasuredClient[] = [];
  for (const client of clients) measured.push(await measure(client));
  const suite = flags.kubectlSuite === undefined ? undefined : await measureSuite(flags.kubectlSuite, flags.kubectl[0]);
  const result: MeasuredClients = { clients: measured, ...(suite === undefined ? {} : { suite }) };
  if (flags.write === true) writeFileSync(FIXTURE, `${JSON.stringify(result, null, 2)}\n`);
  const unexplained = measured.flatMap(({ failed }) => failed.filter(({ reason }) => reason === undefined));
  return unexplained.length + (suite?.functions.filter(isUnexplained).length ?? 0) === 0 ? 0 : 1;
}

interface ClientsFlags {
  readonly kubectl: readonly string[];
  readonly helm: readonly string[];
  readonly python?: string;
  readonly patroni?: true;
  readonly kubectlSuite?: string;
  readonly write?: true;
}

function isUnexplained({ failed, reason }: { readonly failed: number; readonly reason?: string }): boolean {
  return failed > 0 && reason === undefined;
}

async function measure(client: ClientCommands): Promise<MeasuredClient> {
  const { name, version } = client;
  await using server = await startServer('--controllers', 'on', '--clock-speed', SPEED);
  const outcomes = await client.run(server.url);
  const failed = outcomes
    .filter(({ passed }) => !passed)
    .map(({ command, said = '' }) => {
      const reason = reasonFor(name, version, { command, said });
      return { command, said, ...(reason === undefined ? {} : { reason }) };
    });
  const passed = outcomes.length - failed.length;
  process.stdout.write(`${name} ${version}: ${passed} of ${outcomes.length}\n`);
  for (const { command, said, reason } of failed)
    process.stdout.write(`  ${command}: ${reason ?? `UNEXPLAINED: ${said}`}\n`);
  return { name, version, passed, tried: outcomes.length, failed };
}

async function measureSuite(source: string, program = 'kubectl'): Promise<NonNullable<MeasuredClients['suite']>> {
  const ran = await runSuite(source, program, async (certificate, key) => {
    const server = await startServer('--controllers', 'on', '--tls', '--tls-cert', certificate, '--tls-key', key);
    return { port: Number(new URL(server.url).port), [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
  });
  const functions = ran.map((each) => {
    const reason = each.failed === 0 ? undefined : suiteReason(each.name);
    return { ...each, ...(reason === undefined ? {} : { reason }) };
  });
  const whole = functions.filter(({ failed }) => failed === 0).length;
  process.stdout.write(`kubectl's own tests: ${whole} of ${functions.length} functions without a failure\n`);
  for (const { name, passed, failed, reason } of functions.filter((each) => each.failed > 0))
    process.stdout.write(`  ${name}: ${passed} checks passed, ${failed} failed: ${reason ?? 'UNEXPLAINED'}\n`);
  return { kubectl: kubectl(program).version, functions };
}

function startServer(...flags: readonly string[]): Promise<ListeningProcess> {
  const entry = `${ROOT}reference-server/cli/quick-start.mjs`;
  const child = spawn(process.execPath, [...ENDS_WITH_PARENT, entry, '--port', '0', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return untilListening(child, 'the reference server');
}

process.exitCode = await main(process.argv.slice(2));
