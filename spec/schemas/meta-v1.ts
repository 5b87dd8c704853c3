import type { Schemas } from './schema.ts';

/** The types of meta/v1. */
export const META_V1: Schemas = {
  'meta/v1.APIGroup': {
    type: 'object',
    properties: {
      kind: { type: 'string', 'x-omit-empty': true },
      apiVersion: { type: 'string', 'x-omit-empty': true },
      name: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      versions: {
        type: 'array',
        items: { $ref: '#/$defs/meta~1v1.GroupVersionForDiscovery' },
        'x-protobuf': { number: 2, type: 'meta/v1.GroupVersionForDiscovery', repeated: true },
      },
      preferredVersion: {
        $ref: '#/$defs/meta~1v1.GroupVersionForDiscovery',
        'x-omit-empty': true,
        'x-protobuf': { number: 3, type: 'meta/v1.GroupVersionForDiscovery' },
      },
      serverAddressByClientCIDRs: {
        type: 'array',
        items: { $ref: '#/$defs/meta~1v1.ServerAddressByClientCIDR' },
        'x-protobuf': { number: 4, type: 'meta/v1.ServerAddressByClientCIDR', repeated: true },
      },
    },
    required: ['name', 'versions', 'serverAddressByClientCIDRs'],
  },
  'meta/v1.APIGroupList': {
    type: 'object',
    properties: {
      kind: { type: 'string', 'x-omit-empty': true },
      apiVersion: { type: 'string', 'x-omit-empty': true },
      groups: {
        type: 'array',
        items: { $ref: '#/$defs/meta~1v1.APIGroup' },
        'x-protobuf': { number: 1, type: 'meta/v1.APIGroup', repeated: true },
      },
    },
    required: ['groups'],
  },
  'meta/v1.APIResource': {
    type: 'object',
    properties: {
      name: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      singularName: { type: 'string', 'x-protobuf': { number: 6, type: 'string' } },
      namespaced: { type: 'boolean', 'x-protobuf': { number: 2, type: 'bool' } },
      kind: { type: 'string', 'x-protobuf': { number: 3, type: 'string' } },
      verbs: { type: 'array', items: { type: 'string' }, 'x-protobuf': { number: 4, type: 'meta/v1.Verbs' } },
      shortNames: {
        type: 'array',
        items: { type: 'string' },
        'x-omit-empty': true,
        'x-protobuf': { number: 5, type: 'string', repeated: true },
      },
      categories: {
        type: 'array',
        items: { type: 'string' },
        'x-omit-empty': true,
        'x-protobuf': { number: 7, type: 'string', repeated: true },
      },
    },
    required: ['name', 'singularName', 'namespaced', 'kind', 'verbs'],
  },
  'meta/v1.APIResourceList': {
    type: 'object',
    properties: {
      kind: { type: 'string', 'x-omit-empty': true },
      apiVersion: { type: 'string', 'x-omit-empty': true },
      groupVersion: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      resources: {
        type: 'array',
        items: { $ref: '#/$defs/meta~1v1.APIResource' },
        'x-protobuf': { number: 2, type: 'meta/v1.APIResource', repeated: true },
      },
    },
    required: ['groupVersion', 'resources'],
  },
  'meta/v1.APIVersions': {
    type: 'object',
    properties: {
      kind: { type: 'string', 'x-omit-empty': true },
      apiVersion: { type: 'string', 'x-omit-empty': true },
      versions: {
        type: 'array',
        items: { type: 'string' },
        'x-protobuf': { number: 1, type: 'string', repeated: true },
      },
      serverAddressByClientCIDRs: {
        type: 'array',
        items: { $ref: '#/$defs/meta~1v1.ServerAddressByClientCIDR' },
        'x-protobuf': { number: 2, type: 'meta/v1.ServerAddressByClientCIDR', repeated: true },
      },
    },
    required: ['versions', 'serverAddressByClientCIDRs'],
  },
  'meta/v1.DeleteOptions': {
    type: 'object',
    properties: {
      kind: { type: 'string', 'x-omit-empty': true },
      apiVersion: { type: 'string', 'x-omit-empty': true },
      gracePeriodSeconds: {
        type: 'integer',
        format: 'int64',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 1, type: 'int64' },
      },
      preconditions: {
        $ref: '#/$defs/meta~1v1.Preconditions',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'meta/v1.Preconditions' },
      },
      orphanDependents: {
        type: 'boolean',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 3, type: 'bool' },
      },
      propagationPolicy: {
        type: 'string',
        enum: ['Orphan', 'Background', 'Foreground'],
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 4, type: 'string' },
      },
    },
  },
  'meta/v1.GroupVersionForDiscovery': {
    type: 'object',
    properties: {
      groupVersion: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      version: { type: 'string', 'x-protobuf': { number: 2, type: 'string' } },
    },
    required: ['groupVersion', 'version'],
  },
  'meta/v1.Initializer': {
    type: 'object',
    properties: {
      name: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
    },
    required: ['name'],
  },
  'meta/v1.Initializers': {
    type: 'object',
    properties: {
      pending: {
        type: 'array',
        items: { $ref: '#/$defs/meta~1v1.Initializer' },
        'x-protobuf': { number: 1, type: 'meta/v1.Initializer', repeated: true },
      },
      result: {
        $ref: '#/$defs/meta~1v1.Status',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 2, type: 'meta/v1.Status' },
      },
    },
    required: ['pending'],
  },
  'meta/v1.LabelSelector': {
    type: 'object',
    properties: {
      matchLabels: {
        type: 'object',
        additionalProperties: { type: 'string' },
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'map<string,string>' },
      },
      matchExpressions: {
        type: 'array',
        items: { $ref: '#/$defs/meta~1v1.LabelSelectorRequirement' },
        'x-omit-empty': true,
        'x-protobuf': { number: 2, type: 'meta/v1.LabelSelectorRequirement', repeated: true },
      },
    },
  },
  'meta/v1.LabelSelectorRequirement': {
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
        enum: ['In', 'NotIn', 'Exists', 'DoesNotExist'],
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
  'meta/v1.ListMeta': {
    type: 'object',
    properties: {
      selfLink: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 1, type: 'string' } },
      resourceVersion: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'string' } },
    },
  },
  'meta/v1.ObjectMeta': {
    type: 'object',
    properties: {
      name: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 1, type: 'string' } },
      generateName: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'string' } },
      namespace: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'string' } },
      selfLink: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 4, type: 'string' } },
      uid: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 5, type: 'string' } },
      resourceVersion: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 6, type: 'string' } },
      generation: {
        type: 'integer',
        format: 'int64',
        'x-omit-empty': true,
        'x-protobuf': { number: 7, type: 'int64' },
      },
      creationTimestamp: {
        $ref: '#/$defs/meta~1v1.Time',
        'x-omit-empty': true,
        'x-protobuf': { number: 8, type: 'meta/v1.Time' },
      },
      deletionTimestamp: {
        $ref: '#/$defs/meta~1v1.Time',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 9, type: 'meta/v1.Time' },
      },
      deletionGracePeriodSeconds: {
        type: 'integer',
        format: 'int64',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 10, type: 'int64' },
      },
      labels: {
        type: 'object',
        additionalProperties: { type: 'string' },
        'x-omit-empty': true,
        'x-protobuf': { number: 11, type: 'map<string,string>' },
      },
      annotations: {
        type: 'object',
        additionalProperties: { type: 'string' },
        'x-omit-empty': true,
        'x-protobuf': { number: 12, type: 'map<string,string>' },
      },
      ownerReferences: {
        type: 'array',
        items: { $ref: '#/$defs/meta~1v1.OwnerReference' },
        'x-patch-strategy': 'merge',
        'x-patch-merge-key': 'uid',
        'x-omit-empty': true,
        'x-protobuf': { number: 13, type: 'meta/v1.OwnerReference', repeated: true },
      },
      initializers: {
        $ref: '#/$defs/meta~1v1.Initializers',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 16, type: 'meta/v1.Initializers' },
      },
      finalizers: {
        type: 'array',
        items: { type: 'string' },
        'x-patch-strategy': 'merge',
        'x-omit-empty': true,
        'x-protobuf': { number: 14, type: 'string', repeated: true },
      },
      clusterName: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 15, type: 'string' } },
    },
  },
  'meta/v1.OwnerReference': {
    type: 'object',
    properties: {
      apiVersion: { type: 'string', 'x-protobuf': { number: 5, type: 'string' } },
      kind: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      name: { type: 'string', 'x-protobuf': { number: 3, type: 'string' } },
      uid: { type: 'string', 'x-protobuf': { number: 4, type: 'string' } },
      controller: {
        type: 'boolean',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 6, type: 'bool' },
      },
      blockOwnerDeletion: {
        type: 'boolean',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 7, type: 'bool' },
      },
    },
    required: ['apiVersion', 'kind', 'name', 'uid'],
  },
  'meta/v1.Preconditions': {
    type: 'object',
    properties: {
      uid: { type: 'string', 'x-omit-empty': true, 'x-pointer': true, 'x-protobuf': { number: 1, type: 'string' } },
    },
  },
  'meta/v1.ServerAddressByClientCIDR': {
    type: 'object',
    properties: {
      clientCIDR: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      serverAddress: { type: 'string', 'x-protobuf': { number: 2, type: 'string' } },
    },
    required: ['clientCIDR', 'serverAddress'],
  },
  'meta/v1.Status': {
    type: 'object',
    properties: {
      kind: { type: 'string', 'x-omit-empty': true },
      apiVersion: { type: 'string', 'x-omit-empty': true },
      metadata: {
        $ref: '#/$defs/meta~1v1.ListMeta',
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'meta/v1.ListMeta' },
      },
      status: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'string' } },
      message: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'string' } },
      reason: {
        type: 'string',
        'x-known-values': [
          'Unauthorized',
          'Forbidden',
          'NotFound',
          'AlreadyExists',
          'Conflict',
          'Gone',
          'Invalid',
          'ServerTimeout',
          'Timeout',
          'BadRequest',
          'MethodNotAllowed',
          'InternalError',
          'Expired',
          'ServiceUnavailable',
          'NotAcceptable',
          'UnsupportedMediaType',
        ],
        'x-omit-empty': true,
        'x-protobuf': { number: 4, type: 'string' },
      },
      details: {
        $ref: '#/$defs/meta~1v1.StatusDetails',
        'x-omit-empty': true,
        'x-pointer': true,
        'x-protobuf': { number: 5, type: 'meta/v1.StatusDetails' },
      },
      code: { type: 'integer', format: 'int32', 'x-omit-empty': true, 'x-protobuf': { number: 6, type: 'int32' } },
    },
  },
  'meta/v1.StatusCause': {
    type: 'object',
    properties: {
      reason: {
        type: 'string',
        'x-known-values': [
          'FieldValueNotFound',
          'FieldValueRequired',
          'FieldValueDuplicate',
          'FieldValueInvalid',
          'FieldValueNotSupported',
          'UnexpectedServerResponse',
          'FieldValueForbidden',
          'FieldValueTooLong',
        ],
        'x-omit-empty': true,
        'x-protobuf': { number: 1, type: 'string' },
      },
      message: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'string' } },
      field: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'string' } },
    },
  },
  'meta/v1.StatusDetails': {
    type: 'object',
    properties: {
      name: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 1, type: 'string' } },
      group: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 2, type: 'string' } },
      kind: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 3, type: 'string' } },
      uid: { type: 'string', 'x-omit-empty': true, 'x-protobuf': { number: 6, type: 'string' } },
      causes: {
        type: 'array',
        items: { $ref: '#/$defs/meta~1v1.StatusCause' },
        'x-omit-empty': true,
        'x-protobuf': { number: 4, type: 'meta/v1.StatusCause', repeated: true },
      },
      retryAfterSeconds: {
        type: 'integer',
        format: 'int32',
        'x-omit-empty': true,
        'x-protobuf': { number: 5, type: 'int32' },
      },
    },
  },
  'meta/v1.WatchEvent': {
    type: 'object',
    properties: {
      type: { type: 'string', 'x-protobuf': { number: 1, type: 'string' } },
      object: { $ref: '#/$defs/runtime.RawExtension', 'x-protobuf': { number: 2, type: 'runtime.RawExtension' } },
    },
    required: ['type', 'object'],
  },
};
