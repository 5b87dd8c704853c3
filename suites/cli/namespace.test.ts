import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../shared/verdict-log/verdict-log.ts';
import { matchPath } from '../../spec/surface/match-path.ts';
import type { ListeningProcess } from '../../shared/process/listening-line.ts';
import { conformance } from '../self-tests/conformance-in-process.fixture.ts';
import { startListening } from '../self-tests/listening-process.ts';
import { startFault } from '../self-tests/servers.ts';

const OURS = 'shared';
/** Thousands of objects would show nothing more about where they are. */
const RULES =
  'delete-collection,list,delete/leaves-other-objects,create/success-has-the-stated-status,watch/tells-nothing-of-other-namespaces,world,!world/none-of-many-objects-is-forgotten';

/**
 * A proxy before a server that restricts clients to one namespace, as a role binding does: except for discovery, it
 * responds with 403 to everything else.
 */
class Guard implements AsyncDisposable {
  readonly refused: string[] = [];
  readonly #server: Server;
  readonly #upstream: URL;

  private constructor(server: Server, upstream: string) {
    this.#server = server;
    this.#upstream = new URL(upstream);
    server.on('request', (asked, response) => this.#pass(asked, response));
  }

  static async start(upstream: string): Promise<Guard> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Guard(server, upstream);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  #pass(asked: IncomingMessage, response: ServerResponse): void {
    const [path = ''] = (asked.url ?? '').split('?');
    const [operation] = matchPath(path)?.operations.values() ?? [];
    if (operation?.verb !== 'discover' && matchPath(path)?.namespace !== OURS) {
      this.refused.push(`${asked.method ?? ''} ${asked.url ?? ''}`);
      response
        .writeHead(403, { 'Content-Type': 'application/json' })
        .end('{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Forbidden","code":403}\n');
      return;
    }
    const { method, headers, url } = asked;
    const onward = request(
      { host: this.#upstream.hostname, port: this.#upstream.port, method, headers, path: url },
      (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
        response.flushHeaders();
        reply.pipe(response);
        response.on('close', () => reply.destroy());
      },
    );
    onward.on('error', () => response.destroy());
    asked.pipe(onward);
  }
}

describe('a run in one namespace', () => {
  let folder: string;
  let server: ListeningProcess;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plumbline-namespace-'));
    server = await startListening('reference-server/cli/quick-start.mjs', '--port', '0');
    for (const name of [OURS, 'other'])
      await post('/api/v1/namespaces', { kind: 'Namespace', apiVersion: 'v1', metadata: { name } });
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const post = async (path: string, body: object): Promise<void> => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.ok).toBe(true);
  };

  /** Every object of the bystanders' kinds, with its version. */
  const everything = async (): Promise<string[]> => {
    const paths = ['/api/v1/configmaps', '/api/v1/secrets', '/apis/batch/v1/jobs', '/api/v1/namespaces'];
    const lists = await Promise.all(
      paths.map(
        async (path) =>
          (await (await fetch(server.url + path)).json()) as {
            items: { metadata: { selfLink: string; resourceVersion: string } }[];
          },
      ),
    );
    return lists
      .flatMap(({ items }) => items.map(({ metadata }) => `${metadata.selfLink} ${metadata.resourceVersion}`))
      .sort();
  };

  it('sends nothing beyond it, leaves the objects of others, and removes its own', { timeout: 240_000 }, async () => {
    for (const namespace of [OURS, 'other']) {
      await post(`/api/v1/namespaces/${namespace}/configmaps`, {
        kind: 'ConfigMap',
        apiVersion: 'v1',
        metadata: { name: 'bystander' },
        data: { k: 'v' },
      });
      await post(`/api/v1/namespaces/${namespace}/secrets`, {
        kind: 'Secret',
        apiVersion: 'v1',
        metadata: { name: 'bystander', labels: { 'plumbline-run': 'another' } },
      });
    }
    const before = await everything();
    await using guard = await Guard.start(server.url);
    const out = join(folder, 'confined');
    const { exitCode, stdout } = await conformance(
      '--target',
      guard.url,
      '--namespace',
      OURS,
      '--rules',
      RULES,
      '--kinds',
      'configmaps,secrets,jobs,namespaces',
      '--runs',
      '6',
      '--seed',
      '1',
      '--report-dir',
      out,
    );
    expect(guard.refused).toEqual([]);
    expect(stdout).not.toContain('✗');
    expect(exitCode).toBe(0);
    expect(await everything()).toEqual(before);
    const report = JSON.parse(await readFile(join(out, 'report.json'), 'utf8')) as Report;
    expect(report.leftovers).toEqual([]);
    const judged = report.rules.flatMap((rule) =>
      rule.operations.map(({ operation, verdict, reason }) => ({ rule: rule.id, operation, verdict, reason })),
    );
    expect(judged.filter(({ verdict }) => verdict === 'passed').length).toBeGreaterThan(20);
    expect(
      judged
        .filter(({ operation }) => operation.includes('/namespaces/{name}') || operation === 'GET /api/v1/configmaps')
        .every(({ verdict, reason }) => verdict === 'skipped' && reason?.includes('--namespace') === true),
    ).toBe(true);
  });

  it('sends no collection delete if its selector shows objects of others', { timeout: 240_000 }, async () => {
    await post(`/api/v1/namespaces/${OURS}/configmaps`, {
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata: { name: 'in-danger' },
    });
    await using greedy = await startFault(server.url, 'collection-delete-ignores-selector');
    await using blind = await startFault(greedy.url, 'label-selector-ignored-by-list');
    const before = await everything();
    await conformance(
      '--target',
      blind.url,
      '--namespace',
      OURS,
      '--rules',
      'delete-collection/removes-*,delete-collection/leaves-*,delete-collection/takes-*',
      '--kinds',
      'configmaps',
      '--runs',
      '3',
      '--seed',
      '1',
      '--budget',
      '5s',
      '--report-dir',
      join(folder, 'blind'),
    );
    expect(await everything()).toEqual(before);
  });

  it('reports in one line that it can create nothing there', async () => {
    const out = join(folder, 'absent');
    const { exitCode } = await conformance(
      '--target',
      server.url,
      '--namespace',
      'no-such-namespace',
      '--rules',
      'create',
      '--runs',
      '1',
      '--report-dir',
      out,
    );
    expect(exitCode).toBe(3);
    expect((JSON.parse(await readFile(join(out, 'report.json'), 'utf8')) as Report).stopped).toMatch(
      /nothing can be made in namespace 'no-such-namespace' \(POST .* returned 404\)/,
    );
  });
});
