import type { Schemas } from './schema.ts';

/** The types of extensions/v1beta1. */
export const EXTENSIONS_V1BETA1: Schemas = {
  'extensions/v1beta1.DaemonSet': {
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
        $ref: '#/$defs/extensions~1v1beta1.DaemonSetSpec',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'extensions/v1beta1.DaemonSetSpec' },
      },
      status: {
        $ref: '#/$defs/extensions~1v1beta1.DaemonSetStatus',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'extensions/v1beta1.DaemonSetStatus' },
      },
    },
  },
  'extensions/v1beta1.DaemonSetList': {
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
        items: { $ref: '#/$defs/extensions~1v1beta1.DaemonSet' },
        'x-protobuf': { number: 2, type: 'extensions/v1beta1.DaemonSet', repeated: true },
      },
    },
    required: ['items'],
  },
  'extensions/v1beta1.DaemonSetSpec': {
    type: 'object',
    properties: {
      selector: {
        $ref: '#/$defs/meta~1v1.LabelSelector',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 1, type: 'meta/v1.LabelSelector' },
      },
      template: {
        $ref: '#/$defs/core~1v1.PodTemplateSpec',
        'x-protobuf': { number: 2, type: 'core/v1.PodTemplateSpec' },
      },
      updateStrategy: {
        $ref: '#/$defs/extensions~1v1beta1.DaemonSetUpdateStrategy',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'extensions/v1beta1.DaemonSetUpdateStrategy' },
      },
      minReadySeconds: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-protobuf': { number: 4, type: 'int32' },
      },
      templateGeneration: {
        type: 'integer',
        format: 'int64',
        'x-omit-empty': true,
        'x-protobuf': { number: 5, type: 'int64' },
      },
      revisionHistoryLimit: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 6, type: 'int32' },
      },
    },
    required: ['template'],
  },
  'extensions/v1beta1.DaemonSetStatus': {
    type: 'object',
    properties: {
      currentNumberScheduled: { type: 'integer', format: 'int32', 'x-protobuf': { number: 1, type: 'int32' } },
      numberMisscheduled: { type: 'integer', format: 'int32', 'x-protobuf': { number: 2, type: 'int32' } },
      desiredNumberScheduled: { type: 'integer', format: 'int32', 'x-protobuf': { number: 3, type: 'int32' } },
      numberReady: { type: 'integer', format: 'int32', 'x-protobuf': { number: 4, type: 'int32' } },
      observedGeneration: {
        type: 'integer',
        format: 'int64',
        'x-omit-empty': true,
        'x-protobuf': { number: 5, type: 'int64' },
      },
      updatedNumberScheduled: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-protobuf': { number: 6, type: 'int32' },
      },
      numberAvailable: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-protobuf': { number: 7, type: 'int32' },
      },
      numberUnavailable: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-protobuf': { number: 8, type: 'int32' },
      },
      collisionCount: {
        type: 'integer',
        format: 'int64',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 9, type: 'int64' },
      },
    },
    required: ['currentNumberScheduled', 'numberMisscheduled', 'desiredNumberScheduled', 'numberReady'],
  },
  'extensions/v1beta1.DaemonSetUpdateStrategy': {
    type: 'object',
    properties: {
      type: {
        type: 'string',
        enum: ['RollingUpdate', 'OnDelete'],
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'string' },
      },
      rollingUpdate: {
        $ref: '#/$defs/extensions~1v1beta1.RollingUpdateDaemonSet',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'extensions/v1beta1.RollingUpdateDaemonSet' },
      },
    },
  },
  'extensions/v1beta1.Deployment': {
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
        $ref: '#/$defs/extensions~1v1beta1.DeploymentSpec',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'extensions/v1beta1.DeploymentSpec' },
      },
      status: {
        $ref: '#/$defs/extensions~1v1beta1.DeploymentStatus',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'extensions/v1beta1.DeploymentStatus' },
      },
    },
  },
  'extensions/v1beta1.DeploymentCondition': {
    type: 'object',
    properties: {
      type: {
        type: 'string',
        'x-known-values': ['Available', 'Progressing', 'ReplicaFailure'],
        'x-protobuf': { number: 1, type: 'string' },
      },
      status: { type: 'string', enum: ['True', 'False', 'Unknown'], 'x-protobuf': { number: 2, type: 'string' } },
      lastUpdateTime: {
        $ref: '#/$defs/meta~1v1.Time',
        'x-omit-empty': true,
        'x-protobuf': { number: 6, type: 'meta/v1.Time' },
      },
      lastTransitionTime: {
        $ref: '#/$defs/meta~1v1.Time',
        'x-omit-empty': true,
        'x-protobuf': { number: 7, type: 'meta/v1.Time' },
      },
      reason: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 4, type: 'string' } },
      message: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 5, type: 'string' } },
    },
    required: ['type', 'status'],
  },
  'extensions/v1beta1.DeploymentList': {
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
        items: { $ref: '#/$defs/extensions~1v1beta1.Deployment' },
        'x-protobuf': { number: 2, type: 'extensions/v1beta1.Deployment', repeated: true },
      },
    },
    required: ['items'],
  },
  'extensions/v1beta1.DeploymentRollback': {
    type: 'object',
    properties: {
      kind: { type: 'string', 'x-omit-empty': true },
      apiVersion: { type: 'string', 'x-omit-empty': true },
      name: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      updatedAnnotations: {
        type: 'object',
        additionalProperties: { type: 'string' },
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'map<string,string>' },
      },
      rollbackTo: {
        $ref: '#/$defs/extensions~1v1beta1.RollbackConfig',
        'x-protobuf': { number: 3, type: 'extensions/v1beta1.RollbackConfig' },
      },
    },
    required: ['name', 'rollbackTo'],
  },
  'extensions/v1beta1.DeploymentSpec': {
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
      strategy: {
        $ref: '#/$defs/extensions~1v1beta1.DeploymentStrategy',
        'x-patch-strategy': 'retainKeys',
        'x-omit-empty': true,
        'x-protobuf': { number: 4, type: 'extensions/v1beta1.DeploymentStrategy' },
      },
      minReadySeconds: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-protobuf': { number: 5, type: 'int32' },
      },
      revisionHistoryLimit: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 6, type: 'int32' },
      },
      paused: { type: 'boolean', 'x-omit-empty': true, 'x-protobuf': { number: 7, type: 'bool' } },
      rollbackTo: {
        $ref: '#/$defs/extensions~1v1beta1.RollbackConfig',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 8, type: 'extensions/v1beta1.RollbackConfig' },
      },
      progressDeadlineSeconds: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 9, type: 'int32' },
      },
    },
    required: ['template'],
  },
  'extensions/v1beta1.DeploymentStatus': {
    type: 'object',
    properties: {
      observedGeneration: {
        type: 'integer',
        format: 'int64',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'int64' },
      },
      replicas: { type: 'integer', format: 'int32', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'int32' } },
      updatedReplicas: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'int32' },
      },
      readyReplicas: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-protobuf': { number: 7, type: 'int32' },
      },
      availableReplicas: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-protobuf': { number: 4, type: 'int32' },
      },
      unavailableReplicas: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-protobuf': { number: 5, type: 'int32' },
      },
      conditions: {
        type: 'array',
        items: { $ref: '#/$defs/extensions~1v1beta1.DeploymentCondition' },
        'x-patch-strategy': 'merge',
        'x-patch-merge-key': 'type',
        'x-omit-empty': true,
        'x-protobuf': { number: 6, type: 'extensions/v1beta1.DeploymentCondition', repeated: true },
      },
      collisionCount: {
        type: 'integer',
        format: 'int64',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 8, type: 'int64' },
      },
    },
  },
  'extensions/v1beta1.DeploymentStrategy': {
    type: 'object',
    properties: {
      type: {
        type: 'string',
        enum: ['Recreate', 'RollingUpdate'],
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'string' },
      },
      rollingUpdate: {
        $ref: '#/$defs/extensions~1v1beta1.RollingUpdateDeployment',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'extensions/v1beta1.RollingUpdateDeployment' },
      },
    },
  },
  'extensions/v1beta1.HTTPIngressPath': {
    type: 'object',
    properties: {
      path: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 1, type: 'string' } },
      backend: {
        $ref: '#/$defs/extensions~1v1beta1.IngressBackend',
        'x-protobuf': { number: 2, type: 'extensions/v1beta1.IngressBackend' },
      },
    },
    required: ['backend'],
  },
  'extensions/v1beta1.HTTPIngressRuleValue': {
    type: 'object',
    properties: {
      paths: {
        type: 'array',
        items: { $ref: '#/$defs/extensions~1v1beta1.HTTPIngressPath' },
        'x-protobuf': { number: 1, type: 'extensions/v1beta1.HTTPIngressPath', repeated: true },
      },
    },
    required: ['paths'],
  },
  'extensions/v1beta1.Ingress': {
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
        $ref: '#/$defs/extensions~1v1beta1.IngressSpec',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'extensions/v1beta1.IngressSpec' },
      },
      status: {
        $ref: '#/$defs/extensions~1v1beta1.IngressStatus',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'extensions/v1beta1.IngressStatus' },
      },
    },
  },
  'extensions/v1beta1.IngressBackend': {
    type: 'object',
    properties: {
      serviceName: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      servicePort: { $ref: '#/$defs/intstr.IntOrString', 'x-protobuf': { number: 2, type: 'intstr.IntOrString' } },
    },
    required: ['serviceName', 'servicePort'],
  },
  'extensions/v1beta1.IngressList': {
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
        items: { $ref: '#/$defs/extensions~1v1beta1.Ingress' },
        'x-protobuf': { number: 2, type: 'extensions/v1beta1.Ingress', repeated: true },
      },
    },
    required: ['items'],
  },
  'extensions/v1beta1.IngressRule': {
    type: 'object',
    properties: {
      host: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 1, type: 'string' } },
      http: {
        $ref: '#/$defs/extensions~1v1beta1.HTTPIngressRuleValue',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 1, type: 'extensions/v1beta1.HTTPIngressRuleValue' },
        'x-inlined-from': 'extensions/v1beta1.IngressRuleValue',
      },
    },
    'x-inlines': { 'extensions/v1beta1.IngressRuleValue': { number: 2, type: 'extensions/v1beta1.IngressRuleValue' } },
  },
  'extensions/v1beta1.IngressRuleValue': {
    type: 'object',
    properties: {
      http: {
        $ref: '#/$defs/extensions~1v1beta1.HTTPIngressRuleValue',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 1, type: 'extensions/v1beta1.HTTPIngressRuleValue' },
      },
    },
  },
  'extensions/v1beta1.IngressSpec': {
    type: 'object',
    properties: {
      backend: {
        $ref: '#/$defs/extensions~1v1beta1.IngressBackend',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 1, type: 'extensions/v1beta1.IngressBackend' },
      },
      tls: {
        type: 'array',
        items: { $ref: '#/$defs/extensions~1v1beta1.IngressTLS' },
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'extensions/v1beta1.IngressTLS', repeated: true },
      },
      rules: {
        type: 'array',
        items: { $ref: '#/$defs/extensions~1v1beta1.IngressRule' },
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'extensions/v1beta1.IngressRule', repeated: true },
      },
    },
  },
  'extensions/v1beta1.IngressStatus': {
    type: 'object',
    properties: {
      loadBalancer: {
        $ref: '#/$defs/core~1v1.LoadBalancerStatus',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'core/v1.LoadBalancerStatus' },
      },
    },
  },
  'extensions/v1beta1.IngressTLS': {
    type: 'object',
    properties: {
      hosts: {
        type: 'array',
        items: { type: 'string' },
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'string', repeated: true },
      },
      secretName: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'string' } },
    },
  },
  'extensions/v1beta1.ReplicaSet': {
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
        $ref: '#/$defs/extensions~1v1beta1.ReplicaSetSpec',
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'extensions/v1beta1.ReplicaSetSpec' },
      },
      status: {
        $ref: '#/$defs/extensions~1v1beta1.ReplicaSetStatus',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'extensions/v1beta1.ReplicaSetStatus' },
      },
    },
  },
  'extensions/v1beta1.ReplicaSetCondition': {
    type: 'object',
    properties: {
      type: { type: 'string', 'x-known-values': ['ReplicaFailure'], 'x-protobuf': { number: 1, type: 'string' } },
      status: { type: 'string', enum: ['True', 'False', 'Unknown'], 'x-protobuf': { number: 2, type: 'string' } },
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
  'extensions/v1beta1.ReplicaSetList': {
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
        items: { $ref: '#/$defs/extensions~1v1beta1.ReplicaSet' },
        'x-protobuf': { number: 2, type: 'extensions/v1beta1.ReplicaSet', repeated: true },
      },
    },
    required: ['items'],
  },
  'extensions/v1beta1.ReplicaSetSpec': {
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
        $ref: '#/$defs/meta~1v1.LabelSelector',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'meta/v1.LabelSelector' },
      },
      template: {
        $ref: '#/$defs/core~1v1.PodTemplateSpec',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'core/v1.PodTemplateSpec' },
      },
    },
  },
  'extensions/v1beta1.ReplicaSetStatus': {
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
        items: { $ref: '#/$defs/extensions~1v1beta1.ReplicaSetCondition' },
        'x-patch-strategy': 'merge',
        'x-patch-merge-key': 'type',
        'x-omit-empty': true,
        'x-protobuf': { number: 6, type: 'extensions/v1beta1.ReplicaSetCondition', repeated: true },
      },
    },
    required: ['replicas'],
  },
  'extensions/v1beta1.RollbackConfig': {
    type: 'object',
    properties: {
      revision: { type: 'integer', format: 'int64', 'x-omit-empty': true, 'x-protobuf': { number: 1, type: 'int64' } },
    },
  },
  'extensions/v1beta1.RollingUpdateDaemonSet': {
    type: 'object',
    properties: {
      maxUnavailable: {
        $ref: '#/$defs/intstr.IntOrString',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 1, type: 'intstr.IntOrString' },
      },
    },
  },
  'extensions/v1beta1.RollingUpdateDeployment': {
    type: 'object',
    properties: {
      maxUnavailable: {
        $ref: '#/$defs/intstr.IntOrString',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 1, type: 'intstr.IntOrString' },
      },
      maxSurge: {
        $ref: '#/$defs/intstr.IntOrString',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'intstr.IntOrString' },
      },
    },
  },
};
