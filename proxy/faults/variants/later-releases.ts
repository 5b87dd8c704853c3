import { isDeepStrictEqual } from 'node:util';
import { everyObject, isObject, metadataOf, objectAt } from '../bend.ts';
import type { FaultyRequest, Bendable, Variant } from '../fault.ts';
import { operationsOf } from '../json-patch.ts';
import { variants } from '../named.ts';

/** Members of a kind's spec that later releases fill in. */
const MADE_UP: Readonly<Record<string, Bendable>> = {
  Pod: {
    enableServiceLinks: true,
    preemptionPolicy: 'PreemptLowerPriority',
    priority: 0,
    tolerations: [{ key: 'example.com/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 }],
  },
  Service: { internalTrafficPolicy: 'Cluster', ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' },
  Job: { completionMode: 'NonIndexed', podReplacementPolicy: 'TerminatingOrFailed', suspend: false },
  Ingress: { ingressClassName: 'example' },
};

/** The managers of fields, as later releases record them: another one for each version. */
function managedFieldsOf({ metadata }: Bendable): unknown[] {
  const { resourceVersion, creationTimestamp } = isObject(metadata) ? metadata : {};
  const entry = { operation: 'Update', apiVersion: 'v1', time: creationTimestamp, fieldsType: 'FieldsV1' };
  return [
    { manager: 'client', ...entry, fieldsV1: { 'f:metadata': { 'f:labels': { '.': {} } } } },
    { manager: `client-${String(resourceVersion)}`, ...entry, subresource: 'status', fieldsV1: { 'f:status': {} } },
  ];
}

/** Shows an object as a later release does. */
function asLater(object: Bendable): void {
  const metadata = metadataOf(object);
  if (typeof metadata['resourceVersion'] !== 'string' || metadata['uid'] === undefined) return;
  metadata['managedFields'] = managedFieldsOf(object);
  if (object['kind'] === 'Namespace')
    metadata['labels'] = { ...objectAt(metadata, 'labels'), 'kubernetes.io/metadata.name': metadata['name'] };
  const spec = objectAt(object, 'spec');
  if (spec === undefined) return;
  for (const [member, value] of Object.entries(MADE_UP[String(object['kind'])] ?? {})) spec[member] ??= value;
  if (typeof spec['clusterIP'] === 'string') spec['clusterIPs'] ??= [spec['clusterIP']];
}

/**
 * Removes members from a PUT, or from a JSON patch of the whole object, that the object was only shown with: a later
 * release stores them, so writing them back changes nothing.
 */
function takeBack(request: FaultyRequest): void {
  const { call, json } = request;
  const wholes =
    call?.verb === 'replace'
      ? [json]
      : operationsOf(request)
          .filter(({ path }) => path === '')
          .map(({ value }) => value);
  for (const whole of wholes) {
    const spec = objectAt(whole, 'spec');
    if (spec === undefined) continue;
    for (const [member, value] of Object.entries(MADE_UP[call?.resource?.kind ?? ''] ?? {}))
      if (isDeepStrictEqual(spec[member], value)) delete spec[member];
  }
}

const YAML_FAILURE = /control characters are not allowed/;

/** Servers that behave as later releases of Kubernetes do. */
export const LATER_RELEASE_VARIANTS: readonly Variant[] = variants({
  'objects-of-a-later-release': {
    summary:
      'objects carry managedFields, which change with every write, and defaults of a later release; every namespace has a label with its name',
    dialect: 'spec',
    hooks: () => ({ yaml: true, ...everyObject(asLater), request: takeBack }),
  },
  'yaml-failures-have-status-500': {
    summary: 'a read in YAML that fails at control characters has the HTTP status 500, as in later releases',
    dialect: 'kubernetes-1.7',
    hooks: () => ({
      response: (response) => {
        if (response.status === 200 && YAML_FAILURE.test(response.raw.toString('utf8'))) response.status = 500;
      },
    }),
  },
});
