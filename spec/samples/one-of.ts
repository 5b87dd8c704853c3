import type { TypeId } from '../schemas/schema.ts';

/** Members of which an object of the type has exactly one. */
export const ONE_OF: Readonly<Record<TypeId, readonly string[]>> = {
  'core/v1.Volume': [
    'hostPath', 'emptyDir', 'gcePersistentDisk', 'awsElasticBlockStore', 'gitRepo', 'secret', 'nfs', 'iscsi', 'glusterfs', 'persistentVolumeClaim', 'rbd', 'flexVolume', 'cinder', 'cephfs', 'flocker',
    'downwardAPI', 'fc', 'azureFile', 'configMap', 'vsphereVolume', 'quobyte', 'azureDisk', 'photonPersistentDisk', 'projected', 'portworxVolume', 'scaleIO', 'storageos',
  ],
  'core/v1.VolumeProjection': ['secret', 'downwardAPI', 'configMap'],
  'core/v1.DownwardAPIVolumeFile': ['fieldRef', 'resourceFieldRef'],
  'core/v1.EnvVar': ['value', 'valueFrom'],
  'core/v1.EnvVarSource': ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef'],
  'core/v1.EnvFromSource': ['configMapRef', 'secretRef'],
  'core/v1.Probe': ['exec', 'httpGet', 'tcpSocket'],
  'core/v1.Handler': ['exec', 'httpGet', 'tcpSocket'],
  'core/v1.ContainerState': ['waiting', 'running', 'terminated'],
  'core/v1.FlockerVolumeSource': ['datasetName', 'datasetUUID'],
  'core/v1.LoadBalancerIngress': ['ip', 'hostname'],
};
