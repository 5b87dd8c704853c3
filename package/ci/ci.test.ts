import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load, loadAll } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../free-port.fixture.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SERVER = join(ROOT, 'reference-server/cli/quick-start.mjs');

interface WorkflowStep {
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface CompositeAction {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly WorkflowStep[] };
}

interface Component {
  readonly plumbline: { readonly variables: Readonly<Record<string, string>>; readonly script: readonly string[] };
}

type Inputs = Readonly<Record<string, string>>;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline ci-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function bash(script: string, env: Inputs): Promise<{ readonly code: number | null; readonly output: string }> {
  const shell = spawn('bash', ['-eo', 'pipefail', '-c', script], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(shell, 'close')) as [number | null];
  return { code, output };
}

/** Whether the process runs that wrote its number into this file. */
function running(file: string): boolean {
  const pid = Number(readFileSync(join(folder, file), 'utf8'));
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The inputs of a run against our server in place of the user's, on a free port. */
async function inputsOf(more: Inputs): Promise<Inputs & { readonly url: string }> {
  const url = `http://127.0.0.1:${await freePort()}`;
  return {
    start: `'${process.execPath}' '${SERVER}' --port ${new URL(url).port}`,
    'wait-for': `${url}/healthz`,
    target: url,
    flags: '--rules replace/stale-version-is-refused --kinds pods --runs 2 --gate',
    url,
    ...more,
  };
}

describe('the GitHub action', () => {
  const action = load(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as CompositeAction;
  const [, judge] = action.runs.steps;

  /** Runs the judging step like GitHub, with these inputs. */
  async function judged(given: Inputs, summary: string): ReturnType<typeof bash> {
    const inputs = {
      ...Object.fromEntries(Object.entries(action.inputs).map(([name, { default: value }]) => [name, value])),
      ...given,
    };
    const fill = (text: string): string =>
      text.replaceAll(/\$\{\{ (inputs|github)\.([\w-]+) \}\}/g, (_, of: string, name: string) =>
        of === 'github' ? ROOT : (inputs[name as keyof typeof inputs] ?? ''),
      );
    const env = Object.fromEntries(Object.entries(judge?.env ?? {}).map(([name, value]) => [name, fill(value)]));
    return bash(judge?.run ?? 'false', { ...env, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary });
  }

  it('starts the server, judges it, writes the summary, and ends the server', async () => {
    const given = await inputsOf({ 'report-dir': 'good report' });
    const inputs = { ...given, start: `echo $$ > server.pid; exec ${given['start']}` };
    const summary = join(folder, 'summary.md');
    const { code, output } = await judged(inputs, summary);
    expect(output).toContain('✓ passed');
    expect(code).toBe(0);
    expect(readdirSync(join(folder, 'good report'))).toEqual(
      expect.arrayContaining(['junit.xml', 'report.html', 'report.json', 'server.log']),
    );
    expect(readFileSync(summary, 'utf8')).toContain('passed');
    expect(running('server.pid')).toBe(false);
  });

  it('ends a server by force that does not end when asked to', async () => {
    const inputs = await inputsOf({ start: `trap '' TERM; echo $$ > stubborn.pid; while :; do sleep 1; done` });
    const { code } = await judged({ ...inputs, 'wait-seconds': '1' }, join(folder, 'stubborn.md'));
    expect(code).toBe(3);
    expect(running('stubborn.pid')).toBe(false);
  });

  it('exits 3 with the output of a server that does not get ready', async () => {
    const inputs = await inputsOf({ start: 'echo no such storage; sleep 60', 'wait-seconds': '1' });
    const { code, output } = await judged(inputs, join(folder, 'none.md'));
    expect(code).toBe(3);
    expect(output).toMatch(/did not respond within 1 s\nno such storage/);
  });

  it('installs the dependencies of the checkout first, and keeps the report last', () => {
    expect(action.runs.steps.map(({ run, uses }) => uses ?? run?.split(' ').slice(0, 4).join(' '))).toEqual([
      'npx --yes pnpm install',
      'bash "$ACTION_PATH/package/ci/judge.sh"',
      'actions/upload-artifact@v4',
    ]);
  });
});

describe('the GitLab component', () => {
  it('judges with the script of the package', async () => {
    const [, { plumbline }] = loadAll(readFileSync(join(ROOT, 'templates/conformance/template.yml'), 'utf8')) as [
      unknown,
      Component,
    ];
    const inputs: Inputs = await inputsOf({});
    const env = Object.fromEntries(
      Object.entries(plumbline.variables).map(([name, value]) => [
        name,
        value.replaceAll(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, input: string) => inputs[input] ?? ''),
      ]),
    );
    const [, script = ''] = plumbline.script;
    const { code, output } = await bash(
      script.replace('.plumbline/node_modules/plumbline', JSON.stringify(ROOT.replace(/\/$/, ''))),
      env,
    );
    expect(output).toContain('✓ passed');
    expect(code).toBe(0);
    expect(readdirSync(join(folder, 'plumbline-report'))).toContain('junit.xml');
  });
});

describe('the page about CI', () => {
  const [action = '', component = ''] = [
    ...readFileSync(join(ROOT, 'docs/for-ci.md'), 'utf8').matchAll(/```yaml\n(.*?)```/gs),
  ].map(([, block]) => block ?? '');

  it('names inputs that the action and the component have', () => {
    const { inputs } = load(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as CompositeAction;
    const [step] = load(action) as [{ readonly with: Inputs }];
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(step.with)));
    const [header] = loadAll(readFileSync(join(ROOT, 'templates/conformance/template.yml'), 'utf8')) as [
      { readonly spec: { readonly inputs: object } },
    ];
    const {
      include: [included],
    } = load(component) as { readonly include: readonly [{ readonly inputs: Inputs }] };
    expect(Object.keys(header.spec.inputs)).toEqual(expect.arrayContaining(Object.keys(included.inputs)));
  });
});
