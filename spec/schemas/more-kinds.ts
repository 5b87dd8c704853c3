import type { Schemas } from './schema.ts';

/** The types of kinds that the document does not have and the system of that era does, for servers that serve more than the document. */
export const MORE_KINDS: Schemas = {
  'apps/v1beta1.ControllerRevision': {
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
        $ref: '#/$defs/runtime.RawExtension',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'runtime.RawExtension' },
      },
      revision: { type: 'integer', format: 'int64', 'x-protobuf': { number: 3, type: 'int64' } },
    },
    required: ['revision'],
  },
  'apps/v1beta1.ControllerRevisionList': {
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
        items: { $ref: '#/$defs/apps~1v1beta1.ControllerRevision' },
        'x-protobuf': { number: 2, type: 'apps/v1beta1.ControllerRevision', repeated: true },
      },
    },
    required: ['items'],
  },
  'apps/v1beta1.RollingUpdateStatefulSetStrategy': {
    type: 'object',
    properties: {
      partition: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 1, type: 'int32' },
      },
    },
  },
  'apps/v1beta1.Scale': {
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
        $ref: '#/$defs/apps~1v1beta1.ScaleSpec',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'apps/v1beta1.ScaleSpec' },
      },
      status: {
        $ref: '#/$defs/apps~1v1beta1.ScaleStatus',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'apps/v1beta1.ScaleStatus' },
      },
    },
  },
  'apps/v1beta1.ScaleSpec': {
    type: 'object',
    properties: {
      replicas: { type: 'integer', format: 'int32', 'x-omit-empty': true, 'x-protobuf': { number: 1, type: 'int32' } },
    },
  },
  'apps/v1beta1.ScaleStatus': {
    type: 'object',
    properties: {
      replicas: { type: 'integer', format: 'int32', 'x-protobuf': { number: 1, type: 'int32' } },
      selector: {
        type: 'object',
        additionalProperties: { type: 'string' },
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'map<string,string>' },
      },
      targetSelector: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'string' } },
    },
    required: ['replicas'],
  },
  'apps/v1beta1.StatefulSet': {
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
        $ref: '#/$defs/apps~1v1beta1.StatefulSetSpec',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'apps/v1beta1.StatefulSetSpec' },
      },
      status: {
        $ref: '#/$defs/apps~1v1beta1.StatefulSetStatus',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'apps/v1beta1.StatefulSetStatus' },
      },
    },
  },
  'apps/v1beta1.StatefulSetList': {
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
        items: { $ref: '#/$defs/apps~1v1beta1.StatefulSet' },
        'x-protobuf': { number: 2, type: 'apps/v1beta1.StatefulSet', repeated: true },
      },
    },
    required: ['items'],
  },
  'apps/v1beta1.StatefulSetSpec': {
    type: 'object',
    properties: {
      replicas: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 1, type: 'int32' },
      },
      selector: {
        $ref: '#/$defs/meta~1v1.LabelSelector',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'meta/v1.LabelSelector' },
      },
      template: {
        $ref: '#/$defs/core~1v1.PodTemplateSpec',
        'x-protobuf': { number: 3, type: 'core/v1.PodTemplateSpec' },
      },
      volumeClaimTemplates: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.PersistentVolumeClaim' },
        'x-omit-empty': true,
        'x-protobuf': { number: 4, type: 'core/v1.PersistentVolumeClaim', repeated: true },
      },
      serviceName: { type: 'string', 'x-protobuf': { number: 5, type: 'string' } },
      podManagementPolicy: {
        type: 'string',
        'x-known-values': ['OrderedReady', 'Parallel'],
        'x-omit-empty': true,
        'x-protobuf': { number: 6, type: 'string' },
      },
      updateStrategy: {
        $ref: '#/$defs/apps~1v1beta1.StatefulSetUpdateStrategy',
        'x-omit-empty': true,
        'x-protobuf': { number: 7, type: 'apps/v1beta1.StatefulSetUpdateStrategy' },
      },
      revisionHistoryLimit: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 8, type: 'int32' },
      },
    },
    required: ['template', 'serviceName'],
  },
  'apps/v1beta1.StatefulSetStatus': {
    type: 'object',
    properties: {
      observedGeneration: {
        type: 'integer',
        format: 'int64',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 1, type: 'int64' },
      },
      replicas: { type: 'integer', format: 'int32', 'x-protobuf': { number: 2, type: 'int32' } },
      readyReplicas: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'int32' },
      },
      currentReplicas: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-protobuf': { number: 4, type: 'int32' },
      },
      updatedReplicas: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-protobuf': { number: 5, type: 'int32' },
      },
      currentRevision: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 6, type: 'string' } },
      updateRevision: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 7, type: 'string' } },
    },
    required: ['replicas'],
  },
  'apps/v1beta1.StatefulSetUpdateStrategy': {
    type: 'object',
    properties: {
      type: {
        type: 'string',
        'x-known-values': ['RollingUpdate', 'OnDelete'],
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'string' },
      },
      rollingUpdate: {
        $ref: '#/$defs/apps~1v1beta1.RollingUpdateStatefulSetStrategy',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'apps/v1beta1.RollingUpdateStatefulSetStrategy' },
      },
    },
  },
  'autoscaling/v1.Scale': {
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
        $ref: '#/$defs/autoscaling~1v1.ScaleSpec',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'autoscaling/v1.ScaleSpec' },
      },
      status: {
        $ref: '#/$defs/autoscaling~1v1.ScaleStatus',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'autoscaling/v1.ScaleStatus' },
      },
    },
  },
  'autoscaling/v1.ScaleSpec': {
    type: 'object',
    properties: {
      replicas: { type: 'integer', format: 'int32', 'x-omit-empty': true, 'x-protobuf': { number: 1, type: 'int32' } },
    },
  },
  'autoscaling/v1.ScaleStatus': {
    type: 'object',
    properties: {
      replicas: { type: 'integer', format: 'int32', 'x-protobuf': { number: 1, type: 'int32' } },
      selector: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'string' } },
    },
    required: ['replicas'],
  },
  'core/v1.AttachedVolume': {
    type: 'object',
    properties: {
      name: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      devicePath: { type: 'string', 'x-protobuf': { number: 2, type: 'string' } },
    },
    required: ['name', 'devicePath'],
  },
  'core/v1.Binding': {
    type: 'object',
    properties: {
      kind: { type: 'string', 'x-omit-empty': true },
      apiVersion: { type: 'string', 'x-omit-empty': true },
      metadata: {
        $ref: '#/$defs/meta~1v1.ObjectMeta',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'meta/v1.ObjectMeta' },
      },
      target: {
        $ref: '#/$defs/core~1v1.ObjectReference',
        'x-protobuf': { number: 2, type: 'core/v1.ObjectReference' },
      },
    },
    required: ['target'],
  },
  'core/v1.ContainerImage': {
    type: 'object',
    properties: {
      names: { type: 'array', items: { type: 'string' }, 'x-protobuf': { number: 1, type: 'string', repeated: true } },
      sizeBytes: { type: 'integer', format: 'int64', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'int64' } },
    },
    required: ['names'],
  },
  'core/v1.DaemonEndpoint': {
    type: 'object',
    properties: {
      Port: { type: 'integer', format: 'int32', 'x-protobuf': { number: 1, type: 'int32' } },
    },
    required: ['Port'],
  },
  'core/v1.EndpointAddress': {
    type: 'object',
    properties: {
      ip: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      hostname: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'string' } },
      nodeName: {
        type: 'string',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 4, type: 'string' },
      },
      targetRef: {
        $ref: '#/$defs/core~1v1.ObjectReference',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'core/v1.ObjectReference' },
      },
    },
    required: ['ip'],
  },
  'core/v1.EndpointPort': {
    type: 'object',
    properties: {
      name: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 1, type: 'string' } },
      port: { type: 'integer', format: 'int32', 'x-protobuf': { number: 2, type: 'int32' } },
      protocol: {
        type: 'string',
        'x-known-values': ['TCP', 'UDP'],
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'string' },
      },
    },
    required: ['port'],
  },
  'core/v1.EndpointSubset': {
    type: 'object',
    properties: {
      addresses: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.EndpointAddress' },
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'core/v1.EndpointAddress', repeated: true },
      },
      notReadyAddresses: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.EndpointAddress' },
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'core/v1.EndpointAddress', repeated: true },
      },
      ports: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.EndpointPort' },
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'core/v1.EndpointPort', repeated: true },
      },
    },
  },
  'core/v1.Endpoints': {
    type: 'object',
    properties: {
      kind: { type: 'string', 'x-omit-empty': true },
      apiVersion: { type: 'string', 'x-omit-empty': true },
      metadata: {
        $ref: '#/$defs/meta~1v1.ObjectMeta',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'meta/v1.ObjectMeta' },
      },
      subsets: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.EndpointSubset' },
        'x-protobuf': { number: 2, type: 'core/v1.EndpointSubset', repeated: true },
      },
    },
    required: ['subsets'],
  },
  'core/v1.EndpointsList': {
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
        items: { $ref: '#/$defs/core~1v1.Endpoints' },
        'x-protobuf': { number: 2, type: 'core/v1.Endpoints', repeated: true },
      },
    },
    required: ['items'],
  },
  'core/v1.LimitRange': {
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
        $ref: '#/$defs/core~1v1.LimitRangeSpec',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'core/v1.LimitRangeSpec' },
      },
    },
  },
  'core/v1.LimitRangeItem': {
    type: 'object',
    properties: {
      type: {
        type: 'string',
        'x-known-values': ['Pod', 'Container', 'PersistentVolumeClaim'],
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'string' },
      },
      max: {
        type: 'object',
        additionalProperties: { $ref: '#/$defs/resource.Quantity' },
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'map<string,resource.Quantity>' },
      },
      min: {
        type: 'object',
        additionalProperties: { $ref: '#/$defs/resource.Quantity' },
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'map<string,resource.Quantity>' },
      },
      default: {
        type: 'object',
        additionalProperties: { $ref: '#/$defs/resource.Quantity' },
        'x-omit-empty': true,
        'x-protobuf': { number: 4, type: 'map<string,resource.Quantity>' },
      },
      defaultRequest: {
        type: 'object',
        additionalProperties: { $ref: '#/$defs/resource.Quantity' },
        'x-omit-empty': true,
        'x-protobuf': { number: 5, type: 'map<string,resource.Quantity>' },
      },
      maxLimitRequestRatio: {
        type: 'object',
        additionalProperties: { $ref: '#/$defs/resource.Quantity' },
        'x-omit-empty': true,
        'x-protobuf': { number: 6, type: 'map<string,resource.Quantity>' },
      },
    },
  },
  'core/v1.LimitRangeList': {
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
        items: { $ref: '#/$defs/core~1v1.LimitRange' },
        'x-protobuf': { number: 2, type: 'core/v1.LimitRange', repeated: true },
      },
    },
    required: ['items'],
  },
  'core/v1.LimitRangeSpec': {
    type: 'object',
    properties: {
      limits: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.LimitRangeItem' },
        'x-protobuf': { number: 1, type: 'core/v1.LimitRangeItem', repeated: true },
      },
    },
    required: ['limits'],
  },
  'core/v1.LocalVolumeSource': {
    type: 'object',
    properties: {
      path: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
    },
    required: ['path'],
  },
  'core/v1.Node': {
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
        $ref: '#/$defs/core~1v1.NodeSpec',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'core/v1.NodeSpec' },
      },
      status: {
        $ref: '#/$defs/core~1v1.NodeStatus',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'core/v1.NodeStatus' },
      },
    },
  },
  'core/v1.NodeAddress': {
    type: 'object',
    properties: {
      type: {
        type: 'string',
        'x-known-values': ['Hostname', 'ExternalIP', 'InternalIP', 'ExternalDNS', 'InternalDNS'],
        'x-protobuf': { number: 1, type: 'string' },
      },
      address: { type: 'string', 'x-protobuf': { number: 2, type: 'string' } },
    },
    required: ['type', 'address'],
  },
  'core/v1.NodeCondition': {
    type: 'object',
    properties: {
      type: {
        type: 'string',
        'x-known-values': [
          'Ready',
          'OutOfDisk',
          'MemoryPressure',
          'DiskPressure',
          'NetworkUnavailable',
          'InodePressure',
        ],
        'x-protobuf': { number: 1, type: 'string' },
      },
      status: {
        type: 'string',
        'x-known-values': ['True', 'False', 'Unknown'],
        'x-protobuf': { number: 2, type: 'string' },
      },
      lastHeartbeatTime: {
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
  'core/v1.NodeDaemonEndpoints': {
    type: 'object',
    properties: {
      kubeletEndpoint: {
        $ref: '#/$defs/core~1v1.DaemonEndpoint',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'core/v1.DaemonEndpoint' },
      },
    },
  },
  'core/v1.NodeList': {
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
        items: { $ref: '#/$defs/core~1v1.Node' },
        'x-protobuf': { number: 2, type: 'core/v1.Node', repeated: true },
      },
    },
    required: ['items'],
  },
  'core/v1.NodeSpec': {
    type: 'object',
    properties: {
      podCIDR: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 1, type: 'string' } },
      externalID: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'string' } },
      providerID: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'string' } },
      unschedulable: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 4, type: 'bool' } },
      taints: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.Taint' },
        'x-omit-empty': true,
        'x-protobuf': { number: 5, type: 'core/v1.Taint', repeated: true },
      },
    },
  },
  'core/v1.NodeStatus': {
    type: 'object',
    properties: {
      capacity: {
        type: 'object',
        additionalProperties: { $ref: '#/$defs/resource.Quantity' },
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'map<string,resource.Quantity>' },
      },
      allocatable: {
        type: 'object',
        additionalProperties: { $ref: '#/$defs/resource.Quantity' },
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'map<string,resource.Quantity>' },
      },
      phase: {
        type: 'string',
        'x-known-values': ['Pending', 'Running', 'Terminated'],
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'string' },
      },
      conditions: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.NodeCondition' },
        'x-patch-strategy': 'merge',
        'x-patch-merge-key': 'type',
        'x-omit-empty': true,
        'x-protobuf': { number: 4, type: 'core/v1.NodeCondition', repeated: true },
      },
      addresses: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.NodeAddress' },
        'x-patch-strategy': 'merge',
        'x-patch-merge-key': 'type',
        'x-omit-empty': true,
        'x-protobuf': { number: 5, type: 'core/v1.NodeAddress', repeated: true },
      },
      daemonEndpoints: {
        $ref: '#/$defs/core~1v1.NodeDaemonEndpoints',
        'x-omit-empty': true,
        'x-protobuf': { number: 6, type: 'core/v1.NodeDaemonEndpoints' },
      },
      nodeInfo: {
        $ref: '#/$defs/core~1v1.NodeSystemInfo',
        'x-omit-empty': true,
        'x-protobuf': { number: 7, type: 'core/v1.NodeSystemInfo' },
      },
      images: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.ContainerImage' },
        'x-omit-empty': true,
        'x-protobuf': { number: 8, type: 'core/v1.ContainerImage', repeated: true },
      },
      volumesInUse: {
        type: 'array',
        items: { type: 'string' },
        'x-omit-empty': true,
        'x-protobuf': { number: 9, type: 'string', repeated: true },
      },
      volumesAttached: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.AttachedVolume' },
        'x-omit-empty': true,
        'x-protobuf': { number: 10, type: 'core/v1.AttachedVolume', repeated: true },
      },
    },
  },
  'core/v1.NodeSystemInfo': {
    type: 'object',
    properties: {
      machineID: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      systemUUID: { type: 'string', 'x-protobuf': { number: 2, type: 'string' } },
      bootID: { type: 'string', 'x-protobuf': { number: 3, type: 'string' } },
      kernelVersion: { type: 'string', 'x-protobuf': { number: 4, type: 'string' } },
      osImage: { type: 'string', 'x-protobuf': { number: 5, type: 'string' } },
      containerRuntimeVersion: { type: 'string', 'x-protobuf': { number: 6, type: 'string' } },
      kubeletVersion: { type: 'string', 'x-protobuf': { number: 7, type: 'string' } },
      kubeProxyVersion: { type: 'string', 'x-protobuf': { number: 8, type: 'string' } },
      operatingSystem: { type: 'string', 'x-protobuf': { number: 9, type: 'string' } },
      architecture: { type: 'string', 'x-protobuf': { number: 10, type: 'string' } },
    },
    required: [
      'machineID',
      'systemUUID',
      'bootID',
      'kernelVersion',
      'osImage',
      'containerRuntimeVersion',
      'kubeletVersion',
      'kubeProxyVersion',
      'operatingSystem',
      'architecture',
    ],
  },
  'core/v1.PersistentVolume': {
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
        $ref: '#/$defs/core~1v1.PersistentVolumeSpec',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'core/v1.PersistentVolumeSpec' },
      },
      status: {
        $ref: '#/$defs/core~1v1.PersistentVolumeStatus',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'core/v1.PersistentVolumeStatus' },
      },
    },
  },
  'core/v1.PersistentVolumeClaim': {
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
        $ref: '#/$defs/core~1v1.PersistentVolumeClaimSpec',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'core/v1.PersistentVolumeClaimSpec' },
      },
      status: {
        $ref: '#/$defs/core~1v1.PersistentVolumeClaimStatus',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'core/v1.PersistentVolumeClaimStatus' },
      },
    },
  },
  'core/v1.PersistentVolumeClaimList': {
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
        items: { $ref: '#/$defs/core~1v1.PersistentVolumeClaim' },
        'x-protobuf': { number: 2, type: 'core/v1.PersistentVolumeClaim', repeated: true },
      },
    },
    required: ['items'],
  },
  'core/v1.PersistentVolumeClaimSpec': {
    type: 'object',
    properties: {
      accessModes: {
        type: 'array',
        items: { type: 'string', 'x-known-values': ['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany'] },
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'string', repeated: true },
      },
      selector: {
        $ref: '#/$defs/meta~1v1.LabelSelector',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 4, type: 'meta/v1.LabelSelector' },
      },
      resources: {
        $ref: '#/$defs/core~1v1.ResourceRequirements',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'core/v1.ResourceRequirements' },
      },
      volumeName: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'string' } },
      storageClassName: {
        type: 'string',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 5, type: 'string' },
      },
    },
  },
  'core/v1.PersistentVolumeClaimStatus': {
    type: 'object',
    properties: {
      phase: {
        type: 'string',
        'x-known-values': ['Pending', 'Bound', 'Lost'],
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'string' },
      },
      accessModes: {
        type: 'array',
        items: { type: 'string', 'x-known-values': ['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany'] },
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'string', repeated: true },
      },
      capacity: {
        type: 'object',
        additionalProperties: { $ref: '#/$defs/resource.Quantity' },
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'map<string,resource.Quantity>' },
      },
    },
  },
  'core/v1.PersistentVolumeList': {
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
        items: { $ref: '#/$defs/core~1v1.PersistentVolume' },
        'x-protobuf': { number: 2, type: 'core/v1.PersistentVolume', repeated: true },
      },
    },
    required: ['items'],
  },
  'core/v1.PersistentVolumeSource': {
    type: 'object',
    properties: {
      gcePersistentDisk: {
        $ref: '#/$defs/core~1v1.GCEPersistentDiskVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 1, type: 'core/v1.GCEPersistentDiskVolumeSource' },
      },
      awsElasticBlockStore: {
        $ref: '#/$defs/core~1v1.AWSElasticBlockStoreVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'core/v1.AWSElasticBlockStoreVolumeSource' },
      },
      hostPath: {
        $ref: '#/$defs/core~1v1.HostPathVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 3, type: 'core/v1.HostPathVolumeSource' },
      },
      glusterfs: {
        $ref: '#/$defs/core~1v1.GlusterfsVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 4, type: 'core/v1.GlusterfsVolumeSource' },
      },
      nfs: {
        $ref: '#/$defs/core~1v1.NFSVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 5, type: 'core/v1.NFSVolumeSource' },
      },
      rbd: {
        $ref: '#/$defs/core~1v1.RBDVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 6, type: 'core/v1.RBDVolumeSource' },
      },
      iscsi: {
        $ref: '#/$defs/core~1v1.ISCSIVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 7, type: 'core/v1.ISCSIVolumeSource' },
      },
      cinder: {
        $ref: '#/$defs/core~1v1.CinderVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 8, type: 'core/v1.CinderVolumeSource' },
      },
      cephfs: {
        $ref: '#/$defs/core~1v1.CephFSVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 9, type: 'core/v1.CephFSVolumeSource' },
      },
      fc: {
        $ref: '#/$defs/core~1v1.FCVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 10, type: 'core/v1.FCVolumeSource' },
      },
      flocker: {
        $ref: '#/$defs/core~1v1.FlockerVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 11, type: 'core/v1.FlockerVolumeSource' },
      },
      flexVolume: {
        $ref: '#/$defs/core~1v1.FlexVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 12, type: 'core/v1.FlexVolumeSource' },
      },
      azureFile: {
        $ref: '#/$defs/core~1v1.AzureFileVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 13, type: 'core/v1.AzureFileVolumeSource' },
      },
      vsphereVolume: {
        $ref: '#/$defs/core~1v1.VsphereVirtualDiskVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 14, type: 'core/v1.VsphereVirtualDiskVolumeSource' },
      },
      quobyte: {
        $ref: '#/$defs/core~1v1.QuobyteVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 15, type: 'core/v1.QuobyteVolumeSource' },
      },
      azureDisk: {
        $ref: '#/$defs/core~1v1.AzureDiskVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 16, type: 'core/v1.AzureDiskVolumeSource' },
      },
      photonPersistentDisk: {
        $ref: '#/$defs/core~1v1.PhotonPersistentDiskVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 17, type: 'core/v1.PhotonPersistentDiskVolumeSource' },
      },
      portworxVolume: {
        $ref: '#/$defs/core~1v1.PortworxVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 18, type: 'core/v1.PortworxVolumeSource' },
      },
      scaleIO: {
        $ref: '#/$defs/core~1v1.ScaleIOVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 19, type: 'core/v1.ScaleIOVolumeSource' },
      },
      local: {
        $ref: '#/$defs/core~1v1.LocalVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 20, type: 'core/v1.LocalVolumeSource' },
      },
      storageos: {
        $ref: '#/$defs/core~1v1.StorageOSPersistentVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 21, type: 'core/v1.StorageOSPersistentVolumeSource' },
      },
    },
  },
  'core/v1.PersistentVolumeSpec': {
    type: 'object',
    properties: {
      capacity: {
        type: 'object',
        additionalProperties: { $ref: '#/$defs/resource.Quantity' },
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'map<string,resource.Quantity>' },
      },
      gcePersistentDisk: {
        $ref: '#/$defs/core~1v1.GCEPersistentDiskVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 1, type: 'core/v1.GCEPersistentDiskVolumeSource' },
        'x-inlined-from': 'core/v1.PersistentVolumeSource',
      },
      awsElasticBlockStore: {
        $ref: '#/$defs/core~1v1.AWSElasticBlockStoreVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'core/v1.AWSElasticBlockStoreVolumeSource' },
        'x-inlined-from': 'core/v1.PersistentVolumeSource',
      },
      hostPath: {
        $ref: '#/$defs/core~1v1.HostPathVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 3, type: 'core/v1.HostPathVolumeSource' },
        'x-inlined-from': 'core/v1.PersistentVolumeSource',
      },
      glusterfs: {
        $ref: '#/$defs/core~1v1.GlusterfsVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 4, type: 'core/v1.GlusterfsVolumeSource' },
        'x-inlined-from': 'core/v1.PersistentVolumeSource',
      },
      nfs: {
        $ref: '#/$defs/core~1v1.NFSVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 5, type: 'core/v1.NFSVolumeSource' },
        'x-inlined-from': 'core/v1.PersistentVolumeSource',
      },
      rbd: {
        $ref: '#/$defs/core~1v1.RBDVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 6, type: 'core/v1.RBDVolumeSource' },
        'x-inlined-from': 'core/v1.PersistentVolumeSource',
      },
      iscsi: {
        $ref: '#/$defs/core~1v1.ISCSIVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 7, type: 'core/v1.ISCSIVolumeSource' },
        'x-inlined-from': 'core/v1.PersistentVolumeSource',
      },
      cinder: {
        $ref: '#/$defs/core~1v1.CinderVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 8, type: 'core/v1.CinderVolumeSource' },
        'x-inlined-from': 'core/v1.PersistentVolumeSource',
      },
      cephfs: {
        $ref: '#/$defs/core~1v1.CephFSVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 9, type: 'core/v1.CephFSVolumeSource' },
        'x-inlined-from': 'core/v1.PersistentVolumeSource',
      },
      fc: {
        $ref: '#/$defs/core~1v1.FCVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 10, type: 'core/v1.FCVolumeSource' },
        'x-inlined-from': 'core/v1.PersistentVolumeSource',
      },
      flocker: {
        $ref: '#/$defs/core~1v1.FlockerVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 11, type: 'core/v1.FlockerVolumeSource' },
        'x-inlined-from': 'core/v1.PersistentVolumeSource',
      },
      flexVolume: {
        $ref: '#/$defs/core~1v1.FlexVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 12, type: 'core/v1.FlexVolumeSource' },
        'x-inlined-from': 'core/v1.PersistentVolumeSource',
      },
      azureFile: {
        $ref: '#/$defs/core~1v1.AzureFileVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 13, type: 'core/v1.AzureFileVolumeSource' },
        'x-inlined-from': 'core/v1.PersistentVolumeSource',
      },
      vsphereVolume: {
        $ref: '#/$defs/core~1v1.VsphereVirtualDiskVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 14, type: 'core/v1.VsphereVirtualDiskVolumeSource' },
        'x-inlined-from': 'core/v1.PersistentVolumeSource',
      },
      quobyte: {
        $ref: '#/$defs/core~1v1.QuobyteVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 15, type: 'core/v1.QuobyteVolumeSource' },
        'x-inlined-from': 'core/v1.PersistentVolumeSource',
      },
      azureDisk: {
        $ref: '#/$defs/core~1v1.AzureDiskVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 16, type: 'core/v1.AzureDiskVolumeSource' },
        'x-inlined-from': 'core/v1.PersistentVolumeSource',
      },
      photonPersistentDisk: {
        $ref: '#/$defs/core~1v1.PhotonPersistentDiskVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 17, type: 'core/v1.PhotonPersistentDiskVolumeSource' },
        'x-inlined-from': 'core/v1.PersistentVolumeSource',
      },
      portworxVolume: {
        $ref: '#/$defs/core~1v1.PortworxVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 18, type: 'core/v1.PortworxVolumeSource' },
        'x-inlined-from': 'core/v1.PersistentVolumeSource',
      },
      scaleIO: {
        $ref: '#/$defs/core~1v1.ScaleIOVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 19, type: 'core/v1.ScaleIOVolumeSource' },
        'x-inlined-from': 'core/v1.PersistentVolumeSource',
      },
      local: {
        $ref: '#/$defs/core~1v1.LocalVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 20, type: 'core/v1.LocalVolumeSource' },
        'x-inlined-from': 'core/v1.PersistentVolumeSource',
      },
      storageos: {
        $ref: '#/$defs/core~1v1.StorageOSPersistentVolumeSource',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 21, type: 'core/v1.StorageOSPersistentVolumeSource' },
        'x-inlined-from': 'core/v1.PersistentVolumeSource',
      },
      accessModes: {
        type: 'array',
        items: { type: 'string', 'x-known-values': ['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany'] },
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'string', repeated: true },
      },
      claimRef: {
        $ref: '#/$defs/core~1v1.ObjectReference',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 4, type: 'core/v1.ObjectReference' },
      },
      persistentVolumeReclaimPolicy: {
        type: 'string',
        'x-known-values': ['Recycle', 'Delete', 'Retain'],
        'x-omit-empty': true,
        'x-protobuf': { number: 5, type: 'string' },
      },
      storageClassName: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 6, type: 'string' } },
    },
    'x-inlines': { 'core/v1.PersistentVolumeSource': { number: 2, type: 'core/v1.PersistentVolumeSource' } },
  },
  'core/v1.PersistentVolumeStatus': {
    type: 'object',
    properties: {
      phase: {
        type: 'string',
        'x-known-values': ['Pending', 'Available', 'Bound', 'Released', 'Failed'],
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'string' },
      },
      message: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'string' } },
      reason: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'string' } },
    },
  },
  'core/v1.PodTemplate': {
    type: 'object',
    properties: {
      kind: { type: 'string', 'x-omit-empty': true },
      apiVersion: { type: 'string', 'x-omit-empty': true },
      metadata: {
        $ref: '#/$defs/meta~1v1.ObjectMeta',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'meta/v1.ObjectMeta' },
      },
      template: {
        $ref: '#/$defs/core~1v1.PodTemplateSpec',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'core/v1.PodTemplateSpec' },
      },
    },
  },
  'core/v1.PodTemplateList': {
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
        items: { $ref: '#/$defs/core~1v1.PodTemplate' },
        'x-protobuf': { number: 2, type: 'core/v1.PodTemplate', repeated: true },
      },
    },
    required: ['items'],
  },
  'core/v1.ReplicationController': {
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
        $ref: '#/$defs/core~1v1.ReplicationControllerSpec',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'core/v1.ReplicationControllerSpec' },
      },
      status: {
        $ref: '#/$defs/core~1v1.ReplicationControllerStatus',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'core/v1.ReplicationControllerStatus' },
      },
    },
  },
  'core/v1.ReplicationControllerCondition': {
    type: 'object',
    properties: {
      type: { type: 'string', 'x-known-values': ['ReplicaFailure'], 'x-protobuf': { number: 1, type: 'string' } },
      status: {
        type: 'string',
        'x-known-values': ['True', 'False', 'Unknown'],
        'x-protobuf': { number: 2, type: 'string' },
      },
      lastTransitionTime: {
        $ref: '#/$defs/meta~1v1.Time',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'meta/v1.Time' },
      },
      reason: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 4, type: 'string' } },
      message: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 5, type: 'string' } },
    },
    required: ['type', 'status'],
  },
  'core/v1.ReplicationControllerList': {
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
        items: { $ref: '#/$defs/core~1v1.ReplicationController' },
        'x-protobuf': { number: 2, type: 'core/v1.ReplicationController', repeated: true },
      },
    },
    required: ['items'],
  },
  'core/v1.ReplicationControllerSpec': {
    type: 'object',
    properties: {
      replicas: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 1, type: 'int32' },
      },
      minReadySeconds: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-protobuf': { number: 4, type: 'int32' },
      },
      selector: {
        type: 'object',
        additionalProperties: { type: 'string' },
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'map<string,string>' },
      },
      template: {
        $ref: '#/$defs/core~1v1.PodTemplateSpec',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 3, type: 'core/v1.PodTemplateSpec' },
      },
    },
  },
  'core/v1.ReplicationControllerStatus': {
    type: 'object',
    properties: {
      replicas: { type: 'integer', format: 'int32', 'x-protobuf': { number: 1, type: 'int32' } },
      fullyLabeledReplicas: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'int32' },
      },
      readyReplicas: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-protobuf': { number: 4, type: 'int32' },
      },
      availableReplicas: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-protobuf': { number: 5, type: 'int32' },
      },
      observedGeneration: {
        type: 'integer',
        format: 'int64',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'int64' },
      },
      conditions: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.ReplicationControllerCondition' },
        'x-patch-strategy': 'merge',
        'x-patch-merge-key': 'type',
        'x-omit-empty': true,
        'x-protobuf': { number: 6, type: 'core/v1.ReplicationControllerCondition', repeated: true },
      },
    },
    required: ['replicas'],
  },
  'core/v1.ResourceQuota': {
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
        $ref: '#/$defs/core~1v1.ResourceQuotaSpec',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'core/v1.ResourceQuotaSpec' },
      },
      status: {
        $ref: '#/$defs/core~1v1.ResourceQuotaStatus',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'core/v1.ResourceQuotaStatus' },
      },
    },
  },
  'core/v1.ResourceQuotaList': {
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
        items: { $ref: '#/$defs/core~1v1.ResourceQuota' },
        'x-protobuf': { number: 2, type: 'core/v1.ResourceQuota', repeated: true },
      },
    },
    required: ['items'],
  },
  'core/v1.ResourceQuotaSpec': {
    type: 'object',
    properties: {
      hard: {
        type: 'object',
        additionalProperties: { $ref: '#/$defs/resource.Quantity' },
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'map<string,resource.Quantity>' },
      },
      scopes: {
        type: 'array',
        items: { type: 'string', 'x-known-values': ['Terminating', 'NotTerminating', 'BestEffort', 'NotBestEffort'] },
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'string', repeated: true },
      },
    },
  },
  'core/v1.ResourceQuotaStatus': {
    type: 'object',
    properties: {
      hard: {
        type: 'object',
        additionalProperties: { $ref: '#/$defs/resource.Quantity' },
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'map<string,resource.Quantity>' },
      },
      used: {
        type: 'object',
        additionalProperties: { $ref: '#/$defs/resource.Quantity' },
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'map<string,resource.Quantity>' },
      },
    },
  },
  'core/v1.ServiceAccount': {
    type: 'object',
    properties: {
      kind: { type: 'string', 'x-omit-empty': true },
      apiVersion: { type: 'string', 'x-omit-empty': true },
      metadata: {
        $ref: '#/$defs/meta~1v1.ObjectMeta',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'meta/v1.ObjectMeta' },
      },
      secrets: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.ObjectReference' },
        'x-patch-strategy': 'merge',
        'x-patch-merge-key': 'name',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'core/v1.ObjectReference', repeated: true },
      },
      imagePullSecrets: {
        type: 'array',
        items: { $ref: '#/$defs/core~1v1.LocalObjectReference' },
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'core/v1.LocalObjectReference', repeated: true },
      },
      automountServiceAccountToken: {
        type: 'boolean',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 4, type: 'bool' },
      },
    },
  },
  'core/v1.ServiceAccountList': {
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
        items: { $ref: '#/$defs/core~1v1.ServiceAccount' },
        'x-protobuf': { number: 2, type: 'core/v1.ServiceAccount', repeated: true },
      },
    },
    required: ['items'],
  },
  'core/v1.StorageOSPersistentVolumeSource': {
    type: 'object',
    properties: {
      volumeName: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 1, type: 'string' } },
      volumeNamespace: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'string' } },
      fsType: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'string' } },
      readOnly: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 4, type: 'bool' } },
      secretRef: {
        $ref: '#/$defs/core~1v1.ObjectReference',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 5, type: 'core/v1.ObjectReference' },
      },
    },
  },
  'core/v1.Taint': {
    type: 'object',
    properties: {
      key: {
        type: 'string',
        'x-patch-strategy': 'merge',
        'x-patch-merge-key': 'key',
        'x-protobuf': { number: 1, type: 'string' },
      },
      value: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'string' } },
      effect: {
        type: 'string',
        'x-known-values': ['NoSchedule', 'PreferNoSchedule', 'NoExecute'],
        'x-protobuf': { number: 3, type: 'string' },
      },
      timeAdded: {
        $ref: '#/$defs/meta~1v1.Time',
        'x-omit-empty': true,
        'x-protobuf': { number: 4, type: 'meta/v1.Time' },
      },
    },
    required: ['key', 'effect'],
  },
  'extensions/v1beta1.Scale': {
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
        $ref: '#/$defs/extensions~1v1beta1.ScaleSpec',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'extensions/v1beta1.ScaleSpec' },
      },
      status: {
        $ref: '#/$defs/extensions~1v1beta1.ScaleStatus',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'extensions/v1beta1.ScaleStatus' },
      },
    },
  },
  'extensions/v1beta1.ScaleSpec': {
    type: 'object',
    properties: {
      replicas: { type: 'integer', format: 'int32', 'x-omit-empty': true, 'x-protobuf': { number: 1, type: 'int32' } },
    },
  },
  'extensions/v1beta1.ScaleStatus': {
    type: 'object',
    properties: {
      replicas: { type: 'integer', format: 'int32', 'x-protobuf': { number: 1, type: 'int32' } },
      selector: {
        type: 'object',
        additionalProperties: { type: 'string' },
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'map<string,string>' },
      },
      targetSelector: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'string' } },
    },
    required: ['replicas'],
  },
  'policy/v1beta1.Eviction': {
    type: 'object',
    properties: {
      kind: { type: 'string', 'x-omit-empty': true },
      apiVersion: { type: 'string', 'x-omit-empty': true },
      metadata: {
        $ref: '#/$defs/meta~1v1.ObjectMeta',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'meta/v1.ObjectMeta' },
      },
      deleteOptions: {
        $ref: '#/$defs/meta~1v1.DeleteOptions',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'meta/v1.DeleteOptions' },
      },
    },
  },
};
