import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RESOURCES } from '../../../spec/surface/resources.ts';
import { objectOf } from '../../generators/objects.ts';
import { differences } from '../values/comparison.ts';
import type { JsonObject } from '../json.ts';
import { eventInFrame } from './event-in-frame.ts';
import { isEnvelope, objectBytes, objectIn } from './object-bytes.ts';

/** Builds a text or message field by hand: tag, length, bytes. All are shorter than 128 bytes. */
function field(number: number, ...parts: readonly (string | Buffer)[]): Buffer {
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  return Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);
}

function enveloped(kind: string, ...fields: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.from('k8s\0'), field(1, field(1, 'v1'), field(2, kind)), field(2, ...fields), field(4)]);
}

const MAP = enveloped(
  'ConfigMap',
  field(1, field(1, 'm'), field(8, Buffer.from([0x08, 0xe7, 0x93, 0xd6, 0xca, 0x05]))),
  field(2, field(1, '__proto__'), field(2, 'v')),
  field(2, field(1, 'empty')),
);

describe('an object in protobuf', () => {
  it('is read by the field numbers of its kind, whatever the names of its members', () => {
    expect(JSON.stringify(objectIn(MAP))).toBe(
      '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"m","creationTimestamp":"2017-06-29T23:14:47Z"},"data":{"__proto__":"v","empty":""}}',
    );
  });

  it('has the members of types that are inlined in JSON from a nested message', () => {
    const volume = field(1, field(1, 'data'), field(2, field(2, field(1, ''))));
    expect(objectIn(enveloped('Pod', field(1, field(1, 'p')), field(2, volume)))).toMatchObject({
      spec: { volumes: [{ name: 'data', emptyDir: { medium: '' } }] },
    });
  });

  it('is read without unknown fields, and is none if a known one has another wire type', () => {
    expect(objectIn(enveloped('ConfigMap', field(15, 'later'), field(1, field(1, 'm'))))).toEqual({
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata: { name: 'm' },
    });
    expect(objectIn(enveloped('ConfigMap', Buffer.from([0x08, 1])))).toBeUndefined();
  });

  it('is none if the bytes are cut, begin otherwise, or name a kind that the document does not have', () => {
    expect(objectIn(MAP.subarray(0, 40))).toBeUndefined();
    expect(objectIn(Buffer.concat([Buffer.from('K8S\0'), MAP.subarray(4)]))).toBeUndefined();
    expect(objectIn(enveloped('Unheard'))).toBeUndefined();
    expect([
      isEnvelope(enveloped('Unheard')),
      isEnvelope(Buffer.from('k8s\0no envelope')),
      isEnvelope(Buffer.from('{}')),
    ]).toEqual([true, false, false]);
  });

  it.each(RESOURCES.map((resource) => [resource.id, resource] as const))(
    'is the object that was written: %s',
    (_, resource) => {
      fc.assert(
        fc.property(objectOf(resource, 'a'), (object) => {
          expect(
            differences(object, objectIn(objectBytes(object) ?? Buffer.alloc(0)), { schema: resource.schema }),
          ).toEqual([]);
        }),
        { numRuns: 20 },
      );
    },
  );

  it('leaves out members without a type, nulls, and values of another type', () => {
    const odd: JsonObject = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'm', generation: 'three', uid: null, unheard: 1 },
      data: { a: '1' },
    };
    expect(objectIn(objectBytes(odd) ?? Buffer.alloc(0))).toEqual({
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata: { name: 'm' },
      data: { a: '1' },
    });
    expect(objectBytes({ kind: 'Unheard', apiVersion: 'v1' })).toBeUndefined();
  });
});

describe('a frame of a watch in protobuf', () => {
  const message = Buffer.concat([field(1, 'ADDED'), field(2, field(1, MAP))]);
  const frame = Buffer.concat([Buffer.from([0, 0, 0, message.length]), message]);

  it('is a length, and an event that holds an enveloped object', () => {
    expect(eventInFrame(frame)).toMatchObject({
      type: 'ADDED',
      object: { kind: 'ConfigMap', metadata: { name: 'm' } },
    });
  });

  it('is none without its length, with another, or without an object', () => {
    expect([
      eventInFrame(message),
      eventInFrame(frame.subarray(0, -1)),
      eventInFrame(Buffer.from([0, 0, 0, 7, ...field(1, 'ADDED')])),
    ]).toEqual([undefined, undefined, undefined]);
  });
});
