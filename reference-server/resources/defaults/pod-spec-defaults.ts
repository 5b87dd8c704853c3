import { containerDefaults, hostPortsOf } from './container-defaults.ts';
import { members, type Members, withDefaults, withEach, withMember } from '../values/json-members.ts';
import { volumeDefaults } from './volume-defaults.ts';

/** Defaults of a pod spec (document, PodSpec). */
const DEFAULTS: Members = {
  restartPolicy: 'Always',
  terminationGracePeriodSeconds: 30,
  dnsPolicy: 'ClusterFirst',
  securityContext: {},
  schedulerName: 'default-scheduler',
};

/** The stored form of a pod spec, of a pod or of a template. */
export function podSpecDefaults(spec: Members): Members {
  const onHost = spec['hostNetwork'] === true;
  const container = onHost ? (value: Members): Members => hostPortsOf(containerDefaults(value)) : containerDefaults;
  let filled = withDefaults(spec, DEFAULTS);
  filled = withEach(filled, 'containers', container);
  filled = withEach(filled, 'initContainers', container);
  filled = withEach(filled, 'volumes', volumeDefaults);
  return withServiceAccount(filled);
}

/** `serviceAccount` is the deprecated alias: the current name wins, and both are shown (document, Versioning 4). */
function withServiceAccount(spec: Members): Members {
  const current = spec['serviceAccountName'];
  const name = typeof current === 'string' && current !== '' ? current : spec['serviceAccount'];
  if (typeof name !== 'string' || name === '') return spec;
  return withMember(withMember(spec, 'serviceAccountName', name), 'serviceAccount', name);
}

/** A pod template: its metadata shows a null creation time (document, Object metadata). */
function podTemplateDefaults(template: unknown): Members {
  const sent = members(template);
  const metadata = members(sent['metadata']);
  const stamped = Object.hasOwn(metadata, 'creationTimestamp') ? metadata : { creationTimestamp: null, ...metadata };
  return withMember(withMember(sent, 'metadata', stamped), 'spec', podSpecDefaults(members(sent['spec'])));
}

/**
 * The spec of an object with a pod template, with defaults of the template. An absent template counts as empty, because
 * it is required.
 */
export function withTemplateDefaults(spec: Members): Members {
  return withMember(spec, 'template', podTemplateDefaults(spec['template']));
}
