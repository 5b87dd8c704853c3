import { describe, expect, it } from 'vitest';
import { compiledType } from './compile-type.ts';
import { TypeMismatch } from './type-mismatch.ts';

const pod = compiledType('core/v1.Pod');

describe('reading a value by its schema', () => {
  it('drops members that are unknown or null, at every depth, and null elements', () => {
    const sent = {
      x: 1,
      status: null,
      spec: { y: 2, nodeName: null, containers: [null, { name: 'c', z: 3, args: ['a', null] }] },
    };
    expect(pod.decode(sent)).toEqual({ spec: { containers: [{ name: 'c', args: ['a'] }] } });
  });

  it('reads a null value of a map of strings as the empty string', () => {
    expect(compiledType('core/v1.ConfigMap').decode({ data: { a: null, b: 'x' } })).toEqual({
      data: { a: '', b: 'x' },
    });
  });

  it.each([
    [
      { spec: { containers: [{ name: 'a' }, { image: 7 }] } },
      'spec.containers[1].image',
      'expected a string, got the number 7',
    ],
    [{ spec: { containers: {} } }, 'spec.containers', 'expected a list, got an object'],
    [{ spec: [] }, 'spec', 'expected an object, got a list'],
    [{ metadata: { labels: { a: true } } }, 'metadata.labels.a', 'expected a string, got the boolean true'],
    [{ spec: { hostNetwork: 'yes' } }, 'spec.hostNetwork', 'expected true or false, got the string "yes"'],
    [
      { spec: { priority: 1, containers: [{ ports: [{ containerPort: 2 ** 31 }] }] } },
      'spec.containers[0].ports[0].containerPort',
      'expected a 32-bit integer, got the number 2147483648',
    ],
    [
      { spec: { activeDeadlineSeconds: 1.5 } },
      'spec.activeDeadlineSeconds',
      'expected an integer between -2^53 and 2^53, got the number 1.5',
    ],
    [
      JSON.parse('{"spec":{"activeDeadlineSeconds":9007199254740993}}'),
      'spec.activeDeadlineSeconds',
      'expected an integer between -2^53 and 2^53, got a number beyond 2^53',
    ],
    [
      JSON.parse('{"spec":{"containers":[{"resources":{"limits":{"cpu":9007199254740993}}}]}}'),
      'spec.containers[0].resources.limits.cpu',
      'expected a number between -2^53 and 2^53, or a larger one in quotes, got a number beyond 2^53',
    ],
    [
      { status: { startTime: 'today' } },
      'status.startTime',
      'expected an RFC 3339 time such as 2017-08-01T12:00:00Z, got the string "today"',
    ],
  ])('names the place of a wrong type in %j', (value, path, message) => {
    let thrown: unknown;
    try {
      pod.decode(value);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(TypeMismatch);
    expect(thrown).toMatchObject({ path, message });
  });

  it('keeps the largest exact integer, and times in UTC to the second', () => {
    expect(
      pod.decode({
        spec: { activeDeadlineSeconds: 2 ** 53 - 1 },
        status: { startTime: '2017-08-01T12:00:00.75+02:00' },
      }),
    ).toEqual({
      spec: { activeDeadlineSeconds: 2 ** 53 - 1 },
      status: { startTime: '2017-08-01T10:00:00Z' },
    });
  });

  it('accepts numbers as quantities, and either form of a number or percentage', () => {
    expect(pod.decode({ spec: { containers: [{ resources: { limits: { cpu: 2 } } }] } })).toEqual({
      spec: { containers: [{ resources: { limits: { cpu: '2' } } }] },
    });
    const rolling = compiledType('apps/v1beta1.RollingUpdateDeployment');
    expect(rolling.decode({ maxSurge: 1, maxUnavailable: '20%' })).toEqual({ maxSurge: 1, maxUnavailable: '20%' });
  });

  it.each(['aGk=', 'aG\nk=', ''])('accepts %j as base64, without line breaks', (text) => {
    expect(compiledType('core/v1.Secret').decode({ data: { k: text } })).toEqual({
      data: { k: text.replace('\n', '') },
    });
  });

  it.each(['a', '*', 'aGk', 'a=k='])('refuses %j as base64', (text) => {
    expect(() => compiledType('core/v1.Secret').decode({ data: { k: text } })).toThrow('expected base64');
  });
});

describe('writing a value by its schema', () => {
  it('orders members as the schema has them and maps by key, kind and apiVersion first', () => {
    const shaped = pod.shape({
      spec: { nodeName: 'n', containers: [] },
      metadata: { labels: { b: '1', a: '2' }, name: 'x' },
      apiVersion: 'v1',
      kind: 'Pod',
    });
    expect(JSON.stringify(shaped)).toBe(
      '{"kind":"Pod","apiVersion":"v1","metadata":{"name":"x","creationTimestamp":null,"labels":{"a":"2","b":"1"}},"spec":{"containers":[],"nodeName":"n"},"status":{}}',
    );
  });

  it('leaves out empty members, except explicit zeros that differ from absence', () => {
    const shaped = compiledType('extensions/v1beta1.DeploymentSpec').shape({
      replicas: 0,
      minReadySeconds: 0,
      paused: false,
      template: { metadata: { labels: {} } },
    });
    expect(shaped).toEqual({
      replicas: 0,
      template: { metadata: { creationTimestamp: null }, spec: {} },
      strategy: {},
    });
  });

  it('is stable: a written value can be read and written again unchanged', () => {
    const first = pod.shape({
      kind: 'Pod',
      apiVersion: 'v1',
      metadata: { name: 'x', annotations: {} },
      spec: { containers: [{ name: 'c', env: [] }] },
    });
    expect(pod.shape(pod.decode(JSON.parse(JSON.stringify(first))))).toEqual(first);
  });
});
