import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListeningProcess } from '../../shared/process/listening-line.ts';
import { type EndedCommand, runProxy } from './run-proxy.fixture.ts';
import { listening, startHostile } from '../faults/hostile/start-hostile.fixture.ts';

const RECORDING = 'fixtures/traffic/client-node.jsonl';
const TIMEOUT_MS = 1_000;
/** Far below one timeout for each exchange, and far above the start-up time of the programs on a busy machine. */
const MOST_TIMEOUTS = 30;
const TEST_MS = 120_000;

type Command = 'doctor' | 'replay' | 'diff';

interface Expected {
  readonly target: string;
  readonly command: Command;
  readonly code: number;
  /** A line that the command prints. */
  readonly line: RegExp;
  /** Whether the command prints no other line on either stream, except the first line of `doctor`. */
  readonly alone?: true;
}

/** A target with which nothing can be compared: every command prints one line. */
function turnedAway(target: string, line: RegExp): Expected[] {
  return (['doctor', 'replay', 'diff'] as const).map((command) => ({ target, command, code: 3, line, alone: true }));
}

const EXPECTED: readonly Expected[] = [
  ...turnedAway('answers-html', /^error: .* with 200 and text\/html: this is no Cluster Resource API/m),
  ...turnedAway('never-answers', /^error: no response .*within 1 s.*--timeout/m),
  ...turnedAway('closes-after-accept', /^error: no response .*it closes connections/m),
  ...turnedAway('speaks-ssh', /^error: no response .*it does not speak HTTP/m),
  ...turnedAway('body-drips', /^error: no response .*no complete response .*within 1 s/m),
  // A busy machine may not read 64 MiB in time.
  ...turnedAway('body-of-4-gib', /^error: no response .*(?:larger than 64 MiB|within 1 s)/m),
  ...turnedAway('header-never-ends', /^error: no response .*a header without end/m),
  ...turnedAway('tls-self-signed', /^error: no response .*--ca FILE.*--insecure-skip-tls-verify/m),
  {
    target: 'answers-empty-object',
    command: 'replay',
    code: 3,
    line: /^error: .* with 200 and \{\}: this is no Cluster Resource API/m,
    alone: true,
  },
  {
    target: 'answers-empty-object',
    command: 'diff',
    code: 3,
    line: /^error: .* with 200 and \{\}: this is no Cluster Resource API/m,
    alone: true,
  },
  { target: 'answers-500', command: 'doctor', code: 0, line: /exchanges are the same through the proxy/ },
  ...(['replay', 'diff'] as const).map((command) => ({
    target: 'watch-line-never-ends',
    command,
    code: 1,
    // On a busy machine the client may close the watch before the server's line is too long.
    line: /lacks an event|ends its stream in another way/,
  })),
  { target: 'watch-answers-list', command: 'replay', code: 1, line: /differences? of \d+ causes? in/ },
  { target: 'watch-answers-list', command: 'diff', code: 1, line: /differences? of \d+ causes? in/ },
];

let reference: ListeningProcess;
/** By name: all commands are tried on one process of each target. */
const started = new Map<string, Promise<ListeningProcess>>();

beforeAll(async () => {
  reference = await listening('reference-server/cli/quick-start.mjs', '--port', '0');
});
afterAll(async () => {
  for (const hostile of started.values()) await (await hostile)[Symbol.asyncDispose]();
  await reference[Symbol.asyncDispose]();
});

function hostileTarget(name: string): Promise<ListeningProcess> {
  const target = started.get(name) ?? startHostile(name, reference);
  started.set(name, target);
  return target;
}

function run(command: Command, url: string, namespace: string): Promise<EndedCommand> {
  const limit = ['--timeout', `${TIMEOUT_MS}ms`];
  if (command === 'doctor') return runProxy('doctor', '--target', url, ...limit);
  const at = command === 'replay' ? ['--against', url] : ['--target', url, '--reference', reference.url];
  return runProxy(command, RECORDING, ...at, '--namespace', namespace, ...limit);
}

describe('a comparison with a hostile target ends in time and says what is wrong', () => {
  it.concurrent.each(EXPECTED)(
    '$command $target',
    async ({ target, command, code, line, alone = false }) => {
      const hostile = await hostileTarget(target);
      const namespace = `${command}-${target}`;
      const began = performance.now();
      const ended = await run(command, hostile.url, namespace);
      const timeouts = (performance.now() - began) / TIMEOUT_MS;
      const lines = `${ended.stdout}${ended.stderr}`
        .split('\n')
        .filter((each) => each !== '' && !each.startsWith('comparing '));
      expect([ended.code, lines.join('\n'), alone && lines.length > 1]).toEqual([
        code,
        expect.stringMatching(line),
        false,
      ]);
      expect(timeouts).toBeLessThan(MOST_TIMEOUTS);
      expect((await fetch(`${reference.url}/api/v1/namespaces/${namespace}`)).status).toBe(404);
    },
    TEST_MS,
  );
});
