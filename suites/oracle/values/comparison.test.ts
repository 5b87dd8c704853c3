import { assert, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RESOURCES } from '../../../spec/surface/resources.ts';
import { objectOf } from '../../generators/objects.ts';
import { deviations, differences, missing, surplus, SYSTEM_WRITTEN } from './comparison.ts';
import type { Json } from '../json.ts';

const POD = { schema: 'core/v1.Pod' };
const spec = (rest: Json): Json => ({ spec: rest });
const named = (...names: string[]): Json => spec({ containers: names.map((name) => ({ name })) });

describe('a flag that was sent as false', () => {
  const paused = (value: boolean): Json => spec({ paused: value });
  const deployment = { schema: 'apps/v1beta1.Deployment' };

  it('may be absent and must not be true', () => {
    for (const compare of [missing, deviations]) {
      expect(compare(paused(false), spec({}), deployment)).toEqual([]);
      expect(compare(paused(false), paused(true), deployment)).toEqual([
        { path: '/spec/paused', expected: false, actual: true },
      ]);
      expect(compare(spec({}), paused(true), deployment)).toEqual([]);
    }
  });
});

describe('a list that was sent empty', () => {
  it('has no elements', () => {
    const [empty, full] = [spec({ tolerations: [] }), spec({ tolerations: [{ operator: 'Exists' }] })];
    expect(deviations(empty, full, POD).map(({ path }) => path)).toEqual(['/spec/tolerations']);
    expect(deviations(empty, spec({}), POD)).toEqual([]);
    expect(deviations(spec({}), full, POD)).toEqual([]);
    expect(missing(empty, full, POD)).toEqual([]);
  });
});

describe('differences', () => {
  it('are none between an object and itself', () => {
    for (const resource of RESOURCES) {
      assert(
        property(
          objectOf(resource),
          (object) => differences(object, structuredClone(object), { schema: resource.schema }).length === 0,
        ),
        { numRuns: 30 },
      );
    }
  });

  it('name the place of every change of one member', () => {
    expect(
      differences(
        spec({ containers: [{ name: 'c', image: 'a' }] }),
        spec({ containers: [{ name: 'c', image: 'b' }] }),
        POD,
      ),
    ).toEqual([{ path: '/spec/containers/[name=c]/image', expected: 'a', actual: 'b' }]);
  });

  it('disregard the order of lists with a merge key, and only of those', () => {
    expect(differences(named('a', 'b'), named('b', 'a'), POD)).toEqual([]);
    const args = (...list: string[]): Json => spec({ containers: [{ name: 'c', args: list }] });
    expect(differences(args('a', 'b'), args('b', 'a'), POD)).toHaveLength(2);
  });

  it('find a doubled element', () => {
    expect(differences(named('a'), named('a', 'a'), POD)).toHaveLength(1);
  });

  it('match elements with one key in any order', () => {
    const ports = (...protocols: string[]): Json =>
      spec({
        containers: [{ name: 'c', ports: protocols.map((protocol) => ({ containerPort: 53, protocol })) }],
      });
    expect(differences(ports('UDP', 'TCP'), ports('TCP', 'UDP'), POD)).toEqual([]);
    expect(differences(ports('UDP', 'TCP'), ports('TCP', 'TCP'), POD)).toHaveLength(1);
  });

  it('treat null, empty lists and empty maps as absent', () => {
    expect(
      differences(
        { metadata: { labels: {}, annotations: null, finalizers: [] }, spec: {} },
        {},
        { ...POD, ignore: ['/spec'] },
      ),
    ).toHaveLength(0);
    expect(differences({ metadata: { labels: {} } }, { metadata: { labels: { a: '' } } }, POD)).toEqual([
      { path: '/metadata/labels/a', expected: undefined, actual: '' },
    ]);
  });

  it('distinguish an explicit zero from absence only if the schema does', () => {
    const deployment = { schema: 'apps/v1beta1.Deployment' };
    expect(
      differences(spec({ replicas: 0 }), spec({ paused: true }), { ...deployment, ignore: ['/spec/paused'] }),
    ).toHaveLength(1);
    expect(differences(spec({ minReadySeconds: 0, paused: true }), spec({ paused: true }), deployment)).toEqual([]);
  });

  it('distinguish an empty volume source from none', () => {
    const volume = (rest: Json): Json => spec({ volumes: [rest] });
    expect(differences(volume({ name: 'v', emptyDir: {} }), volume({ name: 'v' }), POD)).toHaveLength(1);
  });

  it('compare quantities and times by value', () => {
    const cpu = (value: Json): Json => spec({ containers: [{ name: 'c', resources: { limits: { cpu: value } } }] });
    expect(differences(cpu('0.5'), cpu('500m'), POD)).toEqual([]);
    expect(differences(cpu('1e3'), cpu('1k'), POD)).toEqual([]);
    expect(differences(cpu('1Gi'), cpu('1073741824'), POD)).toEqual([]);
    expect(differences(cpu('1Gi'), cpu('1G'), POD)).toHaveLength(1);
    expect(
      differences(
        { metadata: { creationTimestamp: '2017-01-01T00:00:00Z' } },
        { metadata: { creationTimestamp: '2017-01-01T01:00:00+01:00' } },
        POD,
      ),
    ).toEqual([]);
  });

  it('see members with the names of JavaScript members', () => {
    const data = (text: string): Json => JSON.parse(text) as Json;
    const map = { schema: 'core/v1.ConfigMap' };
    expect(
      differences(data('{"data":{"__proto__":"1"}}'), data('{"data":{"a":"2"}}'), map).map(({ path }) => path),
    ).toEqual(['/data/__proto__', '/data/a']);
    expect(differences(data('{"data":{"constructor":"1"}}'), data('{"data":{}}'), map)).toHaveLength(1);
  });

  it('leave out ignored members, with everything below', () => {
    const before = {
      metadata: {
        name: 'a',
        resourceVersion: '1',
        labels: { 'topology.kubernetes.io/zone': 'a', 'example.com/zone': 'a' },
        annotations: { 'deployment.kubernetes.io/revision': '1', note: 'x' },
      },
      status: { replicas: 1 },
    };
    const after = {
      metadata: {
        name: 'a',
        resourceVersion: '2',
        labels: { 'topology.kubernetes.io/zone': 'b', 'example.com/zone': 'b' },
        annotations: { 'deployment.kubernetes.io/revision': '2', note: 'y' },
      },
      status: { replicas: 2 },
    };
    expect(
      differences(before, after, { schema: 'apps/v1beta1.Deployment', ignore: SYSTEM_WRITTEN }).map(({ path }) => path),
    ).toEqual(['/metadata/labels/example.com~1zone', '/metadata/annotations/note']);
  });

  it('leave out metadata members that the document lacks, and nothing else', () => {
    const before = { metadata: { name: 'a', labels: { x: '1' }, managedFields: [{ manager: 'me' }] } };
    const after = { metadata: { name: 'a', labels: { x: '2' }, managedFields: [{ manager: 'a loop' }] }, unheardOf: 1 };
    const paths = (schema?: string): string[] =>
      differences(before, after, { ...(schema === undefined ? {} : { schema }), ignore: SYSTEM_WRITTEN }).map(
        ({ path }) => path,
      );
    expect(paths('core/v1.ConfigMap')).toEqual(['/metadata/labels/x', '/unheardOf']);
    expect(paths()).toEqual(['/metadata/labels/x', '/metadata/managedFields/0/manager', '/unheardOf']);
  });

  it('name entries of maps as JSON pointers do', () => {
    expect(differences({ metadata: { labels: { 'a~/b': '1' } } }, {}, POD).map(({ path }) => path)).toEqual([
      '/metadata/labels/a~0~1b',
    ]);
    expect(
      differences({ metadata: { labels: { 'a~/b': '1' } } }, { metadata: { labels: { c: '1', 'a~/b': '2' } } }, POD)[0]
        ?.path,
    ).toBe('/metadata/labels/a~0~1b');
  });
});

describe('missing', () => {
  it('ignores members that only the other has', () => {
    expect(
      missing(named('a'), spec({ containers: [{ name: 'z' }, { name: 'a', image: 'x' }], dnsPolicy: 'Default' }), POD),
    ).toEqual([]);
  });

  it('finds a lost member, element and entry', () => {
    expect(missing(spec({ hostname: 'h' }), spec({ subdomain: 's' }), POD)).toEqual([
      { path: '/spec/hostname', expected: 'h', actual: undefined },
    ]);
    expect(missing(named('a', 'b'), named('b'), POD).map(({ path }) => path)).toEqual(['/spec/containers/[name=a]']);
    expect(missing({ data: { a: '' } }, { data: { b: '' } }, { schema: 'core/v1.ConfigMap' })).toEqual([
      { path: '/data/a', expected: '', actual: undefined },
    ]);
  });

  it('finds texts added to a list without a key, but not objects', () => {
    const args = (...list: string[]): Json => spec({ containers: [{ name: 'c', args: list }] });
    expect(missing(args('a'), args('a', 'b'), POD)).toHaveLength(1);
    const tolerations = (...keys: string[]): Json => spec({ tolerations: keys.map((key) => ({ key })) });
    expect(missing(tolerations('a', 'b'), tolerations('a', 'x', 'b', 'y'), POD)).toEqual([]);
    expect(missing(tolerations('a', 'b'), tolerations('b', 'a', 'y'), POD)).not.toEqual([]);
  });
});

describe('deviations', () => {
  it('accept members that the server may fill in, and nothing else', () => {
    expect(
      deviations(
        named('a'),
        spec({ containers: [{ name: 'a', imagePullPolicy: 'Always' }], dnsPolicy: 'Default' }),
        POD,
      ),
    ).toEqual([]);
    expect(deviations(named('a'), named('a', 'b'), POD).map(({ path }) => path)).toEqual(['/spec/containers/[name=b]']);
    expect(
      deviations({ data: { a: '1' } }, { data: { a: '1', b: '2' } }, { schema: 'core/v1.ConfigMap' }).map(
        ({ path }) => path,
      ),
    ).toEqual(['/data/b']);
    const noted = { metadata: { name: 'x', annotations: { note: '1' } } };
    expect(deviations({ metadata: { name: 'x' } }, noted, POD).map(({ path }) => path)).toEqual([
      '/metadata/annotations/note',
    ]);
    expect(deviations({ metadata: { name: 'x' } }, { metadata: { name: 'x', labels: { copied: '1' } } }, POD)).toEqual(
      [],
    );
    expect(deviations(spec({ hostname: 'h' }), spec({ hostname: 'i' }), POD)).toHaveLength(1);
    expect(deviations(spec({ hostname: 'h' }), spec({ subdomain: 'i' }), POD)).toHaveLength(1);
  });
});

describe('surplus', () => {
  const mayBeDefault = (path: string): boolean => path === '/spec/dnsPolicy';

  it('is every member that was neither sent nor may be a default', () => {
    expect(
      surplus(spec({ hostname: 'h' }), spec({ hostname: 'other', dnsPolicy: 'Default', subdomain: 's' }), {
        ...POD,
        mayBeDefault,
      }),
    ).toEqual([{ path: '/spec/subdomain', expected: undefined, actual: 's' }]);
  });

  it('holds every entry that a sent map did not have', () => {
    const labelled = (labels: Json): Json => ({ metadata: { labels } });
    expect(
      surplus(labelled({ a: '1' }), labelled({ a: '1', b: '2' }), { ...POD, mayBeDefault: () => true }),
    ).toHaveLength(1);
    expect(
      surplus(
        { metadata: { name: 'x' } },
        { metadata: { name: 'x', labels: { b: '2' } } },
        { ...POD, mayBeDefault: () => true },
      ),
    ).toEqual([]);
  });
});
