import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KUBERNETES_1_7, SPEC } from '../../spec/dialects/index.ts';
import { testServer, type TestServer } from './server.fixture.ts';

/** A request, and the expected response of a server of each dialect. */
export interface Point {
  readonly name: string;
  readonly expected: readonly [spec: unknown, kubernetes: unknown];
  readonly ask: (server: TestServer) => Promise<unknown>;
}

export function point(name: string, spec: unknown, kubernetes: unknown, ask: Point['ask']): Point {
  return { name, expected: [spec, kubernetes], ask };
}

/** Sends each request to a server of each dialect. */
export function describePoints(points: readonly Point[]): void {
  describe.each([
    ['spec', SPEC, 0],
    ['kubernetes-1.7', KUBERNETES_1_7, 1],
  ] as const)('under the dialect %s', (_, dialect, column) => {
    let server: TestServer;
    beforeAll(async () => {
      server = await testServer({ dialect });
    });
    afterAll(async () => server[Symbol.asyncDispose]());

    it.each(points)('has the expected response: $name', async ({ ask, expected }) => {
      expect(await ask(server)).toEqual(expected[column]);
    });
  });
}

export async function status(
  server: TestServer,
  method: string,
  path: string,
  body?: unknown,
  options?: object,
): Promise<number> {
  return (await server.send(method, path, body, options)).status;
}
