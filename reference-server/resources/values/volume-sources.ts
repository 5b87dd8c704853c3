import { dnsSubdomain, type Format } from './formats.ts';

/** A volume source, and the checks of its members. */
export interface VolumeSource {
  readonly name: string;
  /** Required members that must not be empty. */
  readonly required?: readonly string[];
  /** A member of later releases that replaces the required ones. */
  readonly insteadOfRequired?: string;
  /** Numbers between inclusive bounds. */
  readonly bounds?: readonly (readonly [member: string, least: number, most: number])[];
  /** Enumerations. */
  readonly oneOf?: Readonly<Record<string, readonly string[]>>;
  readonly formats?: Readonly<Record<string, Format>>;
  /** Whether its keys become files: `items` and `defaultMode`. */
  readonly files?: true;
  /** The name of its members in causes, if it differs from its own. */
  readonly reportedAs?: string;
}

export const FILE_MODES = [0, 0o777] as const;
const PARTITION = ['partition', 0, 255] as const;
const LUN = ['lun', 0, 255] as const;
const MODE = ['defaultMode', ...FILE_MODES] as const;

export const relativePath: Format = (value) => (value.startsWith('/') ? 'must be a relative path' : noBacksteps(value));

const noBacksteps: Format = (value) =>
  value.split('/').includes('..') ? 'must not have ".." as an element' : undefined;

const absolutePath: Format = (value) => (value.startsWith('/') ? undefined : 'must be an absolute path');

const hostPorts: Format = (value) =>
  value.split(',').every((part) => /^.+:\d+$/.test(part)) ? undefined : 'must be a list of host:port';

const driverName: Format = (value) =>
  value.length <= 63 ? dnsSubdomain(value.toLowerCase()) : 'must have at most 63 characters';

/** In this order: every source after the first one is refused. */
export const VOLUME_SOURCES: readonly VolumeSource[] = [
  { name: 'emptyDir' },
  { name: 'hostPath', required: ['path'], formats: { path: noBacksteps } },
  { name: 'gitRepo', required: ['repository'], formats: { directory: relativePath } },
  { name: 'gcePersistentDisk', required: ['pdName'], bounds: [PARTITION], reportedAs: 'persistentDisk' },
  { name: 'awsElasticBlockStore', required: ['volumeID'], bounds: [PARTITION] },
  { name: 'secret', required: ['secretName'], bounds: [MODE], files: true },
  { name: 'nfs', required: ['server', 'path'], formats: { path: absolutePath } },
  { name: 'iscsi', required: ['targetPortal', 'iqn'], bounds: [LUN] },
  { name: 'glusterfs', required: ['endpoints', 'path'] },
  { name: 'flocker' },
  { name: 'persistentVolumeClaim', required: ['claimName'] },
  { name: 'rbd', required: ['monitors', 'image'] },
  { name: 'cinder', required: ['volumeID'] },
  { name: 'cephfs', required: ['monitors'] },
  { name: 'quobyte', required: ['registry', 'volume'], formats: { registry: hostPorts } },
  { name: 'downwardAPI', bounds: [MODE] },
  {
    name: 'fc',
    required: ['targetWWNs', 'lun'],
    insteadOfRequired: 'wwids',
    bounds: [LUN],
  },
  { name: 'flexVolume', required: ['driver'] },
  { name: 'configMap', required: ['name'], bounds: [MODE], files: true },
  { name: 'azureFile', required: ['secretName', 'shareName'] },
  { name: 'vsphereVolume', required: ['volumePath'] },
  { name: 'photonPersistentDisk', required: ['pdID'] },
  { name: 'portworxVolume', required: ['volumeID'] },
  {
    name: 'azureDisk',
    required: ['diskName', 'diskURI'],
    oneOf: { cachingMode: ['None', 'ReadOnly', 'ReadWrite'], kind: ['Dedicated', 'Managed', 'Shared'] },
  },
  { name: 'storageos', required: ['volumeName'] },
  { name: 'projected', bounds: [MODE] },
  { name: 'scaleIO', required: ['gateway', 'system', 'volumeName'] },
  { name: 'csi', required: ['driver'], formats: { driver: driverName } },
  { name: 'ephemeral', required: ['volumeClaimTemplate'] },
  { name: 'image' },
];
