import type { ApiObject } from '../api-object.ts';
import { items, members, number, text } from '../values/json-members.ts';
import {
  count,
  counted,
  listed,
  ofTemplate,
  orNone,
  type PrintedColumn,
  spec,
  status,
  wide,
  word,
} from './printed-cells.ts';

/** Whether pods can be scheduled on a node, in the words of command lines. */
const nodeStatus = (object: ApiObject): string => {
  const isReady = items(status(object)['conditions'])
    .map(members)
    .find((condition) => condition['type'] === 'Ready')?.['status'];
  const words = [
    isReady === 'True' ? 'Ready' : isReady === undefined ? 'Unknown' : 'NotReady',
    ...(spec(object)['unschedulable'] === true ? ['SchedulingDisabled'] : []),
  ];
  return words.join(',');
};

/** Prefix of the role in a node's labels. */
const ROLE = 'node-role.kubernetes.io/';

const roles = ({ metadata }: ApiObject): string =>
  orNone(
    Object.keys(metadata.labels ?? {})
      .filter((label) => label.startsWith(ROLE))
      .map((label) => label.slice(ROLE.length))
      .join(','),
  );

const internalAddress = (object: ApiObject): string => {
  const addresses = items(status(object)['addresses']).map(members);
  return orNone(text(addresses.find(({ type }) => type === 'InternalIP')?.['address']));
};

/** The first few addresses with their ports, and the number of others. */
const endpoints = (object: ApiObject): string => {
  const all = items(object['subsets'])
    .map(members)
    .flatMap(({ addresses, ports }) =>
      items(addresses)
        .map(members)
        .flatMap(({ ip }) =>
          items(ports)
            .map(members)
            .map(({ port }) => `${text(ip)}:${number(port)}`),
        ),
    );
  return all.length > 3 ? `${all.slice(0, 3).join(',')} + ${all.length - 3} more...` : orNone(all.join(','));
};

const accessModes = (object: ApiObject): string =>
  orNone(
    items(spec(object)['accessModes'])
      .map((mode) => text(mode).replaceAll(/[a-z]/g, ''))
      .join(','),
  );
const capacity = (part: unknown): string => orNone(text(members(members(part)['capacity'])['storage']));
const phase = word('Status', (object) => text(status(object)['phase']));

/** Columns of the plain kinds, by kind. */
export const PLAIN_COLUMNS: ReadonlyMap<string, readonly PrintedColumn[]> = new Map([
  ['ControllerRevision', [count('Revision', (object) => number(object['revision']))]],
  ['Endpoints', [word('Endpoints', endpoints)]],
  [
    'Node',
    [
      word('Status', nodeStatus),
      word('Roles', roles),
      word('Version', (object) => orNone(text(members(status(object)['nodeInfo'])['kubeletVersion']))),
      wide('Internal-IP', internalAddress),
    ],
  ],
  [
    'PersistentVolume',
    [
      word('Capacity', (object) => capacity(object['spec'])),
      word('Access Modes', accessModes),
      word('Reclaim Policy', (object) => orNone(text(spec(object)['persistentVolumeReclaimPolicy']))),
      phase,
      word('Claim', (object) => orNone(text(members(spec(object)['claimRef'])['name']))),
    ],
  ],
  [
    'PersistentVolumeClaim',
    [
      phase,
      word('Volume', (object) => orNone(text(spec(object)['volumeName']))),
      word('Capacity', (object) => capacity(object['status'])),
      word('Access Modes', accessModes),
    ],
  ],
  [
    'ReplicationController',
    [
      count('Desired', (object) => number(spec(object)['replicas'])),
      count('Current', (object) => number(status(object)['replicas'])),
      count('Ready', (object) => number(status(object)['readyReplicas'])),
      ...ofTemplate,
    ],
  ],
  [
    'ResourceQuota',
    [
      word('Hard', (object) =>
        orNone(
          Object.entries(members(spec(object)['hard']))
            .map(([name, amount]) => `${name}: ${String(amount)}`)
            .join(', '),
        ),
      ),
    ],
  ],
  ['ServiceAccount', [count('Secrets', (object) => items(object['secrets']).length)]],
  [
    'StatefulSet',
    [
      word('Ready', (object) => counted(status(object)['readyReplicas'], spec(object)['replicas'])),
      wide('Images', (object) => listed(members(members(spec(object)['template'])['spec'])['containers'], 'image')),
    ],
  ],
]);
