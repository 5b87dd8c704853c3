import { describe, expect, it } from 'vitest';
import { compareValues } from './compare-values.ts';
import { Correspondence } from './correspondence.ts';
import type { Json } from './json-value.ts';

const places = (expected: Json, actual: Json, correspondence = new Correspondence()): string[] =>
  compareValues(expected, actual, correspondence, 'here').map(({ kind, place }) => `${kind} ${place}`);

const object = (uid: string, version: string, rest: { [member: string]: Json } = {}): Json => ({
  metadata: { name: 'a', uid, resourceVersion: version },
  ...rest,
});

describe('comparing two bodies', () => {
  it('compares server-chosen values by correspondence: each recorded value has exactly one counterpart', () => {
    const learned = new Correspondence();
    expect(places(object('U', '1'), object('u', '7'), learned)).toEqual([]);
    expect(places(object('U', '1'), object('u', '7'), learned)).toEqual([]);
    expect(places(object('U', '2'), object('u', '7'), learned)).toEqual(['identity $.metadata.resourceVersion']);
    expect(places(object('V', '3'), object('u', '9'), learned)).toContain('identity $.metadata.uid');
  });

  it('reads the lists of addresses and the times of later releases as the choice of the server', () => {
    const service = (address: string, second: number): Json =>
      object('U', '1', {
        managedFields: [{ time: `2026-11-28T19:03:1${second}Z` }],
        spec: { clusterIP: address, clusterIPs: [address] },
        status: { podIPs: [{ ip: address }] },
      });
    const learned = new Correspondence();
    expect(places(service('10.0.0.1', 1), service('10.0.0.7', 2), learned)).toEqual([]);
    expect(places(service('10.0.0.1', 1), service('10.0.0.8', 2), learned)).toContain('identity $.spec.clusterIP');
    const aliases = (ip: string): Json => ({ spec: { hostAliases: [{ ip }] } });
    expect(places(aliases('10.0.0.1'), aliases('10.0.0.2'))).not.toEqual([]);
  });

  it('compares members that are named like times and hold none', () => {
    const labelled = (time: string): Json => ({ metadata: { labels: { time } } });
    expect(places(labelled('morning'), labelled('evening'))).toEqual(['value $.metadata.labels.time']);
  });

  it('pairs members whose names have uids of the servers in them', () => {
    const owned = (uid: string): Json => ({
      metadata: { ownerReferences: [{ uid }], managedFields: [{ fieldsV1: { [`k:{"uid":"${uid}"}`]: {} } }] },
    });
    const [one, other] = ['61649a4c-1176-45ff-af89-f46eb6f268c1', 'b3b59473-3774-4421-bc62-ddf3983eabe8'];
    expect(places(owned(one), owned(other))).toEqual([]);
    const learned = new Correspondence();
    places(object(one, '1'), object(one, '1'), learned);
    expect(places({ [one]: {} }, { [other]: {} }, learned)).toEqual([`missing $["${one}"]`, `extra $["${other}"]`]);
  });

  it('reports one cause once', () => {
    const learned = new Correspondence();
    places(object('U', '1'), object('u', '7'), learned);
    expect(places(object('U', '1'), object('w', '7'), learned)).toEqual(['identity $.metadata.uid']);
    expect(places(object('U', '1'), object('w', '7'), learned)).toEqual([]);
  });

  it('does not let one object stand in for the versions of another', () => {
    const learned = new Correspondence();
    expect(places(object('U', '1'), object('u', '1'), learned)).toEqual([]);
    expect(places(object('V', '1'), object('v', '5'), learned)).toEqual([]);
  });

  it('compares client-chosen values field by field, and finds missing and additional members', () => {
    expect(places({ data: { a: '1', b: '2' } }, { data: { a: '2', c: '3' } })).toEqual([
      'value $.data.a',
      'missing $.data.b',
      'extra $.data.c',
    ]);
    expect(places({ spec: { replicas: 0 } }, { spec: {} })).toEqual(['missing $.spec.replicas']);
    expect(places({ spec: { n: null } }, { spec: {} })).toEqual(['missing $.spec.n']);
  });

  it('compares values in maps of clients literally, whatever their keys', () => {
    expect(places({ data: { uid: 'a', resourceVersion: '1' } }, { data: { uid: 'b', resourceVersion: '2' } })).toEqual([
      'value $.data.uid',
      'value $.data.resourceVersion',
    ]);
    const odd = JSON.parse('{"data":{"__proto__":"a","constructor":"x"}}') as Json;
    expect(places(odd, JSON.parse('{"data":{"__proto__":"b","constructor":"x"}}') as Json)).toEqual([
      'value $.data.__proto__',
    ]);
    expect(places(odd, { data: {} })).toEqual(['missing $.data.__proto__', 'missing $.data.constructor']);
  });

  it('compares merged lists by their key and other lists by position', () => {
    const pod = (...names: string[]): Json => ({ spec: { containers: names.map((name) => ({ name })), args: names } });
    expect(places(pod('a', 'b'), pod('b', 'a'))).toEqual([
      'order $.spec.containers',
      'value $.spec.args[0]',
      'value $.spec.args[1]',
    ]);
    expect(
      places(
        { spec: { containers: [{ name: 'a', image: '1' }, { name: 'b' }] } },
        { spec: { containers: [{ name: 'b' }, { name: 'a', image: '2' }] } },
      ),
    ).toEqual(['value $.spec.containers[0].image', 'order $.spec.containers']);
  });

  it('pairs conditions by type, whatever their order, since controllers write them', () => {
    const status = (...types: string[]): Json => ({ status: { conditions: types.map((type) => ({ type })) } });
    expect(places(status('Ready', 'Initialized'), status('Initialized', 'Ready'))).toEqual([]);
  });

  it('pairs the managers of fields, whose order depends on the second of their last write', () => {
    const map = (...managers: string[]): Json => ({
      metadata: { managedFields: managers.map((manager) => ({ manager, operation: 'Update', apiVersion: 'v1' })) },
    });
    expect(places(map('label', 'annotate'), map('annotate', 'label'))).toEqual([]);
    expect(places(map('label', 'annotate'), map('label'))).toEqual(['missing $.metadata.managedFields[1]']);
  });

  it('pairs the groups of discovery by name', () => {
    const groups = (...names: string[]): Json => ({
      kind: 'APIGroupList',
      groups: names.map((name) => ({ name, versions: [{ groupVersion: `${name}/v1`, version: 'v1' }] })),
    });
    expect(places(groups('apps', 'batch'), groups('batch', 'apps'))).toEqual([]);
    expect(places(groups('apps', 'batch'), groups('batch'))).toEqual(['missing $.groups[0]']);
  });

  it('reports a Status in place of an object once', () => {
    const map = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' }, data: { a: '1' } };
    const status = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'no',
      reason: 'Odd',
      code: 500,
    };
    expect([places(map, status), places(status, map), places(status, status)]).toEqual([
      ['value $.kind'],
      ['value $.kind'],
      [],
    ]);
  });

  it.each([
    ['the oldest version that a server has', 'too old resource version: 1 (15)', 'too old resource version: 1 (4711)'],
    [
      'addresses in values of Go',
      'Invalid value: v1.DeleteOptions{GracePeriodSeconds:(*int64)(0xc4211e8f60)}: no',
      'Invalid value: v1.DeleteOptions{GracePeriodSeconds:(*int64)(0xc42054a2b8)}: no',
    ],
    [
      'times in values of Go',
      'Time{sec:63636363636, nsec:1, loc:(*time.Location)(0x4a21f60)}',
      'Time{sec:63700000000, nsec:0, loc:(*time.Location)(0x4a21f60)}',
    ],
    [
      'the order of maps in values of Go',
      'Labels:map[string]string{"a":"1", "b":"2"}, x',
      'Labels:map[string]string{"b":"2", "a":"1"}, x',
    ],
  ])('leaves %s open in messages', (_, one, other) => {
    expect(places({ message: one }, { message: other })).toEqual([]);
  });

  it.each([
    ['the version that was asked for', 'too old resource version: 1 (15)', 'too old resource version: 2 (15)'],
    [
      'a value in the notation of Go',
      'Labels:map[string]string{"a":"1", "b":"2"}',
      'Labels:map[string]string{"a":"1", "b":"3"}',
    ],
  ])('compares %s in messages', (_, one, other) => {
    expect(places({ message: one }, { message: other })).toEqual(['value $.message']);
  });

  it('pairs list items by name, and compares their order within a namespace if that was by name', () => {
    const list = (...names: string[]): Json => ({
      kind: 'L',
      metadata: { resourceVersion: '5' },
      items: names.map((name) => ({ metadata: { name, namespace: 'n' } })),
    });
    expect(places(list('a', 'b'), list('b', 'a'))).toEqual(['order $.items']);
    expect(places(list('b', 'a'), list('a', 'b'))).toEqual([]);
    expect(places(list('a', 'b'), list('b'))).toEqual(['missing $.items[0]']);
  });

  it('follows generated names into paths, messages and later bodies', () => {
    const learned = new Correspondence();
    const made = (name: string): Json => ({ metadata: { generateName: 'web-', name, selfLink: `/x/${name}` } });
    expect(places(made('web-aaaaa'), made('web-bbbbb'), learned)).toEqual([]);
    expect(places({ message: '"web-aaaaa" not found' }, { message: '"web-bbbbb" not found' }, learned)).toEqual([]);
    expect(places({ items: [made('web-aaaaa')] }, { items: [made('web-bbbbb')] }, learned)).toEqual([]);
    expect(places(made('web-ccccc'), made('other-ddd'), learned)).toContain('identity $.metadata.name');
  });

  it('compares the addresses in cells of tables by correspondence, for each object, and the other parts exactly', () => {
    const table = (address: string, ports: string): Json => ({
      kind: 'Table',
      rows: [{ cells: ['svc', address, ports], object: { metadata: { uid: 'a' } } }],
    });
    const correspondence = new Correspondence();
    const differs = (expected: Json, actual: Json): string[] =>
      compareValues(expected, actual, correspondence, '').map(({ kind, place }) => `${kind} at ${place}`);
    expect(differs(table('10.0.0.1', '80:30001/TCP,443/TCP'), table('10.0.9.9', '80:31111/TCP,443/TCP'))).toEqual([]);
    expect(differs(table('10.0.0.1', '80:30001/TCP'), table('10.0.8.8', '81:31111/TCP'))).toEqual([
      'identity at $.rows[0].cells[1]',
      'value at $.rows[0].cells[2]',
    ]);
    expect(differs(table('None', '80/TCP'), table('10.0.9.9', '80/TCP'))).toEqual(['value at $.rows[0].cells[1]']);
  });

  it('leaves ages in cells of tables open, and compares the other cells', () => {
    const table = (...cells: Json[]): Json => ({ kind: 'Table', rows: [{ cells }] });
    expect(places(table('web', 1, '59s'), table('web', 1, '3m12s'))).toEqual([]);
    expect(places(table('web', 1, '59s'), table('web', 2, '<unknown>'))).toEqual([
      'value $.rows[0].cells[1]',
      'value $.rows[0].cells[2]',
    ]);
    expect(places({ data: { age: '1s' } }, { data: { age: '2s' } })).toEqual(['value $.data.age']);
  });

  it('reads uids and versions within messages', () => {
    const learned = new Correspondence();
    const [one, other] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
    places(object(one, '5'), object(other, '8'), learned);
    expect(places({ message: `the uid is ${one}, at 5` }, { message: `the uid is ${other}, at 8` }, learned)).toEqual(
      [],
    );
    expect(places({ message: 'at most 5 of them' }, { message: 'at most 6 of them' }, learned)).toEqual([
      'value $.message',
    ]);
  });

  it('requires valid times, an unchanged creation time, and the times that the client chose', () => {
    const at = (time: Json): Json => ({ metadata: { uid: 'u', name: 'n', creationTimestamp: time } });
    const learned = new Correspondence();
    expect(places(at('2026-01-01T00:00:00Z'), at('2027-01-01T00:00:00Z'), learned)).toEqual([]);
    expect(places(at('2026-01-01T00:00:00Z'), at('2027-01-01T00:00:09Z'), learned)).toEqual([
      'identity $.metadata.creationTimestamp',
    ]);
    learned.noteSent('{"firstTimestamp":"2020-01-01T00:00:00Z"}');
    expect(
      places({ firstTimestamp: '2020-01-01T00:00:00Z' }, { firstTimestamp: '2020-01-01T00:00:01Z' }, learned),
    ).toEqual(['value $.firstTimestamp']);
    expect(places(at('2026-01-01T00:00:00Z'), at(null))).toEqual(['value $.metadata.creationTimestamp']);
    expect(places({ status: { startTime: '2026-01-01T00:00:00Z' } }, { status: { startTime: 'yesterday' } })).toEqual([
      'value $.status.startTime',
    ]);
  });
});
