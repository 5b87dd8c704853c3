import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RESOURCES } from '../../spec/surface/resources.ts';
import { compiledType } from '../objects/schema/compile-type.ts';
import { legalValue } from '../testing/legal-values.fixture.ts';
import { objectFromBytes, objectToBytes, watchEventToBytes } from './object-bytes.ts';

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');

describe('objects in protobuf', () => {
  it('have the bytes of the era: magic, type, message, and two empty texts', () => {
    const map = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a', labels: { x: 'y' } }, data: { k: '1' } };
    const expected =
      '6b387300 0a0f 0a027631 1209436f6e6669674d6170 1215 0a0b 0a0161 5a06 0a0178 120179 1206 0a016b 120131 1a00 2200';
    expect(objectToBytes(map).toString('hex')).toBe(bytes(expected).toString('hex'));
    expect(objectFromBytes(bytes(expected), 'core/v1.ConfigMap')).toEqual(map);
  });

  it('keep every value of every kind', () => {
    for (const { schema, kind, apiVersion } of RESOURCES) {
      const type = compiledType(schema);
      const property = fc.property(legalValue(schema, 6), (value) => {
        const object = { ...(value as object), kind, apiVersion };
        expect(withoutInitializers(type.shape(type.decode(objectFromBytes(objectToBytes(object), schema))))).toEqual(
          withoutInitializers(type.shape(type.decode(object))),
        );
      });
      fc.assert(property, { numRuns: 10 });
    }
  });

  it('keep keys that are special in JavaScript', () => {
    const map = {
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata: { name: 'a' },
      data: JSON.parse('{"__proto__":"x","constructor":"y"}') as object,
    };
    const back = objectFromBytes(objectToBytes(map), 'core/v1.ConfigMap') as typeof map;
    expect(Object.entries(back.data)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  });

  it('leave out the zero values that writers of the era send for unset members', () => {
    // Service "a" with an empty clusterIP, a port 80 with targetPort 0, and creationTimestamp without seconds.
    const sent = bytes(
      '6b387300 0a0d 0a027631 1207 53657276696365 121b 0a05 0a0161 4200 1212 0a0e 0a00 1200 1850 2206 0800 1000 1a00 1a00',
    );
    expect(objectFromBytes(sent, 'core/v1.Service')).toEqual({
      kind: 'Service',
      apiVersion: 'v1',
      metadata: { name: 'a' },
      spec: { ports: [{ port: 80, targetPort: 0 }] },
    });
  });

  it.each([
    ['a text', Buffer.from('{"kind":"ConfigMap"}'), 'it does not begin with 6b 38 73 00'],
    ['a message that is cut', bytes('6b387300 12ff'), 'premature EOF'],
    ['a field of another wire type', bytes('6b387300 1202 0801'), 'field 1 has wire type 0, expected 2'],
    ['a text that is not UTF-8', bytes('6b387300 1205 0a03 0a01ff'), ''],
  ])('are refused when they are %s', (_, body, message) => {
    expect(() => objectFromBytes(body, 'core/v1.ConfigMap')).toThrow(
      expect.objectContaining({ name: 'ProtobufError', message: expect.stringContaining(message) as string }),
    );
  });

  it('of another kind are returned without members, for the caller to refuse', () => {
    const pod = objectToBytes({ kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' } });
    expect(objectFromBytes(pod, 'core/v1.ConfigMap')).toEqual({ kind: 'Pod', apiVersion: 'v1' });
  });

  it('never throw another error on any bytes', () => {
    const property = fc.property(fc.uint8Array({ maxLength: 60 }), (tail) => {
      const refusal = refusalOf(Buffer.concat([bytes('6b387300'), tail]));
      expect([undefined, 'ProtobufError']).toContain(refusal);
    });
    fc.assert(property, { numRuns: 2000 });
  });

  it('are framed by their length in a watch', () => {
    const frame = watchEventToBytes('ADDED', { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' } });
    expect(frame.readUInt32BE(0)).toBe(frame.length - 4);
    expect(frame.subarray(4, 11).toString('latin1')).toBe('\n\x05ADDED');
  });
});

/** The Status inside initializers is a whole object, whose type cannot be expressed in protobuf. */
function withoutInitializers(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === 'initializers' ? undefined : inner)));
}

function refusalOf(body: Buffer): string | undefined {
  try {
    objectFromBytes(body, 'core/v1.Pod');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.name : 'no error';
  }
}
