import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HappeningLine } from '../../shared/exchange-log/exchange-log.ts';
import { historyOf } from '../oracle/exchanges/history-of.ts';
import { connect } from '../target/connect.ts';
import { ObservationOrder } from '../target/recorder.ts';
import type { Target } from '../target/target.ts';
import { runProgram } from './cases/interpret.ts';
import { Ledger } from './removal/ledger.ts';
import type { Program } from '../program/program.ts';

/** The pieces that a server may write; `close` and `reset` end the connection, `wait` leaves it open and silent. */
const PIECES = [
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
  'b\r\n{"type":"A"\r\n',
  '2\r\n}\n\r\n0\r\n\r\n',
  'zz\r\n',
  'HTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  'HTTP/1.1 204 No Content\r\n\r\n',
  'HTTP/1.1 500 Oops\r\nContent-Length: 100\r\n\r\nshort',
  'HTTP/1.1 201 Created\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
  'HTTP/1.0 200 OK\r\n\r\n{"metadata":{"name":5}}',
  'HTTP/1.1 200\r\nX: \u0000\r\n\r\n',
  'HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:9/\r\nContent-Length: 0\r\n\r\n',
  '\u0016\u0003\u0001',
  'close',
  'reset',
  'wait',
] as const;

let script: readonly string[] = [];
let target: Target;
const sockets = new Set<Socket>();
const server = createServer((socket) => {
  sockets.add(socket);
  socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  socket.on('data', () => play(socket, script));
});

function play(socket: Socket, [piece, ...rest]: readonly string[]): void {
  if (piece === undefined || piece === 'close') return void socket.end();
  if (piece === 'reset') return void socket.resetAndDestroy();
  if (piece === 'wait') return;
  socket.write(piece, 'latin1', () => play(socket, rest));
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  target = connect({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, timeoutMs: 60 });
});

afterAll(async () => {
  await target.close();
  for (const socket of sockets) socket.destroy();
  await new Promise((done) => server.close(done));
});

const PROGRAM: Program = [
  { do: 'watch', as: 'w', verb: 'watchList', via: 'path', resource: 'configmaps', namespace: 'ns1' },
  {
    do: 'call',
    as: 'made',
    verb: 'create',
    resource: 'configmaps',
    namespace: 'ns1',
    body: { metadata: { name: '{{a}}' } },
  },
  {
    do: 'together',
    branches: [
      [{ do: 'call', verb: 'list', resource: 'pods', namespace: 'ns1' }],
      [
        {
          do: 'call',
          verb: 'replace',
          resource: 'configmaps',
          namespace: 'ns1',
          name: '{{a}}',
          body: { $from: 'made' },
        },
      ],
    ],
  },
  { do: 'await', watch: 'w', until: { object: '{{a}}' }, within: 20 },
];

/** `request response body end` and so on: the kinds of an exchange's lines in order. */
function shapes(lines: readonly HappeningLine[]): string[] {
  const ids = [...new Set(lines.map(({ exchange }) => exchange))];
  return ids.map((id) =>
    lines
      .filter(({ exchange }) => exchange === id)
      .map(({ kind }) => kind)
      .join(' '),
  );
}

describe('a target that does not speak proper HTTP', () => {
  it('makes no case throw, hang or leave an exchange without an end', async () => {
    const slot = { ns1: 'a', ns11: 'a1', ns2: 'b' };
    const order = new ObservationOrder();
    const pieces = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(pieces, async (chosen) => {
        script = chosen;
        const { lines } = await runProgram(PROGRAM, {
          target,
          slot,
          run: 'p1',
          rule: 'x',
          caseId: 'p1-1',
          order,
          timeoutMs: 50,
          ledger: new Ledger(),
        });
        for (const shape of shapes(lines)) expect(shape).toMatch(/^request (?:response (?:body |(?:event )*))?end$/);
        expect(lines.map(({ n }) => n)).toEqual(lines.map(({ n }) => n).sort((a, b) => a - b));
        for (const { request, end } of historyOf(lines).exchanges)
          expect([request.path, end?.reason]).toEqual([
            request.path,
            expect.stringMatching(/^(?:complete|error|server-abort|client-abort)$/),
          ]);
      }),
      { numRuns: 60 },
    );
  });
});
