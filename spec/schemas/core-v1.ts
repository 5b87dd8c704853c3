import type { Schemas } from './schema.ts';

/** The types of core/v1. */
export const CORE_V1: Schemas = {
  'core/v1.AWSElasticBlockStoreVolumeSource': {
    type: 'object',
    properties: {
      volumeID: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      fsType: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'string' } },
      partition: { type: 'integer', format: 'int32', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'int32' } },
      readOnly: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 4, type: 'bool' } },
    },
    required: ['volumeID'],
  },
  'core/v1.Affinity': {
    type: 'object',
    properties: {
      nodeAffinity: {
        $ref: '#/$defs/core~1v1.NodeAffinity',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 1, type: 'core/v1.NodeAffinity' },
      },
      podAffinity: {
        $ref: '#/$defs/core~1v1.PodAffinity',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'core/v1.PodAffinity' },
      },
      podAntiAffinity: {
        $ref: '#/$defs/core~1v1.PodAntiAffinity',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 3, type: 'core/v1.PodAntiAffinity' },
      },
    },
  },
  'core/v1.AzureDiskVolumeSource': {
    type: 'object',
    properties: {
      diskName: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      diskURI: { type: 'string', 'x-protobuf': { number: 2, type: 'string' } },
      cachingMode: {
        type: 'string',
        enum: ['None', 'ReadOnly', 'ReadWrite'],
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 3, type: 'string' },
      },
      fsType: { type: 'string', 'x-omit-empty': true, 'x-pointer': true, 'x-protobuf': { number: 4, type: 'string' } },
      readOnly: { type: 'boolean', 'x-omit-empty': true, 'x-pointer': true, 'x-protobuf': { number: 5, type: 'bool' } },
      kind: {
        type: 'string',
        enum: ['Shared', 'Dedicated', 'Managed'],
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 6, type: 'string' },
      },
    },
    required: ['diskName', 'diskURI'],
  },
  'core/v1.AzureFileVolumeSource': {
    type: 'object',
    properties: {
      secretName: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      shareName: { type: 'string', 'x-protobuf': { number: 2, type: 'string' } },
      readOnly: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'bool' } },
    },
    required: ['secretName', 'shareName'],
  },
  'core/v1.Capabilities': {
    type: 'object',
    properties: {
      add: {
        type: 'array',
        items: { type: 'string' },
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'string', repeated: true },
      },
      drop: {
        type: 'array',
        items: { type: 'string' },
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'string', repeated: true },
      },
    },
  },
  'core/v1.CephFSVolumeSource': {
    type: 'object',
    properties: {
      monitors: {
        type: 'array',
        items: { type: 'string' },
        'x-protobuf': { number: 1, type: 'string', repeated: true },
      },
      path: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'string' } },
      user: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'string' } },
      secretFile: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 4, type: 'string' } },
      secretRef: {
        $ref: '#/$defs/core~1v1.LocalObjectReference',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 5, type: 'core/v1.LocalObjectReference' },
      },
      readOnly: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 6, type: 'bool' } },
    },
    required: ['monitors'],
  },
  'core/v1.CinderVolumeSource': {
    type: 'object',
    properties: {
      volumeID: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      fsType: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'string' } },
      readOnly: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'bool' } },
    },
    required: ['volumeID'],
  },
  'core/v1.ConfigMap': {
    type: 'object',
    properties: {
      kind: { type: 'string', 'x-omit-empty': true },
      apiVersion: { type: 'string', 'x-omit-empty': true },
      metadata: {
        $ref: '#/$defs/meta~1v1.ObjectMeta',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'meta/v1.ObjectMeta' },
      },
      data: {
        type: 'object',
        additionalProperties: { type: 'string' },
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'map<string,string>' },
      },
    },
  },
  'core/v1.ConfigMapEnvSource': {
    type: 'object',
    properties: {
      name: {
        type: 'string',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'string' },
        'x-inlined-from': 'core/v1.LocalObjectReference',
      },
      optional: { type: 'boolean', 'x-omit-empty': true, 'x-pointer': true, 'x-protobuf': { number: 2, type: 'bool' } },
    },
    'x-inlines': { 'core/v1.LocalObjectReference': { number: 1, type: 'core/v1.LocalObjectReference' } },
  },
  'core/v1.ConfigMapKeySelector': {
    type: 'object',
    properties: {
      name: {
        type: 'string',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'string' },
        'x-inlined-from': 'core/v1.LocalObjectReference',
      },
      key: { type: 'string', 'x-protobuf': { number: 2, type: 'string' } },
      optional: { type: 'boolean', 'x-omit-empty': true, 'x-pointer': true, 'x-protobuf': { number: 3, type: 'bool' } },
    },
    required: ['key'],
    'x-inlines': { 'core/v1.LocalObjectReference': { number: 1, type: 'core/v1.LocalObjectReference' } },
  },
  'core/v1.ConfigMapList': {
    type: 'object',
    properties: {
      kind: { type: 'string', 'x-omit-empty': true },
      apiVersion: { type: 'string', 'x-omit-empty': true },
      metadata: {
        $ref: '#/$defs/meta~1v1.ListMeta',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'meta/v1.ListMeta' },
      },
      items: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.ConfigMap' },
        'x-protobuf': { number: 2, type: 'core/v1.ConfigMap', repeated: true },
      },
    },
    required: ['items'],
  },
  'core/v1.ConfigMapProjection': {
    type: 'object',
    properties: {
      name: {
        type: 'string',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'string' },
        'x-inlined-from': 'core/v1.LocalObjectReference',
      },
      items: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.KeyToPath' },
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'core/v1.KeyToPath', repeated: true },
      },
      optional: { type: 'boolean', 'x-omit-empty': true, 'x-pointer': true, 'x-protobuf': { number: 4, type: 'bool' } },
    },
    'x-inlines': { 'core/v1.LocalObjectReference': { number: 1, type: 'core/v1.LocalObjectReference' } },
  },
  'core/v1.ConfigMapVolumeSource': {
    type: 'object',
    properties: {
      name: {
        type: 'string',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'string' },
        'x-inlined-from': 'core/v1.LocalObjectReference',
      },
      items: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.KeyToPath' },
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'core/v1.KeyToPath', repeated: true },
      },
      defaultMode: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 3, type: 'int32' },
      },
      optional: { type: 'boolean', 'x-omit-empty': true, 'x-pointer': true, 'x-protobuf': { number: 4, type: 'bool' } },
    },
    'x-inlines': { 'core/v1.LocalObjectReference': { number: 1, type: 'core/v1.LocalObjectReference' } },
  },
  'core/v1.Container': {
    type: 'object',
    properties: {
      name: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      image: { type: 'string', 'x-protobuf': { number: 2, type: 'string' } },
      command: {
        type: 'array',
        items: { type: 'string' },
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'string', repeated: true },
      },
      args: {
        type: 'array',
        items: { type: 'string' },
        'x-omit-empty': true,
        'x-protobuf': { number: 4, type: 'string', repeated: true },
      },
      workingDir: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 5, type: 'string' } },
      ports: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.ContainerPort' },
        'x-patch-strategy': 'merge',
        'x-patch-merge-key': 'containerPort',
        'x-omit-empty': true,
        'x-protobuf': { number: 6, type: 'core/v1.ContainerPort', repeated: true },
      },
      envFrom: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.EnvFromSource' },
        'x-omit-empty': true,
        'x-protobuf': { number: 19, type: 'core/v1.EnvFromSource', repeated: true },
      },
      env: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.EnvVar' },
        'x-patch-strategy': 'merge',
        'x-patch-merge-key': 'name',
        'x-omit-empty': true,
        'x-protobuf': { number: 7, type: 'core/v1.EnvVar', repeated: true },
      },
      resources: {
        $ref: '#/$defs/core~1v1.ResourceRequirements',
        'x-omit-empty': true,
        'x-protobuf': { number: 8, type: 'core/v1.ResourceRequirements' },
      },
      volumeMounts: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.VolumeMount' },
        'x-patch-strategy': 'merge',
        'x-patch-merge-key': 'mountPath',
        'x-omit-empty': true,
        'x-protobuf': { number: 9, type: 'core/v1.VolumeMount', repeated: true },
      },
      livenessProbe: {
        $ref: '#/$defs/core~1v1.Probe',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 10, type: 'core/v1.Probe' },
      },
      readinessProbe: {
        $ref: '#/$defs/core~1v1.Probe',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 11, type: 'core/v1.Probe' },
      },
      lifecycle: {
        $ref: '#/$defs/core~1v1.Lifecycle',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 12, type: 'core/v1.Lifecycle' },
      },
      terminationMessagePath: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 13, type: 'string' } },
      terminationMessagePolicy: {
        type: 'string',
        enum: ['File', 'FallbackToLogsOnError'],
        'x-omit-empty': true,
        'x-protobuf': { number: 20, type: 'string' },
      },
      imagePullPolicy: {
        type: 'string',
        enum: ['Always', 'Never', 'IfNotPresent'],
        'x-omit-empty': true,
        'x-protobuf': { number: 14, type: 'string' },
      },
      securityContext: {
        $ref: '#/$defs/core~1v1.SecurityContext',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 15, type: 'core/v1.SecurityContext' },
      },
      stdin: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 16, type: 'bool' } },
      stdinOnce: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 17, type: 'bool' } },
      tty: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 18, type: 'bool' } },
    },
    required: ['name', 'image'],
  },
  'core/v1.ContainerPort': {
    type: 'object',
    properties: {
      name: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 1, type: 'string' } },
      hostPort: { type: 'integer', format: 'int32', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'int32' } },
      containerPort: { type: 'integer', format: 'int32', 'x-protobuf': { number: 3, type: 'int32' } },
      protocol: {
        type: 'string',
        enum: ['TCP', 'UDP'],
        'x-omit-empty': true,
        'x-protobuf': { number: 4, type: 'string' },
      },
      hostIP: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 5, type: 'string' } },
    },
    required: ['containerPort'],
  },
  'core/v1.ContainerState': {
    type: 'object',
    properties: {
      waiting: {
        $ref: '#/$defs/core~1v1.ContainerStateWaiting',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 1, type: 'core/v1.ContainerStateWaiting' },
      },
      running: {
        $ref: '#/$defs/core~1v1.ContainerStateRunning',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'core/v1.ContainerStateRunning' },
      },
      terminated: {
        $ref: '#/$defs/core~1v1.ContainerStateTerminated',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 3, type: 'core/v1.ContainerStateTerminated' },
      },
    },
  },
  'core/v1.ContainerStateRunning': {
    type: 'object',
    properties: {
      startedAt: {
        $ref: '#/$defs/meta~1v1.Time',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'meta/v1.Time' },
      },
    },
  },
  'core/v1.ContainerStateTerminated': {
    type: 'object',
    properties: {
      exitCode: { type: 'integer', format: 'int32', 'x-protobuf': { number: 1, type: 'int32' } },
      signal: { type: 'integer', format: 'int32', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'int32' } },
      reason: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'string' } },
      message: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 4, type: 'string' } },
      startedAt: {
        $ref: '#/$defs/meta~1v1.Time',
        'x-omit-empty': true,
        'x-protobuf': { number: 5, type: 'meta/v1.Time' },
      },
      finishedAt: {
        $ref: '#/$defs/meta~1v1.Time',
        'x-omit-empty': true,
        'x-protobuf': { number: 6, type: 'meta/v1.Time' },
      },
      containerID: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 7, type: 'string' } },
    },
    required: ['exitCode'],
  },
  'core/v1.ContainerStateWaiting': {
    type: 'object',
    properties: {
      reason: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 1, type: 'string' } },
      message: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'string' } },
    },
  },
  'core/v1.ContainerStatus': {
    type: 'object',
    properties: {
      name: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      state: {
        $ref: '#/$defs/core~1v1.ContainerState',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'core/v1.ContainerState' },
      },
      lastState: {
        $ref: '#/$defs/core~1v1.ContainerState',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'core/v1.ContainerState' },
      },
      ready: { type: 'boolean', 'x-protobuf': { number: 4, type: 'bool' } },
      restartCount: { type: 'integer', format: 'int32', 'x-protobuf': { number: 5, type: 'int32' } },
      image: { type: 'string', 'x-protobuf': { number: 6, type: 'string' } },
      imageID: { type: 'string', 'x-protobuf': { number: 7, type: 'string' } },
      containerID: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 8, type: 'string' } },
    },
    required: ['name', 'ready', 'restartCount', 'image', 'imageID'],
  },
  'core/v1.DownwardAPIProjection': {
    type: 'object',
    properties: {
      items: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.DownwardAPIVolumeFile' },
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'core/v1.DownwardAPIVolumeFile', repeated: true },
      },
    },
  },
  'core/v1.DownwardAPIVolumeFile': {
    type: 'object',
    properties: {
      path: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      fieldRef: {
        $ref: '#/$defs/core~1v1.ObjectFieldSelector',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'core/v1.ObjectFieldSelector' },
      },
      resourceFieldRef: {
        $ref: '#/$defs/core~1v1.ResourceFieldSelector',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 3, type: 'core/v1.ResourceFieldSelector' },
      },
      mode: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 4, type: 'int32' },
      },
    },
    required: ['path'],
  },
  'core/v1.DownwardAPIVolumeSource': {
    type: 'object',
    properties: {
      items: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.DownwardAPIVolumeFile' },
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'core/v1.DownwardAPIVolumeFile', repeated: true },
      },
      defaultMode: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'int32' },
      },
    },
  },
  'core/v1.EmptyDirVolumeSource': {
    type: 'object',
    properties: {
      medium: {
        type: 'string',
        enum: ['', 'Memory'],
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'string' },
      },
      sizeLimit: {
        $ref: '#/$defs/resource.Quantity',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'resource.Quantity' },
      },
    },
  },
  'core/v1.EnvFromSource': {
    type: 'object',
    properties: {
      prefix: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 1, type: 'string' } },
      configMapRef: {
        $ref: '#/$defs/core~1v1.ConfigMapEnvSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'core/v1.ConfigMapEnvSource' },
      },
      secretRef: {
        $ref: '#/$defs/core~1v1.SecretEnvSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 3, type: 'core/v1.SecretEnvSource' },
      },
    },
  },
  'core/v1.EnvVar': {
    type: 'object',
    properties: {
      name: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      value: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'string' } },
      valueFrom: {
        $ref: '#/$defs/core~1v1.EnvVarSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 3, type: 'core/v1.EnvVarSource' },
      },
    },
    required: ['name'],
  },
  'core/v1.EnvVarSource': {
    type: 'object',
    properties: {
      fieldRef: {
        $ref: '#/$defs/core~1v1.ObjectFieldSelector',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 1, type: 'core/v1.ObjectFieldSelector' },
      },
      resourceFieldRef: {
        $ref: '#/$defs/core~1v1.ResourceFieldSelector',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'core/v1.ResourceFieldSelector' },
      },
      configMapKeyRef: {
        $ref: '#/$defs/core~1v1.ConfigMapKeySelector',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 3, type: 'core/v1.ConfigMapKeySelector' },
      },
      secretKeyRef: {
        $ref: '#/$defs/core~1v1.SecretKeySelector',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 4, type: 'core/v1.SecretKeySelector' },
      },
    },
  },
  'core/v1.Event': {
    type: 'object',
    properties: {
      kind: { type: 'string', 'x-omit-empty': true },
      apiVersion: { type: 'string', 'x-omit-empty': true },
      metadata: { $ref: '#/$defs/meta~1v1.ObjectMeta', 'x-protobuf': { number: 1, type: 'meta/v1.ObjectMeta' } },
      involvedObject: {
        $ref: '#/$defs/core~1v1.ObjectReference',
        'x-protobuf': { number: 2, type: 'core/v1.ObjectReference' },
      },
      reason: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'string' } },
      message: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 4, type: 'string' } },
      source: {
        $ref: '#/$defs/core~1v1.EventSource',
        'x-omit-empty': true,
        'x-protobuf': { number: 5, type: 'core/v1.EventSource' },
      },
      firstTimestamp: {
        $ref: '#/$defs/meta~1v1.Time',
        'x-omit-empty': true,
        'x-protobuf': { number: 6, type: 'meta/v1.Time' },
      },
      lastTimestamp: {
        $ref: '#/$defs/meta~1v1.Time',
        'x-omit-empty': true,
        'x-protobuf': { number: 7, type: 'meta/v1.Time' },
      },
      count: { type: 'integer', format: 'int32', 'x-omit-empty': true, 'x-protobuf': { number: 8, type: 'int32' } },
      type: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 9, type: 'string' } },
    },
    required: ['metadata', 'involvedObject'],
  },
  'core/v1.EventList': {
    type: 'object',
    properties: {
      kind: { type: 'string', 'x-omit-empty': true },
      apiVersion: { type: 'string', 'x-omit-empty': true },
      metadata: {
        $ref: '#/$defs/meta~1v1.ListMeta',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'meta/v1.ListMeta' },
      },
      items: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.Event' },
        'x-protobuf': { number: 2, type: 'core/v1.Event', repeated: true },
      },
    },
    required: ['items'],
  },
  'core/v1.EventSource': {
    type: 'object',
    properties: {
      component: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 1, type: 'string' } },
      host: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'string' } },
    },
  },
  'core/v1.ExecAction': {
    type: 'object',
    properties: {
      command: {
        type: 'array',
        items: { type: 'string' },
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'string', repeated: true },
      },
    },
  },
  'core/v1.FCVolumeSource': {
    type: 'object',
    properties: {
      targetWWNs: {
        type: 'array',
        items: { type: 'string' },
        'x-protobuf': { number: 1, type: 'string', repeated: true },
      },
      lun: { type: 'integer', format: 'int32', 'x-pointer': true, 'x-protobuf': { number: 2, type: 'int32' } },
      fsType: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'string' } },
      readOnly: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 4, type: 'bool' } },
    },
    required: ['targetWWNs', 'lun'],
  },
  'core/v1.FlexVolumeSource': {
    type: 'object',
    properties: {
      driver: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      fsType: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'string' } },
      secretRef: {
        $ref: '#/$defs/core~1v1.LocalObjectReference',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 3, type: 'core/v1.LocalObjectReference' },
      },
      readOnly: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 4, type: 'bool' } },
      options: {
        type: 'object',
        additionalProperties: { type: 'string' },
        'x-omit-empty': true,
        'x-protobuf': { number: 5, type: 'map<string,string>' },
      },
    },
    required: ['driver'],
  },
  'core/v1.FlockerVolumeSource': {
    type: 'object',
    properties: {
      datasetName: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 1, type: 'string' } },
      datasetUUID: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'string' } },
    },
  },
  'core/v1.GCEPersistentDiskVolumeSource': {
    type: 'object',
    properties: {
      pdName: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      fsType: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'string' } },
      partition: { type: 'integer', format: 'int32', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'int32' } },
      readOnly: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 4, type: 'bool' } },
    },
    required: ['pdName'],
  },
  'core/v1.GitRepoVolumeSource': {
    type: 'object',
    properties: {
      repository: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      revision: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'string' } },
      directory: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'string' } },
    },
    required: ['repository'],
  },
  'core/v1.GlusterfsVolumeSource': {
    type: 'object',
    properties: {
      endpoints: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      path: { type: 'string', 'x-protobuf': { number: 2, type: 'string' } },
      readOnly: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'bool' } },
    },
    required: ['endpoints', 'path'],
  },
  'core/v1.HTTPGetAction': {
    type: 'object',
    properties: {
      path: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 1, type: 'string' } },
      port: { $ref: '#/$defs/intstr.IntOrString', 'x-protobuf': { number: 2, type: 'intstr.IntOrString' } },
      host: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'string' } },
      scheme: {
        type: 'string',
        enum: ['HTTP', 'HTTPS'],
        'x-omit-empty': true,
        'x-protobuf': { number: 4, type: 'string' },
      },
      httpHeaders: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.HTTPHeader' },
        'x-omit-empty': true,
        'x-protobuf': { number: 5, type: 'core/v1.HTTPHeader', repeated: true },
      },
    },
    required: ['port'],
  },
  'core/v1.HTTPHeader': {
    type: 'object',
    properties: {
      name: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      value: { type: 'string', 'x-protobuf': { number: 2, type: 'string' } },
    },
    required: ['name', 'value'],
  },
  'core/v1.Handler': {
    type: 'object',
    properties: {
      exec: {
        $ref: '#/$defs/core~1v1.ExecAction',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 1, type: 'core/v1.ExecAction' },
      },
      httpGet: {
        $ref: '#/$defs/core~1v1.HTTPGetAction',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'core/v1.HTTPGetAction' },
      },
      tcpSocket: {
        $ref: '#/$defs/core~1v1.TCPSocketAction',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 3, type: 'core/v1.TCPSocketAction' },
      },
    },
  },
  'core/v1.HostAlias': {
    type: 'object',
    properties: {
      ip: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 1, type: 'string' } },
      hostnames: {
        type: 'array',
        items: { type: 'string' },
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'string', repeated: true },
      },
    },
  },
  'core/v1.HostPathVolumeSource': {
    type: 'object',
    properties: {
      path: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
    },
    required: ['path'],
  },
  'core/v1.ISCSIVolumeSource': {
    type: 'object',
    properties: {
      targetPortal: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      iqn: { type: 'string', 'x-protobuf': { number: 2, type: 'string' } },
      lun: { type: 'integer', format: 'int32', 'x-protobuf': { number: 3, type: 'int32' } },
      iscsiInterface: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 4, type: 'string' } },
      fsType: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 5, type: 'string' } },
      readOnly: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 6, type: 'bool' } },
      portals: {
        type: 'array',
        items: { type: 'string' },
        'x-omit-empty': true,
        'x-protobuf': { number: 7, type: 'string', repeated: true },
      },
      chapAuthDiscovery: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 8, type: 'bool' } },
      chapAuthSession: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 11, type: 'bool' } },
      secretRef: {
        $ref: '#/$defs/core~1v1.LocalObjectReference',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 10, type: 'core/v1.LocalObjectReference' },
      },
    },
    required: ['targetPortal', 'iqn', 'lun'],
  },
  'core/v1.KeyToPath': {
    type: 'object',
    properties: {
      key: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      path: { type: 'string', 'x-protobuf': { number: 2, type: 'string' } },
      mode: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 3, type: 'int32' },
      },
    },
    required: ['key', 'path'],
  },
  'core/v1.Lifecycle': {
    type: 'object',
    properties: {
      postStart: {
        $ref: '#/$defs/core~1v1.Handler',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 1, type: 'core/v1.Handler' },
      },
      preStop: {
        $ref: '#/$defs/core~1v1.Handler',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'core/v1.Handler' },
      },
    },
  },
  'core/v1.LoadBalancerIngress': {
    type: 'object',
    properties: {
      ip: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 1, type: 'string' } },
      hostname: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'string' } },
    },
  },
  'core/v1.LoadBalancerStatus': {
    type: 'object',
    properties: {
      ingress: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.LoadBalancerIngress' },
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'core/v1.LoadBalancerIngress', repeated: true },
      },
    },
  },
  'core/v1.LocalObjectReference': {
    type: 'object',
    properties: {
      name: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 1, type: 'string' } },
    },
  },
  'core/v1.NFSVolumeSource': {
    type: 'object',
    properties: {
      server: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      path: { type: 'string', 'x-protobuf': { number: 2, type: 'string' } },
      readOnly: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'bool' } },
    },
    required: ['server', 'path'],
  },
  'core/v1.Namespace': {
    type: 'object',
    properties: {
      kind: { type: 'string', 'x-omit-empty': true },
      apiVersion: { type: 'string', 'x-omit-empty': true },
      metadata: {
        $ref: '#/$defs/meta~1v1.ObjectMeta',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'meta/v1.ObjectMeta' },
      },
      spec: {
        $ref: '#/$defs/core~1v1.NamespaceSpec',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'core/v1.NamespaceSpec' },
      },
      status: {
        $ref: '#/$defs/core~1v1.NamespaceStatus',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'core/v1.NamespaceStatus' },
      },
    },
  },
  'core/v1.NamespaceList': {
    type: 'object',
    properties: {
      kind: { type: 'string', 'x-omit-empty': true },
      apiVersion: { type: 'string', 'x-omit-empty': true },
      metadata: {
        $ref: '#/$defs/meta~1v1.ListMeta',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'meta/v1.ListMeta' },
      },
      items: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.Namespace' },
        'x-protobuf': { number: 2, type: 'core/v1.Namespace', repeated: true },
      },
    },
    required: ['items'],
  },
  'core/v1.NamespaceSpec': {
    type: 'object',
    properties: {
      finalizers: {
        type: 'array',
        items: { type: 'string', 'x-known-values': ['kubernetes'] },
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'string', repeated: true },
      },
    },
  },
  'core/v1.NamespaceStatus': {
    type: 'object',
    properties: {
      phase: {
        type: 'string',
        enum: ['Active', 'Terminating'],
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'string' },
      },
    },
  },
  'core/v1.NodeAffinity': {
    type: 'object',
    properties: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        $ref: '#/$defs/core~1v1.NodeSelector',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 1, type: 'core/v1.NodeSelector' },
      },
      preferredDuringSchedulingIgnoredDuringExecution: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.PreferredSchedulingTerm' },
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'core/v1.PreferredSchedulingTerm', repeated: true },
      },
    },
  },
  'core/v1.NodeSelector': {
    type: 'object',
    properties: {
      nodeSelectorTerms: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.NodeSelectorTerm' },
        'x-protobuf': { number: 1, type: 'core/v1.NodeSelectorTerm', repeated: true },
      },
    },
    required: ['nodeSelectorTerms'],
  },
  'core/v1.NodeSelectorRequirement': {
    type: 'object',
    properties: {
      key: {
        type: 'string',
        'x-patch-strategy': 'merge',
        'x-patch-merge-key': 'key',
        'x-protobuf': { number: 1, type: 'string' },
      },
      operator: {
        type: 'string',
        enum: ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'],
        'x-protobuf': { number: 2, type: 'string' },
      },
      values: {
        type: 'array',
        items: { type: 'string' },
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'string', repeated: true },
      },
    },
    required: ['key', 'operator'],
  },
  'core/v1.NodeSelectorTerm': {
    type: 'object',
    properties: {
      matchExpressions: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.NodeSelectorRequirement' },
        'x-protobuf': { number: 1, type: 'core/v1.NodeSelectorRequirement', repeated: true },
      },
    },
    required: ['matchExpressions'],
  },
  'core/v1.ObjectFieldSelector': {
    type: 'object',
    properties: {
      apiVersion: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 1, type: 'string' } },
      fieldPath: { type: 'string', 'x-protobuf': { number: 2, type: 'string' } },
    },
    required: ['fieldPath'],
  },
  'core/v1.ObjectReference': {
    type: 'object',
    properties: {
      kind: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 1, type: 'string' } },
      namespace: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'string' } },
      name: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'string' } },
      uid: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 4, type: 'string' } },
      apiVersion: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 5, type: 'string' } },
      resourceVersion: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 6, type: 'string' } },
      fieldPath: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 7, type: 'string' } },
    },
  },
  'core/v1.PersistentVolumeClaimVolumeSource': {
    type: 'object',
    properties: {
      claimName: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      readOnly: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'bool' } },
    },
    required: ['claimName'],
  },
  'core/v1.PhotonPersistentDiskVolumeSource': {
    type: 'object',
    properties: {
      pdID: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      fsType: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'string' } },
    },
    required: ['pdID'],
  },
  'core/v1.Pod': {
    type: 'object',
    properties: {
      kind: { type: 'string', 'x-omit-empty': true },
      apiVersion: { type: 'string', 'x-omit-empty': true },
      metadata: {
        $ref: '#/$defs/meta~1v1.ObjectMeta',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'meta/v1.ObjectMeta' },
      },
      spec: {
        $ref: '#/$defs/core~1v1.PodSpec',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'core/v1.PodSpec' },
      },
      status: {
        $ref: '#/$defs/core~1v1.PodStatus',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'core/v1.PodStatus' },
      },
    },
  },
  'core/v1.PodAffinity': {
    type: 'object',
    properties: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.PodAffinityTerm' },
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'core/v1.PodAffinityTerm', repeated: true },
      },
      preferredDuringSchedulingIgnoredDuringExecution: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.WeightedPodAffinityTerm' },
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'core/v1.WeightedPodAffinityTerm', repeated: true },
      },
    },
  },
  'core/v1.PodAffinityTerm': {
    type: 'object',
    properties: {
      labelSelector: {
        $ref: '#/$defs/meta~1v1.LabelSelector',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 1, type: 'meta/v1.LabelSelector' },
      },
      namespaces: {
        type: 'array',
        items: { type: 'string' },
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'string', repeated: true },
      },
      topologyKey: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'string' } },
    },
  },
  'core/v1.PodAntiAffinity': {
    type: 'object',
    properties: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.PodAffinityTerm' },
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'core/v1.PodAffinityTerm', repeated: true },
      },
      preferredDuringSchedulingIgnoredDuringExecution: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.WeightedPodAffinityTerm' },
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'core/v1.WeightedPodAffinityTerm', repeated: true },
      },
    },
  },
  'core/v1.PodCondition': {
    type: 'object',
    properties: {
      type: {
        type: 'string',
        'x-known-values': ['PodScheduled', 'Ready', 'Initialized'],
        'x-protobuf': { number: 1, type: 'string' },
      },
      status: { type: 'string', enum: ['True', 'False', 'Unknown'], 'x-protobuf': { number: 2, type: 'string' } },
      lastProbeTime: {
        $ref: '#/$defs/meta~1v1.Time',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'meta/v1.Time' },
      },
      lastTransitionTime: {
        $ref: '#/$defs/meta~1v1.Time',
        'x-omit-empty': true,
        'x-protobuf': { number: 4, type: 'meta/v1.Time' },
      },
      reason: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 5, type: 'string' } },
      message: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 6, type: 'string' } },
    },
    required: ['type', 'status'],
  },
  'core/v1.PodList': {
    type: 'object',
    properties: {
      kind: { type: 'string', 'x-omit-empty': true },
      apiVersion: { type: 'string', 'x-omit-empty': true },
      metadata: {
        $ref: '#/$defs/meta~1v1.ListMeta',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'meta/v1.ListMeta' },
      },
      items: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.Pod' },
        'x-protobuf': { number: 2, type: 'core/v1.Pod', repeated: true },
      },
    },
    required: ['items'],
  },
  'core/v1.PodSecurityContext': {
    type: 'object',
    properties: {
      seLinuxOptions: {
        $ref: '#/$defs/core~1v1.SELinuxOptions',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 1, type: 'core/v1.SELinuxOptions' },
      },
      runAsUser: {
        type: 'integer',
        format: 'int64',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'int64' },
      },
      runAsNonRoot: {
        type: 'boolean',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 3, type: 'bool' },
      },
      supplementalGroups: {
        type: 'array',
        items: { type: 'integer', format: 'int64' },
        'x-omit-empty': true,
        'x-protobuf': { number: 4, type: 'int64', repeated: true },
      },
      fsGroup: {
        type: 'integer',
        format: 'int64',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 5, type: 'int64' },
      },
    },
  },
  'core/v1.PodSpec': {
    type: 'object',
    properties: {
      volumes: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.Volume' },
        'x-patch-strategy': 'merge,retainKeys',
        'x-patch-merge-key': 'name',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'core/v1.Volume', repeated: true },
      },
      initContainers: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.Container' },
        'x-patch-strategy': 'merge',
        'x-patch-merge-key': 'name',
        'x-omit-empty': true,
        'x-protobuf': { number: 20, type: 'core/v1.Container', repeated: true },
      },
      containers: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.Container' },
        'x-patch-strategy': 'merge',
        'x-patch-merge-key': 'name',
        'x-protobuf': { number: 2, type: 'core/v1.Container', repeated: true },
      },
      restartPolicy: {
        type: 'string',
        enum: ['Always', 'OnFailure', 'Never'],
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'string' },
      },
      terminationGracePeriodSeconds: {
        type: 'integer',
        format: 'int64',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 4, type: 'int64' },
      },
      activeDeadlineSeconds: {
        type: 'integer',
        format: 'int64',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 5, type: 'int64' },
      },
      dnsPolicy: {
        type: 'string',
        enum: ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default'],
        'x-omit-empty': true,
        'x-protobuf': { number: 6, type: 'string' },
      },
      nodeSelector: {
        type: 'object',
        additionalProperties: { type: 'string' },
        'x-omit-empty': true,
        'x-protobuf': { number: 7, type: 'map<string,string>' },
      },
      serviceAccountName: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 8, type: 'string' } },
      serviceAccount: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 9, type: 'string' } },
      automountServiceAccountToken: {
        type: 'boolean',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 21, type: 'bool' },
      },
      nodeName: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 10, type: 'string' } },
      hostNetwork: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 11, type: 'bool' } },
      hostPID: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 12, type: 'bool' } },
      hostIPC: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 13, type: 'bool' } },
      securityContext: {
        $ref: '#/$defs/core~1v1.PodSecurityContext',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 14, type: 'core/v1.PodSecurityContext' },
      },
      imagePullSecrets: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.LocalObjectReference' },
        'x-patch-strategy': 'merge',
        'x-patch-merge-key': 'name',
        'x-omit-empty': true,
        'x-protobuf': { number: 15, type: 'core/v1.LocalObjectReference', repeated: true },
      },
      hostname: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 16, type: 'string' } },
      subdomain: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 17, type: 'string' } },
      affinity: {
        $ref: '#/$defs/core~1v1.Affinity',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 18, type: 'core/v1.Affinity' },
      },
      schedulerName: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 19, type: 'string' } },
      tolerations: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.Toleration' },
        'x-omit-empty': true,
        'x-protobuf': { number: 22, type: 'core/v1.Toleration', repeated: true },
      },
      hostAliases: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.HostAlias' },
        'x-patch-strategy': 'merge',
        'x-patch-merge-key': 'ip',
        'x-omit-empty': true,
        'x-protobuf': { number: 23, type: 'core/v1.HostAlias', repeated: true },
      },
    },
    required: ['containers'],
  },
  'core/v1.PodStatus': {
    type: 'object',
    properties: {
      phase: {
        type: 'string',
        enum: ['Pending', 'Running', 'Succeeded', 'Failed', 'Unknown'],
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'string' },
      },
      conditions: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.PodCondition' },
        'x-patch-strategy': 'merge',
        'x-patch-merge-key': 'type',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'core/v1.PodCondition', repeated: true },
      },
      message: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'string' } },
      reason: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 4, type: 'string' } },
      hostIP: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 5, type: 'string' } },
      podIP: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 6, type: 'string' } },
      startTime: {
        $ref: '#/$defs/meta~1v1.Time',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 7, type: 'meta/v1.Time' },
      },
      initContainerStatuses: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.ContainerStatus' },
        'x-omit-empty': true,
        'x-protobuf': { number: 10, type: 'core/v1.ContainerStatus', repeated: true },
      },
      containerStatuses: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.ContainerStatus' },
        'x-omit-empty': true,
        'x-protobuf': { number: 8, type: 'core/v1.ContainerStatus', repeated: true },
      },
      qosClass: {
        type: 'string',
        enum: ['Guaranteed', 'Burstable', 'BestEffort'],
        'x-omit-empty': true,
        'x-protobuf': { number: 9, type: 'string' },
      },
    },
  },
  'core/v1.PodTemplateSpec': {
    type: 'object',
    properties: {
      metadata: {
        $ref: '#/$defs/meta~1v1.ObjectMeta',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'meta/v1.ObjectMeta' },
      },
      spec: {
        $ref: '#/$defs/core~1v1.PodSpec',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'core/v1.PodSpec' },
      },
    },
  },
  'core/v1.PortworxVolumeSource': {
    type: 'object',
    properties: {
      volumeID: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      fsType: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'string' } },
      readOnly: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'bool' } },
    },
    required: ['volumeID'],
  },
  'core/v1.PreferredSchedulingTerm': {
    type: 'object',
    properties: {
      weight: { type: 'integer', format: 'int32', 'x-protobuf': { number: 1, type: 'int32' } },
      preference: {
        $ref: '#/$defs/core~1v1.NodeSelectorTerm',
        'x-protobuf': { number: 2, type: 'core/v1.NodeSelectorTerm' },
      },
    },
    required: ['weight', 'preference'],
  },
  'core/v1.Probe': {
    type: 'object',
    properties: {
      exec: {
        $ref: '#/$defs/core~1v1.ExecAction',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 1, type: 'core/v1.ExecAction' },
        'x-inlined-from': 'core/v1.Handler',
      },
      httpGet: {
        $ref: '#/$defs/core~1v1.HTTPGetAction',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'core/v1.HTTPGetAction' },
        'x-inlined-from': 'core/v1.Handler',
      },
      tcpSocket: {
        $ref: '#/$defs/core~1v1.TCPSocketAction',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 3, type: 'core/v1.TCPSocketAction' },
        'x-inlined-from': 'core/v1.Handler',
      },
      initialDelaySeconds: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'int32' },
      },
      timeoutSeconds: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'int32' },
      },
      periodSeconds: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-protobuf': { number: 4, type: 'int32' },
      },
      successThreshold: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-protobuf': { number: 5, type: 'int32' },
      },
      failureThreshold: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-protobuf': { number: 6, type: 'int32' },
      },
    },
    'x-inlines': { 'core/v1.Handler': { number: 1, type: 'core/v1.Handler' } },
  },
  'core/v1.ProjectedVolumeSource': {
    type: 'object',
    properties: {
      sources: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.VolumeProjection' },
        'x-protobuf': { number: 1, type: 'core/v1.VolumeProjection', repeated: true },
      },
      defaultMode: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'int32' },
      },
    },
    required: ['sources'],
  },
  'core/v1.QuobyteVolumeSource': {
    type: 'object',
    properties: {
      registry: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      volume: { type: 'string', 'x-protobuf': { number: 2, type: 'string' } },
      readOnly: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'bool' } },
      user: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 4, type: 'string' } },
      group: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 5, type: 'string' } },
    },
    required: ['registry', 'volume'],
  },
  'core/v1.RBDVolumeSource': {
    type: 'object',
    properties: {
      monitors: {
        type: 'array',
        items: { type: 'string' },
        'x-protobuf': { number: 1, type: 'string', repeated: true },
      },
      image: { type: 'string', 'x-protobuf': { number: 2, type: 'string' } },
      fsType: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'string' } },
      pool: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 4, type: 'string' } },
      user: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 5, type: 'string' } },
      keyring: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 6, type: 'string' } },
      secretRef: {
        $ref: '#/$defs/core~1v1.LocalObjectReference',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 7, type: 'core/v1.LocalObjectReference' },
      },
      readOnly: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 8, type: 'bool' } },
    },
    required: ['monitors', 'image'],
  },
  'core/v1.ResourceFieldSelector': {
    type: 'object',
    properties: {
      containerName: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 1, type: 'string' } },
      resource: { type: 'string', 'x-protobuf': { number: 2, type: 'string' } },
      divisor: {
        $ref: '#/$defs/resource.Quantity',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'resource.Quantity' },
      },
    },
    required: ['resource'],
  },
  'core/v1.ResourceRequirements': {
    type: 'object',
    properties: {
      limits: {
        type: 'object',
        additionalProperties: { $ref: '#/$defs/resource.Quantity' },
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'map<string,resource.Quantity>' },
      },
      requests: {
        type: 'object',
        additionalProperties: { $ref: '#/$defs/resource.Quantity' },
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'map<string,resource.Quantity>' },
      },
    },
  },
  'core/v1.SELinuxOptions': {
    type: 'object',
    properties: {
      user: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 1, type: 'string' } },
      role: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'string' } },
      type: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'string' } },
      level: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 4, type: 'string' } },
    },
  },
  'core/v1.ScaleIOVolumeSource': {
    type: 'object',
    properties: {
      gateway: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      system: { type: 'string', 'x-protobuf': { number: 2, type: 'string' } },
      secretRef: {
        $ref: '#/$defs/core~1v1.LocalObjectReference',
        'x-pointer': true,
        'x-protobuf': { number: 3, type: 'core/v1.LocalObjectReference' },
      },
      sslEnabled: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 4, type: 'bool' } },
      protectionDomain: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 5, type: 'string' } },
      storagePool: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 6, type: 'string' } },
      storageMode: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 7, type: 'string' } },
      volumeName: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 8, type: 'string' } },
      fsType: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 9, type: 'string' } },
      readOnly: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 10, type: 'bool' } },
    },
    required: ['gateway', 'system', 'secretRef'],
  },
  'core/v1.Secret': {
    type: 'object',
    properties: {
      kind: { type: 'string', 'x-omit-empty': true },
      apiVersion: { type: 'string', 'x-omit-empty': true },
      metadata: {
        $ref: '#/$defs/meta~1v1.ObjectMeta',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'meta/v1.ObjectMeta' },
      },
      data: {
        type: 'object',
        additionalProperties: { type: 'string', format: 'byte' },
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'map<string,bytes>' },
      },
      stringData: {
        type: 'object',
        additionalProperties: { type: 'string' },
        'x-omit-empty': true,
        'x-protobuf': { number: 4, type: 'map<string,string>' },
      },
      type: {
        type: 'string',
        'x-known-values': [
          'Opaque',
          'kubernetes.io/service-account-token',
          'kubernetes.io/dockercfg',
          'kubernetes.io/dockerconfigjson',
          'kubernetes.io/basic-auth',
          'kubernetes.io/ssh-auth',
          'kubernetes.io/tls',
        ],
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'string' },
      },
    },
  },
  'core/v1.SecretEnvSource': {
    type: 'object',
    properties: {
      name: {
        type: 'string',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'string' },
        'x-inlined-from': 'core/v1.LocalObjectReference',
      },
      optional: { type: 'boolean', 'x-omit-empty': true, 'x-pointer': true, 'x-protobuf': { number: 2, type: 'bool' } },
    },
    'x-inlines': { 'core/v1.LocalObjectReference': { number: 1, type: 'core/v1.LocalObjectReference' } },
  },
  'core/v1.SecretKeySelector': {
    type: 'object',
    properties: {
      name: {
        type: 'string',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'string' },
        'x-inlined-from': 'core/v1.LocalObjectReference',
      },
      key: { type: 'string', 'x-protobuf': { number: 2, type: 'string' } },
      optional: { type: 'boolean', 'x-omit-empty': true, 'x-pointer': true, 'x-protobuf': { number: 3, type: 'bool' } },
    },
    required: ['key'],
    'x-inlines': { 'core/v1.LocalObjectReference': { number: 1, type: 'core/v1.LocalObjectReference' } },
  },
  'core/v1.SecretList': {
    type: 'object',
    properties: {
      kind: { type: 'string', 'x-omit-empty': true },
      apiVersion: { type: 'string', 'x-omit-empty': true },
      metadata: {
        $ref: '#/$defs/meta~1v1.ListMeta',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'meta/v1.ListMeta' },
      },
      items: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.Secret' },
        'x-protobuf': { number: 2, type: 'core/v1.Secret', repeated: true },
      },
    },
    required: ['items'],
  },
  'core/v1.SecretProjection': {
    type: 'object',
    properties: {
      name: {
        type: 'string',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'string' },
        'x-inlined-from': 'core/v1.LocalObjectReference',
      },
      items: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.KeyToPath' },
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'core/v1.KeyToPath', repeated: true },
      },
      optional: { type: 'boolean', 'x-omit-empty': true, 'x-pointer': true, 'x-protobuf': { number: 4, type: 'bool' } },
    },
    'x-inlines': { 'core/v1.LocalObjectReference': { number: 1, type: 'core/v1.LocalObjectReference' } },
  },
  'core/v1.SecretVolumeSource': {
    type: 'object',
    properties: {
      secretName: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 1, type: 'string' } },
      items: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.KeyToPath' },
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'core/v1.KeyToPath', repeated: true },
      },
      defaultMode: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 3, type: 'int32' },
      },
      optional: { type: 'boolean', 'x-omit-empty': true, 'x-pointer': true, 'x-protobuf': { number: 4, type: 'bool' } },
    },
  },
  'core/v1.SecurityContext': {
    type: 'object',
    properties: {
      capabilities: {
        $ref: '#/$defs/core~1v1.Capabilities',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 1, type: 'core/v1.Capabilities' },
      },
      privileged: {
        type: 'boolean',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'bool' },
      },
      seLinuxOptions: {
        $ref: '#/$defs/core~1v1.SELinuxOptions',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 3, type: 'core/v1.SELinuxOptions' },
      },
      runAsUser: {
        type: 'integer',
        format: 'int64',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 4, type: 'int64' },
      },
      runAsNonRoot: {
        type: 'boolean',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 5, type: 'bool' },
      },
      readOnlyRootFilesystem: {
        type: 'boolean',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 6, type: 'bool' },
      },
    },
  },
  'core/v1.Service': {
    type: 'object',
    properties: {
      kind: { type: 'string', 'x-omit-empty': true },
      apiVersion: { type: 'string', 'x-omit-empty': true },
      metadata: {
        $ref: '#/$defs/meta~1v1.ObjectMeta',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'meta/v1.ObjectMeta' },
      },
      spec: {
        $ref: '#/$defs/core~1v1.ServiceSpec',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'core/v1.ServiceSpec' },
      },
      status: {
        $ref: '#/$defs/core~1v1.ServiceStatus',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'core/v1.ServiceStatus' },
      },
    },
  },
  'core/v1.ServiceList': {
    type: 'object',
    properties: {
      kind: { type: 'string', 'x-omit-empty': true },
      apiVersion: { type: 'string', 'x-omit-empty': true },
      metadata: {
        $ref: '#/$defs/meta~1v1.ListMeta',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'meta/v1.ListMeta' },
      },
      items: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.Service' },
        'x-protobuf': { number: 2, type: 'core/v1.Service', repeated: true },
      },
    },
    required: ['items'],
  },
  'core/v1.ServicePort': {
    type: 'object',
    properties: {
      name: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 1, type: 'string' } },
      protocol: {
        type: 'string',
        enum: ['TCP', 'UDP'],
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'string' },
      },
      port: { type: 'integer', format: 'int32', 'x-protobuf': { number: 3, type: 'int32' } },
      targetPort: {
        $ref: '#/$defs/intstr.IntOrString',
        'x-omit-empty': true,
        'x-protobuf': { number: 4, type: 'intstr.IntOrString' },
      },
      nodePort: { type: 'integer', format: 'int32', 'x-omit-empty': true, 'x-protobuf': { number: 5, type: 'int32' } },
    },
    required: ['port'],
  },
  'core/v1.ServiceSpec': {
    type: 'object',
    properties: {
      ports: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.ServicePort' },
        'x-patch-strategy': 'merge',
        'x-patch-merge-key': 'port',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'core/v1.ServicePort', repeated: true },
      },
      selector: {
        type: 'object',
        additionalProperties: { type: 'string' },
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'map<string,string>' },
      },
      clusterIP: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'string' } },
      type: {
        type: 'string',
        enum: ['ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'],
        'x-omit-empty': true,
        'x-protobuf': { number: 4, type: 'string' },
      },
      externalIPs: {
        type: 'array',
        items: { type: 'string' },
        'x-omit-empty': true,
        'x-protobuf': { number: 5, type: 'string', repeated: true },
      },
      sessionAffinity: {
        type: 'string',
        enum: ['ClientIP', 'None'],
        'x-omit-empty': true,
        'x-protobuf': { number: 7, type: 'string' },
      },
      loadBalancerIP: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 8, type: 'string' } },
      loadBalancerSourceRanges: {
        type: 'array',
        items: { type: 'string' },
        'x-omit-empty': true,
        'x-protobuf': { number: 9, type: 'string', repeated: true },
      },
      externalName: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 10, type: 'string' } },
      externalTrafficPolicy: {
        type: 'string',
        enum: ['Local', 'Cluster'],
        'x-omit-empty': true,
        'x-protobuf': { number: 11, type: 'string' },
      },
      healthCheckNodePort: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-protobuf': { number: 12, type: 'int32' },
      },
    },
  },
  'core/v1.ServiceStatus': {
    type: 'object',
    properties: {
      loadBalancer: {
        $ref: '#/$defs/core~1v1.LoadBalancerStatus',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'core/v1.LoadBalancerStatus' },
      },
    },
  },
  'core/v1.StorageOSVolumeSource': {
    type: 'object',
    properties: {
      volumeName: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 1, type: 'string' } },
      volumeNamespace: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'string' } },
      fsType: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'string' } },
      readOnly: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 4, type: 'bool' } },
      secretRef: {
        $ref: '#/$defs/core~1v1.LocalObjectReference',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 5, type: 'core/v1.LocalObjectReference' },
      },
    },
  },
  'core/v1.TCPSocketAction': {
    type: 'object',
    properties: {
      port: { $ref: '#/$defs/intstr.IntOrString', 'x-protobuf': { number: 1, type: 'intstr.IntOrString' } },
      host: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'string' } },
    },
    required: ['port'],
  },
  'core/v1.Toleration': {
    type: 'object',
    properties: {
      key: {
        type: 'string',
        'x-patch-strategy': 'merge',
        'x-patch-merge-key': 'key',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'string' },
      },
      operator: {
        type: 'string',
        enum: ['Exists', 'Equal'],
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'string' },
      },
      value: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'string' } },
      effect: {
        type: 'string',
        enum: ['NoSchedule', 'PreferNoSchedule', 'NoExecute'],
        'x-omit-empty': true,
        'x-protobuf': { number: 4, type: 'string' },
      },
      tolerationSeconds: {
        type: 'integer',
        format: 'int64',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 5, type: 'int64' },
      },
    },
  },
  'core/v1.Volume': {
    type: 'object',
    properties: {
      name: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      hostPath: {
        $ref: '#/$defs/core~1v1.HostPathVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 1, type: 'core/v1.HostPathVolumeSource' },
        'x-inlined-from': 'core/v1.VolumeSource',
      },
      emptyDir: {
        $ref: '#/$defs/core~1v1.EmptyDirVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'core/v1.EmptyDirVolumeSource' },
        'x-inlined-from': 'core/v1.VolumeSource',
      },
      gcePersistentDisk: {
        $ref: '#/$defs/core~1v1.GCEPersistentDiskVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 3, type: 'core/v1.GCEPersistentDiskVolumeSource' },
        'x-inlined-from': 'core/v1.VolumeSource',
      },
      awsElasticBlockStore: {
        $ref: '#/$defs/core~1v1.AWSElasticBlockStoreVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 4, type: 'core/v1.AWSElasticBlockStoreVolumeSource' },
        'x-inlined-from': 'core/v1.VolumeSource',
      },
      gitRepo: {
        $ref: '#/$defs/core~1v1.GitRepoVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 5, type: 'core/v1.GitRepoVolumeSource' },
        'x-inlined-from': 'core/v1.VolumeSource',
      },
      secret: {
        $ref: '#/$defs/core~1v1.SecretVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 6, type: 'core/v1.SecretVolumeSource' },
        'x-inlined-from': 'core/v1.VolumeSource',
      },
      nfs: {
        $ref: '#/$defs/core~1v1.NFSVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 7, type: 'core/v1.NFSVolumeSource' },
        'x-inlined-from': 'core/v1.VolumeSource',
      },
      iscsi: {
        $ref: '#/$defs/core~1v1.ISCSIVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 8, type: 'core/v1.ISCSIVolumeSource' },
        'x-inlined-from': 'core/v1.VolumeSource',
      },
      glusterfs: {
        $ref: '#/$defs/core~1v1.GlusterfsVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 9, type: 'core/v1.GlusterfsVolumeSource' },
        'x-inlined-from': 'core/v1.VolumeSource',
      },
      persistentVolumeClaim: {
        $ref: '#/$defs/core~1v1.PersistentVolumeClaimVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 10, type: 'core/v1.PersistentVolumeClaimVolumeSource' },
        'x-inlined-from': 'core/v1.VolumeSource',
      },
      rbd: {
        $ref: '#/$defs/core~1v1.RBDVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 11, type: 'core/v1.RBDVolumeSource' },
        'x-inlined-from': 'core/v1.VolumeSource',
      },
      flexVolume: {
        $ref: '#/$defs/core~1v1.FlexVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 12, type: 'core/v1.FlexVolumeSource' },
        'x-inlined-from': 'core/v1.VolumeSource',
      },
      cinder: {
        $ref: '#/$defs/core~1v1.CinderVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 13, type: 'core/v1.CinderVolumeSource' },
        'x-inlined-from': 'core/v1.VolumeSource',
      },
      cephfs: {
        $ref: '#/$defs/core~1v1.CephFSVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 14, type: 'core/v1.CephFSVolumeSource' },
        'x-inlined-from': 'core/v1.VolumeSource',
      },
      flocker: {
        $ref: '#/$defs/core~1v1.FlockerVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 15, type: 'core/v1.FlockerVolumeSource' },
        'x-inlined-from': 'core/v1.VolumeSource',
      },
      downwardAPI: {
        $ref: '#/$defs/core~1v1.DownwardAPIVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 16, type: 'core/v1.DownwardAPIVolumeSource' },
        'x-inlined-from': 'core/v1.VolumeSource',
      },
      fc: {
        $ref: '#/$defs/core~1v1.FCVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 17, type: 'core/v1.FCVolumeSource' },
        'x-inlined-from': 'core/v1.VolumeSource',
      },
      azureFile: {
        $ref: '#/$defs/core~1v1.AzureFileVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 18, type: 'core/v1.AzureFileVolumeSource' },
        'x-inlined-from': 'core/v1.VolumeSource',
      },
      configMap: {
        $ref: '#/$defs/core~1v1.ConfigMapVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 19, type: 'core/v1.ConfigMapVolumeSource' },
        'x-inlined-from': 'core/v1.VolumeSource',
      },
      vsphereVolume: {
        $ref: '#/$defs/core~1v1.VsphereVirtualDiskVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 20, type: 'core/v1.VsphereVirtualDiskVolumeSource' },
        'x-inlined-from': 'core/v1.VolumeSource',
      },
      quobyte: {
        $ref: '#/$defs/core~1v1.QuobyteVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 21, type: 'core/v1.QuobyteVolumeSource' },
        'x-inlined-from': 'core/v1.VolumeSource',
      },
      azureDisk: {
        $ref: '#/$defs/core~1v1.AzureDiskVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 22, type: 'core/v1.AzureDiskVolumeSource' },
        'x-inlined-from': 'core/v1.VolumeSource',
      },
      photonPersistentDisk: {
        $ref: '#/$defs/core~1v1.PhotonPersistentDiskVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 23, type: 'core/v1.PhotonPersistentDiskVolumeSource' },
        'x-inlined-from': 'core/v1.VolumeSource',
      },
      projected: {
        $ref: '#/$defs/core~1v1.ProjectedVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 26, type: 'core/v1.ProjectedVolumeSource' },
        'x-inlined-from': 'core/v1.VolumeSource',
      },
      portworxVolume: {
        $ref: '#/$defs/core~1v1.PortworxVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 24, type: 'core/v1.PortworxVolumeSource' },
        'x-inlined-from': 'core/v1.VolumeSource',
      },
      scaleIO: {
        $ref: '#/$defs/core~1v1.ScaleIOVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 25, type: 'core/v1.ScaleIOVolumeSource' },
        'x-inlined-from': 'core/v1.VolumeSource',
      },
      storageos: {
        $ref: '#/$defs/core~1v1.StorageOSVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 27, type: 'core/v1.StorageOSVolumeSource' },
        'x-inlined-from': 'core/v1.VolumeSource',
      },
    },
    required: ['name'],
    'x-inlines': { 'core/v1.VolumeSource': { number: 2, type: 'core/v1.VolumeSource' } },
  },
  'core/v1.VolumeMount': {
    type: 'object',
    properties: {
      name: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      readOnly: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'bool' } },
      mountPath: { type: 'string', 'x-protobuf': { number: 3, type: 'string' } },
      subPath: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 4, type: 'string' } },
    },
    required: ['name', 'mountPath'],
  },
  'core/v1.VolumeProjection': {
    type: 'object',
    properties: {
      secret: {
        $ref: '#/$defs/core~1v1.SecretProjection',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 1, type: 'core/v1.SecretProjection' },
      },
      downwardAPI: {
        $ref: '#/$defs/core~1v1.DownwardAPIProjection',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'core/v1.DownwardAPIProjection' },
      },
      configMap: {
        $ref: '#/$defs/core~1v1.ConfigMapProjection',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 3, type: 'core/v1.ConfigMapProjection' },
      },
    },
  },
  'core/v1.VolumeSource': {
    type: 'object',
    properties: {
      hostPath: {
        $ref: '#/$defs/core~1v1.HostPathVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 1, type: 'core/v1.HostPathVolumeSource' },
      },
      emptyDir: {
        $ref: '#/$defs/core~1v1.EmptyDirVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'core/v1.EmptyDirVolumeSource' },
      },
      gcePersistentDisk: {
        $ref: '#/$defs/core~1v1.GCEPersistentDiskVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 3, type: 'core/v1.GCEPersistentDiskVolumeSource' },
      },
      awsElasticBlockStore: {
        $ref: '#/$defs/core~1v1.AWSElasticBlockStoreVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 4, type: 'core/v1.AWSElasticBlockStoreVolumeSource' },
      },
      gitRepo: {
        $ref: '#/$defs/core~1v1.GitRepoVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 5, type: 'core/v1.GitRepoVolumeSource' },
      },
      secret: {
        $ref: '#/$defs/core~1v1.SecretVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 6, type: 'core/v1.SecretVolumeSource' },
      },
      nfs: {
        $ref: '#/$defs/core~1v1.NFSVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 7, type: 'core/v1.NFSVolumeSource' },
      },
      iscsi: {
        $ref: '#/$defs/core~1v1.ISCSIVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 8, type: 'core/v1.ISCSIVolumeSource' },
      },
      glusterfs: {
        $ref: '#/$defs/core~1v1.GlusterfsVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 9, type: 'core/v1.GlusterfsVolumeSource' },
      },
      persistentVolumeClaim: {
        $ref: '#/$defs/core~1v1.PersistentVolumeClaimVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 10, type: 'core/v1.PersistentVolumeClaimVolumeSource' },
      },
      rbd: {
        $ref: '#/$defs/core~1v1.RBDVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 11, type: 'core/v1.RBDVolumeSource' },
      },
      flexVolume: {
        $ref: '#/$defs/core~1v1.FlexVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 12, type: 'core/v1.FlexVolumeSource' },
      },
      cinder: {
        $ref: '#/$defs/core~1v1.CinderVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 13, type: 'core/v1.CinderVolumeSource' },
      },
      cephfs: {
        $ref: '#/$defs/core~1v1.CephFSVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 14, type: 'core/v1.CephFSVolumeSource' },
      },
      flocker: {
        $ref: '#/$defs/core~1v1.FlockerVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 15, type: 'core/v1.FlockerVolumeSource' },
      },
      downwardAPI: {
        $ref: '#/$defs/core~1v1.DownwardAPIVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 16, type: 'core/v1.DownwardAPIVolumeSource' },
      },
      fc: {
        $ref: '#/$defs/core~1v1.FCVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 17, type: 'core/v1.FCVolumeSource' },
      },
      azureFile: {
        $ref: '#/$defs/core~1v1.AzureFileVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 18, type: 'core/v1.AzureFileVolumeSource' },
      },
      configMap: {
        $ref: '#/$defs/core~1v1.ConfigMapVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 19, type: 'core/v1.ConfigMapVolumeSource' },
      },
      vsphereVolume: {
        $ref: '#/$defs/core~1v1.VsphereVirtualDiskVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 20, type: 'core/v1.VsphereVirtualDiskVolumeSource' },
      },
      quobyte: {
        $ref: '#/$defs/core~1v1.QuobyteVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 21, type: 'core/v1.QuobyteVolumeSource' },
      },
      azureDisk: {
        $ref: '#/$defs/core~1v1.AzureDiskVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 22, type: 'core/v1.AzureDiskVolumeSource' },
      },
      photonPersistentDisk: {
        $ref: '#/$defs/core~1v1.PhotonPersistentDiskVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 23, type: 'core/v1.PhotonPersistentDiskVolumeSource' },
      },
      projected: {
        $ref: '#/$defs/core~1v1.ProjectedVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 26, type: 'core/v1.ProjectedVolumeSource' },
      },
      portworxVolume: {
        $ref: '#/$defs/core~1v1.PortworxVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 24, type: 'core/v1.PortworxVolumeSource' },
      },
      scaleIO: {
        $ref: '#/$defs/core~1v1.ScaleIOVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 25, type: 'core/v1.ScaleIOVolumeSource' },
      },
      storageos: {
        $ref: '#/$defs/core~1v1.StorageOSVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 27, type: 'core/v1.StorageOSVolumeSource' },
      },
    },
  },
  'core/v1.VsphereVirtualDiskVolumeSource': {
    type: 'object',
    properties: {
      volumePath: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      fsType: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'string' } },
      storagePolicyName: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'string' } },
      storagePolicyID: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 4, type: 'string' } },
    },
    required: ['volumePath'],
  },
  'core/v1.WeightedPodAffinityTerm': {
    type: 'object',
    properties: {
      weight: { type: 'integer', format: 'int32', 'x-protobuf': { number: 1, type: 'int32' } },
      podAffinityTerm: {
        $ref: '#/$defs/core~1v1.PodAffinityTerm',
        'x-protobuf': { number: 2, type: 'core/v1.PodAffinityTerm' },
      },
    },
    required: ['weight', 'podAffinityTerm'],
  },
};
