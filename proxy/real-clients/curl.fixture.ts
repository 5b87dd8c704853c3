import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Curl's output: status and the relevant parts of each body, and each line of the watch. */
export interface CurlReport {
  readonly responses: readonly string[];
  readonly watched: readonly string[];
}

interface ReadBody {
  readonly kind?: string;
  readonly reason?: string;
  readonly metadata?: { readonly name?: string; readonly resourceVersion?: string };
  readonly data?: unknown;
  readonly items?: readonly ReadBody[];
}

const MAPS = '/api/v1/namespaces/default/configmaps';
const JOBS = '/apis/batch/v1/namespaces/default/jobs';
const CONFIG_MAP = {
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name: 'curled', labels: { by: 'curl' } },
  data: { k: '1' },
};
const JOB = `kind: Job
apiVersion: batch/v1
metadata: {name: curled}
spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: "i:1"}]}}}
`;

/** Whether the machine has curl. */
export function hasCurl(): boolean {
  return spawnSync('curl', ['--version'], { stdio: 'ignore' }).status === 0;
}

/**
 * Creates (JSON and YAML, with and without chunks), lists, watches, patches, replaces with a conflict, reads
 * compressed and deletes with curl.
 */
export async function runCurl(url: string): Promise<CurlReport> {
  const responses: string[] = [];
  let last: ReadBody = {};
  const curl = async (path: string, args: readonly string[] = [], input?: string): Promise<void> => {
    const child = spawn(
      'curl',
      [
        '-sS',
        '-w',
        '\n%{http_code}',
        ...args,
        ...(input === undefined ? [] : ['--data-binary', '@-']),
        `${url}${path}`,
      ],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stdin.end(input);
    await once(child, 'close');
    const cut = output.lastIndexOf('\n');
    last = shown(output.slice(0, cut));
    responses.push(`${output.slice(cut + 1)} ${summary(last)}`);
  };
  const json = ['-H', 'Content-Type: application/json'];

  const watch = spawn('curl', ['-sSN', '-D', '-', `${url}${MAPS}?watch=true&labelSelector=by%3Dcurl`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed: string[] = [];
  const watched = (): readonly string[] =>
    printed.includes('') ? printed.slice(printed.indexOf('') + 1).map(eventIn) : [];
  const lines = createInterface({ input: watch.stdout });
  lines.on('line', (line) => printed.push(line));
  while (!printed.includes('')) await once(lines, 'line');
  await curl(MAPS, [...json, '-X', 'POST'], JSON.stringify(CONFIG_MAP));
  const created = last;
  while (watched().length < 1) await once(lines, 'line');
  await curl(JOBS, ['-H', 'Content-Type: application/yaml', '-H', 'Transfer-Encoding: chunked', '-X', 'POST'], JOB);
  await curl(`${MAPS}?labelSelector=by+in+(curl)`, ['-g']);
  await curl(
    `${MAPS}/curled`,
    ['-X', 'PATCH', '-H', 'Content-Type: application/merge-patch+json'],
    '{"data":{"more":"x"}}',
  );
  await curl(
    `${MAPS}/curled`,
    [...json, '-X', 'PUT'],
    JSON.stringify({
      ...CONFIG_MAP,
      metadata: { ...CONFIG_MAP.metadata, resourceVersion: created.metadata?.resourceVersion },
    }),
  );
  await curl(`${MAPS}/curled?pretty=true`, ['--compressed']);
  await curl(`${MAPS}/absent`, ['-I']);
  await curl(
    `${JOBS}/curled`,
    [...json, '-X', 'DELETE', '-H', 'Transfer-Encoding: chunked'],
    '{"propagationPolicy":"Background"}',
  );
  await curl(`${MAPS}/curled`, ['-X', 'DELETE']);
  await curl(MAPS);
  while (watched().length < 3) await once(lines, 'line');
  watch.kill('SIGTERM');
  await once(watch, 'close');
  return { responses, watched: watched() };
}

/** Type and name of a notification; the line itself if it is none. */
function eventIn(line: string): string {
  const { type, object } = shown(line) as { readonly type?: string; readonly object?: ReadBody };
  return type === undefined ? line : `${type} ${object?.metadata?.name ?? ''}`;
}

function shown(text: string): ReadBody {
  try {
    return JSON.parse(text) as ReadBody;
  } catch {
    return {};
  }
}

function summary({ kind = '', reason = '', metadata, data, items }: ReadBody): string {
  return [
    kind,
    reason,
    metadata?.name ?? '',
    data === undefined ? '' : JSON.stringify(data),
    ...(items ?? []).map((item) => item.metadata?.name ?? ''),
  ]
    .filter((word) => word !== '')
    .join(' ');
}
