import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../resources/api-object.ts';
import { planEndpoints } from './plan-endpoints.ts';

interface BackendShape {
  readonly ready?: boolean;
  readonly podIP?: string;
  readonly phase?: string;
  readonly ports?: readonly object[];
  readonly deletionTimestamp?: string;
}

function pod(
  name: string,
  { ready = true, podIP = `10.0.0.${name}`, phase = 'Running', ports = [], ...metadata }: BackendShape = {},
): ApiObject {
  const status = { phase, podIP, conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, ...metadata },
    spec: { containers: [{ name: 'c', ports }] },
    status,
  };
}

function service(...ports: object[]): ApiObject {
  return { apiVersion: 'v1', kind: 'Service', metadata: { name: 's' }, spec: { ports } };
}

function met(subject: ApiObject, ...pods: ApiObject[]): unknown {
  const ips = (addresses: unknown): unknown => (addresses as { ip: string }[] | undefined)?.map(({ ip }) => ip);
  return planEndpoints(subject, pods).map(({ addresses, notReadyAddresses, ports }) => [
    ips(addresses),
    ips(notReadyAddresses),
    ports,
  ]);
}

describe('the endpoints of a service', () => {
  it('list ready and unready pods separately, without those that are being deleted', () => {
    const pods = [pod('1'), pod('2', { ready: false }), pod('3', { deletionTimestamp: '2017-08-01T12:00:00Z' })];
    expect(met(service({ port: 80 }), ...pods)).toEqual([
      [['10.0.0.1'], ['10.0.0.2'], [{ port: 80, protocol: 'TCP' }]],
    ]);
  });

  it('include unready pods if the annotation of the service says so', () => {
    const bearing = service({ port: 80 });
    const annotations = { 'service.alpha.kubernetes.io/tolerate-unready-endpoints': 'true' };
    const pods = [pod('1', { ready: false }), pod('2', { deletionTimestamp: '2017-08-01T12:00:00Z' })];
    expect(met({ ...bearing, metadata: { ...bearing.metadata, annotations } }, ...pods)).toEqual([
      [['10.0.0.1', '10.0.0.2'], undefined, [{ port: 80, protocol: 'TCP' }]],
    ]);
  });

  it('have the host name of a pod whose subdomain is the service', () => {
    const named = (subdomain: string): ApiObject => ({
      ...pod('1'),
      spec: { hostname: 'first', subdomain, containers: [] },
    });
    const hostnames = ['s', 'other'].map(
      (subdomain) => planEndpoints(service({ port: 80 }), [named(subdomain)])[0]?.['addresses'],
    );
    expect(hostnames).toEqual([
      [expect.objectContaining({ hostname: 'first' })],
      [expect.not.objectContaining({ hostname: 'first' })],
    ]);
  });

  it('leave out pods that have no address or have finished', () => {
    expect(met(service({ port: 80 }), pod('1', { podIP: '' }), pod('2', { phase: 'Succeeded' }))).toEqual([]);
  });

  it('have the port that each pod names, in one subset for each set of ports', () => {
    const pods = [
      pod('1', { ports: [{ name: 'web', containerPort: 8080 }] }),
      pod('2', { ports: [{ name: 'web', containerPort: 9090, protocol: 'TCP' }] }),
      pod('3'),
    ];
    expect(met(service({ name: 'http', port: 80, targetPort: 'web' }), ...pods)).toEqual([
      [['10.0.0.1'], undefined, [{ name: 'http', port: 8080, protocol: 'TCP' }]],
      [['10.0.0.2'], undefined, [{ name: 'http', port: 9090, protocol: 'TCP' }]],
    ]);
  });
});
