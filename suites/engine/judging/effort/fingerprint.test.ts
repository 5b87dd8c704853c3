import { describe, expect, it } from 'vitest';
import type { Violated } from '../../../checks/finding.ts';
import { fingerprintOf, formerFingerprintsOf } from './fingerprint.ts';

function violated(cause: string, more: Partial<Violated> = {}): Violated {
  return {
    outcome: 'violated',
    operation: 'POST /api/v1/namespaces/{namespace}/pods',
    exchange: 3,
    expected: 'version "12" is kept',
    actual: 'it is "13"',
    cause,
    ...more,
  };
}

describe('a fingerprint', () => {
  it('is the same for every place, kind and value of one cause', () => {
    const one = fingerprintOf('create/x', violated('/data/a is dropped'));
    expect(fingerprintOf('create/x', violated('/metadata/labels/example.com~1role is dropped'))).toBe(one);
    expect(
      fingerprintOf(
        'create/x',
        violated('/data/a is dropped', { operation: 'POST /api/v1/namespaces', exchange: 9, expected: '', actual: '' }),
      ),
    ).toBe(one);
  });

  it.each([
    ['places', 'metadata.uid is exported', 'metadata.selfLink is exported'],
    ['places in a Status', 'Status/metadata/x differs', 'Status/code differs'],
    ['verbs that ran side by side', 'lost beside patch', 'lost beside deleteCollection patch replace'],
    ['the verb at issue', 'a patch takes the mark back', 'a replaceStatus takes the mark back'],
    ['kinds', 'no entry for pods', 'no entry for configmaps'],
    ['options that came together', 'refused with pretty watch', 'refused with fieldSelector labelSelector pretty'],
    [
      'options of a delete',
      'still there without a reason: gracePeriodSeconds in the body, orphanDependents in the query',
      'still there without a reason: propagationPolicy in the body, gracePeriodSeconds in the query',
    ],
    [
      'operators of a selector',
      'spares what matches: in metadata.name= notin',
      'spares what matches: exists metadata.namespace!=',
    ],
    ['status codes of one class', 'refused with 409', 'refused with 422'],
    ['numbers', '3 have no image', '12 have no image'],
  ])('is the same for other %s', (_, one, another) => {
    expect(fingerprintOf('create/x', violated(another))).toBe(fingerprintOf('create/x', violated(one)));
  });

  it('distinguishes single options', () => {
    expect(fingerprintOf('create/x', violated('refused with pretty'))).not.toBe(
      fingerprintOf('create/x', violated('refused with watch')),
    );
  });

  it('distinguishes refusals from server errors', () => {
    expect(fingerprintOf('create/x', violated('refused with 409'))).not.toBe(
      fingerprintOf('create/x', violated('refused with 500')),
    );
  });

  it('has the fingerprint of earlier releases as an alias, if that was another one', () => {
    expect(formerFingerprintsOf('replace/stale-version-is-refused', violated('refused with 409'))).toEqual([
      'f15949a2e218',
    ]);
    expect(formerFingerprintsOf('create/x', violated('/data/a is dropped'))).toEqual([]);
    const renamed = {
      ...violated('several conditions: misses what is selected'),
      formerCauses: ['in: misses what is selected'],
    };
    expect(formerFingerprintsOf('create/x', renamed)).toEqual([
      fingerprintOf('create/x', violated('in: misses what is selected')),
    ]);
  });

  it('is another one for another rule and for another kind of cause', () => {
    const one = fingerprintOf('create/x', violated('/data/a is dropped'));
    expect(fingerprintOf('create/y', violated('/data/a is dropped'))).not.toBe(one);
    expect(fingerprintOf('create/x', violated('/data/a is changed'))).not.toBe(one);
    expect(fingerprintOf('create/x', violated('body in application/yaml'))).not.toBe(
      fingerprintOf('create/x', violated('body in application/json')),
    );
  });
});
