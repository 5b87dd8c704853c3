import { describe, expect, it } from 'vitest';
import type { FaultyRequest } from '../../fault.ts';
import { optionsBytes, optionsText, readingProtobufOptions } from './protobuf-options.ts';

const upstream = { send: () => Promise.reject(new Error('no request is expected')) };

function requestWith(raw: Buffer): FaultyRequest {
  return {
    method: 'DELETE',
    path: '/api/v1/namespaces/n/pods/a',
    query: new URLSearchParams(),
    target: '/api/v1/namespaces/n/pods/a',
    headers: {},
    spelled: new Set(),
    json: undefined,
    raw,
    call: undefined,
  };
}

describe('delete options in protobuf', () => {
  it('have the bytes of the era: magic, type, message', () => {
    const expected = '6b387300 0a13 0a027631 120d 44656c6574654f7074696f6e73 1202 0800';
    expect(optionsBytes({ gracePeriodSeconds: 0 }).toString('hex')).toBe(expected.replaceAll(' ', ''));
  });

  it('are changed as JSON is', async () => {
    const request = requestWith(optionsBytes({ orphanDependents: true, propagationPolicy: 'Orphan' }));
    const hooks = readingProtobufOptions({
      request: ({ json }) => void Object.assign(json as object, { orphanDependents: false }),
    });
    await hooks.request?.(request, upstream);
    expect(request.json).toBeUndefined();
    expect(request.raw).toEqual(optionsBytes({ orphanDependents: false, propagationPolicy: 'Orphan' }));
  });

  it('have no text if a value is of another type or its bytes are not ASCII', () => {
    expect(optionsText({ gracePeriodSeconds: 3 })).toBeDefined();
    expect(optionsText({ gracePeriodSeconds: 'soon' })).toBeUndefined();
    expect(optionsText({ gracePeriodSeconds: -1 })).toBeUndefined();
    expect(optionsText({ preconditions: { uid: 'u' } })).toBeUndefined();
  });
});
