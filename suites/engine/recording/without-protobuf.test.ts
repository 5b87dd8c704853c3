import { describe, expect, it } from 'vitest';
import { objectBytes } from '../../oracle/protobuf/object-bytes.ts';
import { textAt } from '../../oracle/json.ts';
import { historyFrom, type Literal } from '../../checks/history-literals.fixture.ts';
import { withoutProtobuf } from './without-protobuf.ts';

const PROTOBUF: readonly [string, string] = ['Content-Type', 'application/vnd.kubernetes.protobuf'];
const MAPS = '/api/v1/namespaces/a/configmaps';
const OBJECT = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm' } };
const bytes = objectBytes(OBJECT);
const json: Literal = { send: `GET ${MAPS}/m`, response: [200, OBJECT] };

describe('a history without protobuf', () => {
  it('has no reads and no streams in protobuf', () => {
    const history = historyFrom([
      json,
      { send: `GET ${MAPS}/m`, response: [200, bytes, [PROTOBUF]] },
      { open: `GET ${MAPS}?watch=true`, as: 'w', type: PROTOBUF[1] },
      { end: 'w' },
    ]);
    expect(withoutProtobuf(history).exchanges.map(({ id }) => id)).toEqual([1]);
  });

  it('has writes with a body or a response in protobuf as writes without a response, under the name in the body', () => {
    const history = historyFrom([
      { send: `POST ${MAPS}`, headers: [PROTOBUF], body: bytes, response: [201, OBJECT] },
      { send: `PUT ${MAPS}/m`, body: OBJECT, response: [200, bytes, [PROTOBUF]] },
    ]);
    const writes = withoutProtobuf(history).exchanges;
    expect(writes.map(({ response, ended }) => [response, ended])).toEqual([
      [undefined, Number.POSITIVE_INFINITY],
      [undefined, Number.POSITIVE_INFINITY],
    ]);
    expect(writes.map(({ request }) => textAt(request.body?.value, 'metadata', 'name'))).toEqual(['m', 'm']);
  });

  it('is the same history if nobody uses protobuf', () => {
    const history = historyFrom([json]);
    expect(withoutProtobuf(history)).toBe(history);
  });
});
