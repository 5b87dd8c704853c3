import { describe, expect, it } from 'vitest';
import type { Violated } from '../checks/finding.ts';
import { fingerprintOf } from './fingerprint.ts';

function violated(cause: string, more: Partial<Violated> = {}): Violated {
  return { outcome: 'violated', operation: 'POST /api/v1/namespaces/{namespace}/pods', exchange: 3, expected: 'version "12" is kept', actual: 'it is "13"', cause, ...more };
}

describe('a fingerprint', () => {
  it('is the same wherever in an object and on whatever kind a cause shows, whatever values came with it', () => {
    const one = fingerprintOf('create/x', violated('/data/a is dropped'));
    expect(fingerprintOf('create/x', violated('/metadata/labels/example.com~1role is dropped'))).toBe(one);
    expect(fingerprintOf('create/x', violated('/data/a is dropped', { operation: 'POST /api/v1/namespaces', exchange: 9, expected: '', actual: '' }))).toBe(one);
  });

  it('is another one for another rule and for another kind of cause', () => {
    const one = fingerprintOf('create/x', violated('/data/a is dropped'));
    expect(fingerprintOf('create/y', violated('/data/a is dropped'))).not.toBe(one);
    expect(fingerprintOf('create/x', violated('/data/a is changed'))).not.toBe(one);
    expect(fingerprintOf('create/x', violated('body in application/yaml'))).not.toBe(fingerprintOf('create/x', violated('body in application/json')));
  });
});
