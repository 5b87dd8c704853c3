import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** kubectl's output, command by command; each line of the watch. */
export interface KubectlReport {
  readonly outputs: readonly string[];
  readonly watched: readonly string[];
}

const CONFIG_MAP = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'first' }, data: { k: '1' } };
const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'pod' },
  spec: { containers: [{ name: 'c', image: 'i:1' }], terminationGracePeriodSeconds: 0 },
};

/** Whether the machine has kubectl. */
export function hasKubectl(): boolean {
  return spawnSync('kubectl', ['version', '--client'], { stdio: 'ignore' }).status === 0;
}

/** Creates, lists, patches, watches and deletes config maps and pods with kubectl, whose files stay in `folder`. */
export async function runKubectl(url: string, folder: string): Promise<KubectlReport> {
  const kubeconfig = join(folder, 'kubeconfig');
  await writeFile(
    kubeconfig,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'c', cluster: { server: url } }],
      users: [{ name: 'u', user: {} }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'x',
    }),
  );
  const environment = { ...process.env, HOME: folder, KUBECONFIG: kubeconfig, KUBECTL_KUBERC: 'false' };
  const kubectl = async (args: readonly string[], input = ''): Promise<string> => {
    const child = spawn('kubectl', args, { env: environment, stdio: ['pipe', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stdin.end(input);
    const [code] = (await once(child, 'close')) as [number];
    return `${output.trim()} (exit ${code})`;
  };
  const outputs: string[] = [];
  const run = async (...command: Parameters<typeof kubectl>): Promise<void> =>
    void outputs.push(await kubectl(...command));

  await run(['create', '--validate=false', '-f', '-'], JSON.stringify(CONFIG_MAP));
  const watch = spawn(
    'kubectl',
    ['get', 'configmaps', '--watch', '--output-watch-events', '-o', 'jsonpath={.type} {.object.metadata.name}{"\\n"}'],
    { env: environment, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const watched: string[] = [];
  const lines = createInterface({ input: watch.stdout });
  const shows = async (count: number): Promise<void> => {
    while (watched.length < count) await once(lines, 'line');
  };
  lines.on('line', (line) => watched.push(line));
  await shows(1);
  await run(['create', '--validate=false', '-f', '-'], JSON.stringify(POD));
  await run(['get', 'pods,configmaps', '-o', 'name']);
  await run(['patch', 'configmap', 'first', '--type', 'merge', '-p', '{"data":{"more":"x"}}']);
  await run(['label', 'pod', 'pod', 'a=b']);
  await run(['get', 'configmap', 'first', '-o', 'jsonpath={.data}']);
  await shows(2);
  await run(['delete', 'configmap', 'first']);
  await run(['delete', 'pod', 'pod', '--now']);
  await run(['get', 'configmaps', '-o', 'name']);
  await shows(3);
  watch.kill('SIGKILL');
  await once(watch, 'close');
  return { outputs, watched };
}
