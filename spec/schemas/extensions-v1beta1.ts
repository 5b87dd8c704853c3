import { DEPLOYMENT_TYPES } from './deployment-types.ts';
import type { Schemas } from './schema.ts';
import { inlined, kind, listOf, type TypeMembers, optional, required, types } from './types.ts';

const INGRESS_RULE_VALUE: TypeMembers = { http: optional(1, '*HTTPIngressRuleValue') };

/** The types of extensions/v1beta1. */
export const EXTENSIONS_V1BETA1: Schemas = types('extensions/v1beta1', {
  DaemonSet: kind({ spec: optional(2, 'DaemonSetSpec'), status: optional(3, 'DaemonSetStatus') }),
  DaemonSetList: listOf('DaemonSet'),
  DaemonSetSpec: {
    selector: optional(1, '*meta/v1.LabelSelector'),
    template: required(2, 'core/v1.PodTemplateSpec'),
    updateStrategy: optional(3, 'DaemonSetUpdateStrategy'),
    minReadySeconds: optional(4, 'int32'),
    templateGeneration: optional(5, 'int64'),
    revisionHistoryLimit: optional(6, '*int32'),
  },
  DaemonSetStatus: {
    currentNumberScheduled: required(1, 'int32'),
    numberMisscheduled: required(2, 'int32'),
    desiredNumberScheduled: required(3, 'int32'),
    numberReady: required(4, 'int32'),
    observedGeneration: optional(5, 'int64'),
    updatedNumberScheduled: optional(6, 'int32'),
    numberAvailable: optional(7, 'int32'),
    numberUnavailable: optional(8, 'int32'),
    collisionCount: optional(9, '*int64'),
  },
  DaemonSetUpdateStrategy: {
    type: optional(1, 'string', { enum: ['RollingUpdate', 'OnDelete'] }),
    rollingUpdate: optional(2, '*RollingUpdateDaemonSet'),
  },
  ...DEPLOYMENT_TYPES,
  HTTPIngressPath: { path: optional(1, 'string'), backend: required(2, 'IngressBackend') },
  HTTPIngressRuleValue: { paths: required(1, '[]HTTPIngressPath') },
  Ingress: kind({ spec: optional(2, 'IngressSpec'), status: optional(3, 'IngressStatus') }),
  IngressBackend: { serviceName: required(1, 'string'), servicePort: required(2, 'intstr.IntOrString') },
  IngressList: listOf('Ingress'),
  IngressRule: { host: optional(1, 'string'), ...inlined(2, 'IngressRuleValue', INGRESS_RULE_VALUE) },
  IngressRuleValue: INGRESS_RULE_VALUE,
  IngressSpec: {
    backend: optional(1, '*IngressBackend'),
    tls: optional(2, '[]IngressTLS'),
    rules: optional(3, '[]IngressRule'),
  },
  IngressStatus: { loadBalancer: optional(1, 'core/v1.LoadBalancerStatus') },
  IngressTLS: { hosts: optional(1, '[]string'), secretName: optional(2, 'string') },
  ReplicaSet: kind({ spec: optional(2, 'ReplicaSetSpec'), status: optional(3, 'ReplicaSetStatus') }),
  ReplicaSetCondition: {
    type: required(1, 'string', { known: ['ReplicaFailure'] }),
    status: required(2, 'string', { enum: ['True', 'False', 'Unknown'] }),
    lastTransitionTime: optional(3, 'meta/v1.Time'),
    reason: optional(4, 'string'),
    message: optional(5, 'string'),
  },
  ReplicaSetList: listOf('ReplicaSet'),
  ReplicaSetSpec: {
    replicas: optional(1, '*int32'),
    minReadySeconds: optional(4, 'int32'),
    selector: optional(2, '*meta/v1.LabelSelector'),
    template: optional(3, 'core/v1.PodTemplateSpec'),
  },
  ReplicaSetStatus: {
    replicas: required(1, 'int32'),
    fullyLabeledReplicas: optional(2, 'int32'),
    readyReplicas: optional(4, 'int32'),
    availableReplicas: optional(5, 'int32'),
    observedGeneration: optional(3, 'int64'),
    conditions: optional(6, '[]ReplicaSetCondition', { mergeKey: 'type' }),
  },
  RollingUpdateDaemonSet: { maxUnavailable: optional(1, '*intstr.IntOrString') },
});
