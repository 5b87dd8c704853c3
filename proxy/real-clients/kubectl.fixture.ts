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

interface Kubectl {
  readonly environment: NodeJS.ProcessEnv;
  run(args: readonly string[], input?: string): Promise<string>;
}

/** kubectl for a server, with its files in `folder`. */
async function kubectlFor(url: string, folder: string): Promise<Kubectl> {
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
  const run = async (args: readonly string[], input = ''): Promise<string> => {
    const child = spawn('kubectl', args, { env: environment, stdio: ['pipe', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stdin.end(input);
    const [code] = (await once(child, 'close')) as [number];
    return `${output.trim()} (exit ${code})`;
  };
  return { environment, run };
}

/** Rolls a deployment out, scales it, rolls it back and deletes it beside a watch of its pods; the output of commands. */
export async function rollOutWithKubectl(url: string, folder: string, namespace: string): Promise<readonly string[]> {
  const { environment, run } = await kubectlFor(url, folder);
  const outputs = [await run(['create', 'namespace', namespace])];
  const watch = spawn('kubectl', ['get', 'pods', '--watch', '-n', namespace], { env: environment, stdio: 'ignore' });
  const status = 'rollout status deployment/web --timeout=30s';
  for (const command of [
    'create deployment web --image=i:1 --replicas=2',
    status,
    'set image deployment/web i=i:2',
    status,
    'scale deployment/web --replicas=4',
    status,
    'get all',
    'rollout undo deployment/web',
    status,
    'get deployments,replicasets,pods',
    'delete deployment web',
  ])
    outputs.push(await run([...command.split(' '), '-n', namespace]));
  watch.kill();
  await once(watch, 'close');
  outputs.push(await run(['delete', 'namespace', namespace]));
  return outputs;
}

/** Creates, lists, patches, watches and deletes config maps and pods with kubectl, whose files stay in `folder`. */
export async function runKubectl(url: string, folder: string): Promise<KubectlReport> {
  const { environment, run: kubectl } = await kubectlFor(url, folder);
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
