import { describe, expect, it } from 'vitest';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { objectBytes, objectIn } from '../../oracle/protobuf/object-bytes.ts';
import type { Capabilities } from '../../target/capabilities.ts';
import { connect } from '../../target/connect.ts';
import { ExchangeRecorder, ObservationOrder } from '../../target/recorder.ts';
import { probeProtobuf } from './probe-protobuf.ts';

const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const LIST = { apiVersion: 'v1', kind: 'ConfigMapList', metadata: {}, items: [] };

/** The result of the probe for a server with these responses, and the requests that it sent. */
async function found(
  respond: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ readonly capabilities: Capabilities; readonly sent: string[]; readonly bodies: unknown[] }> {
  const [sent, bodies]: [string[], unknown[]] = [[], []];
  const server = createServer(async (request, response) => {
    sent.push(`${request.method} ${request.url}`);
    if (request.method === 'POST') bodies.push(objectIn(await buffer(request)));
    respond(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const target = connect({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  try {
    const recorder = new ExchangeRecorder({ run: 'p1' }, new ObservationOrder());
    return {
      capabilities: await probeProtobuf(
        { target, recorder, run: 'p1', slot: { ns1: 'a', ns11: 'a1', ns2: 'b' }, timeoutMs: 2000 },
        'configmaps',
      ),
      sent,
      bodies,
    };
  } finally {
    await target.close();
    server.closeAllConnections();
    server.close();
  }
}

describe('the probe of protobuf', () => {
  it('finds that a target reads bodies and sends responses in it, and leaves nothing behind', async () => {
    const { capabilities, sent, bodies } = await found(
      ({ method }, response) =>
        void response.writeHead(200, { 'Content-Type': PROTOBUF }).end(method === 'GET' ? objectBytes(LIST) : ''),
    );
    expect(capabilities).toEqual({ 'protobuf bodies': { offer: 'offered' }, 'protobuf answers': { offer: 'offered' } });
    expect(bodies).toMatchObject([{ kind: 'ConfigMap', metadata: { name: 'p1-protobuf' } }]);
    expect(sent.toSorted()).toEqual([
      'DELETE /api/v1/namespaces/a/configmaps/p1-protobuf',
      'GET /api/v1/namespaces/a/configmaps',
      'POST /api/v1/namespaces/a/configmaps',
    ]);
  });

  it('reports in one line the response of a target without it', async () => {
    const refusing = await found(({ method }, response) => void response.writeHead(method === 'GET' ? 406 : 415).end());
    expect(refusing.capabilities).toEqual({
      'protobuf bodies': {
        offer: 'unsupported',
        evidence: `POST /api/v1/namespaces/a/configmaps with a body in ${PROTOBUF} returned 415`,
      },
      'protobuf answers': {
        offer: 'unsupported',
        evidence: `GET /api/v1/namespaces/a/configmaps that accepts ${PROTOBUF} returned 406`,
      },
    });
    const deaf = await found(
      (_, response) => void response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(LIST)),
    );
    expect(deaf.capabilities['protobuf answers']).toMatchObject({
      evidence: `GET /api/v1/namespaces/a/configmaps that accepts ${PROTOBUF} returned 200 in application/json`,
    });
  });

  it('takes every refusal for the lack of it: a server that knows JSON alone cannot read the body', async () => {
    const { capabilities } = await found(
      ({ method }, response) => void response.writeHead(method === 'GET' ? 409 : 400).end(),
    );
    expect(Object.values(capabilities).map(({ offer }) => offer)).toEqual(['unsupported', 'unsupported']);
  });

  it('leaves server errors to the rules', async () => {
    const { capabilities } = await found((_, response) => void response.writeHead(500).end());
    expect(Object.values(capabilities)).toEqual([{ offer: 'offered' }, { offer: 'offered' }]);
  });
});
