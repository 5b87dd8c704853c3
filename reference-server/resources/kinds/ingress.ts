import { isIP } from 'node:net';
import { sameJson } from '../values/same-json.ts';
import type { ApiObject } from '../api-object.ts';
import { type StatusCauses, invalid, required, shown } from '../causes.ts';
import { checkFormat, checkPort, requireText } from '../validation/field-checks.ts';
import { dnsSubdomain, letterLabel, wildcardSubdomain } from '../values/formats.ts';
import { isAbsent, items, members, type Members, text } from '../values/json-members.ts';
import { validateLoadBalancer } from './load-balancer-status.ts';
import { validateLaterMembers } from '../validation/later-member-checks.ts';
import { validateObjectMeta } from '../validation/object-meta-validation.ts';
import { withNewStatus, withOnlyStatusOf, withStatusDefaults, withStatusOf } from '../status-isolation.ts';
import type { ResourceStrategy } from '../strategy.ts';
import { specOf, withSpec } from '../template-owner.ts';

const NEW_STATUS = { loadBalancer: {} };

export const INGRESS: ResourceStrategy = {
  defaults: (object) => withStatusDefaults(withSpec(object, specOf(object)), NEW_STATUS),
  prepareForCreate: (object) => withNewStatus(object, NEW_STATUS),
  prepareForUpdate: withStatusOf,
  prepareForStatusUpdate: withOnlyStatusOf,
  validate,
  validateUpdate: () => [],
  validateStatusUpdate: validateLoadBalancer,
  generationChanges: (object, old) => !sameJson(object['spec'], old['spec']),
  selectableFields: () => ({}),
  selectableFieldNames: [],
  defaultPropagation: 'background',
};

function validate(object: ApiObject): StatusCauses {
  const causes: StatusCauses = [];
  const { backend, rules, tls } = specOf(object);
  validateObjectMeta(object.metadata, { name: dnsSubdomain }, causes);
  validateLaterMembers('extensions/v1beta1.IngressSpec', specOf(object), 'spec', causes);
  if (isAbsent(backend) && items(rules).length === 0) invalid(causes, 'spec', 'must have a backend or rules');
  if (!isAbsent(backend)) validateBackend(members(backend), 'spec.backend', causes);
  for (const [index, rule] of items(rules).entries()) validateRule(members(rule), `spec.rules[${index}]`, causes);
  for (const [index, entry] of items(tls).entries()) {
    for (const [position, host] of items(members(entry)['hosts']).entries()) {
      checkHostName(text(host), `spec.tls[${index}].hosts[${position}]`, causes);
    }
  }
  return causes;
}

function checkHostName(host: string, field: string, causes: StatusCauses): void {
  checkFormat(causes, field, host, host.includes('*') ? wildcardSubdomain : dnsSubdomain);
}

function validateBackend({ serviceName, servicePort }: Members, field: string, causes: StatusCauses): void {
  requireText(causes, `${field}.serviceName`, serviceName, letterLabel);
  checkPort(causes, `${field}.servicePort`, servicePort);
}

/** The paths of a rule with a wildcard host are not validated. */
function validateRule({ host, http }: Members, field: string, causes: StatusCauses): void {
  const name = text(host);
  if (name !== '') {
    if (isIP(name) !== 0) invalid(causes, `${field}.host`, `${shown(name)} must be a DNS name, not an IP address`);
    checkHostName(name, `${field}.host`, causes);
  }
  if (isAbsent(http) || name.includes('*')) return;
  const paths = items(members(http)['paths']);
  if (paths.length === 0) required(causes, `${field}.http.paths`, 'must have at least one path');
  for (const [index, path] of paths.entries()) validatePath(members(path), `${field}.http.paths[${index}]`, causes);
}

function validatePath(entry: Members, field: string, causes: StatusCauses): void {
  const { path, backend } = entry;
  validateLaterMembers('extensions/v1beta1.HTTPIngressPath', entry, field, causes);
  const pattern = text(path);
  if (pattern !== '' && !pattern.startsWith('/'))
    invalid(causes, `${field}.path`, `${shown(pattern)} must be an absolute path`);
  if (pattern !== '' && !isPattern(pattern))
    invalid(causes, `${field}.path`, `${shown(pattern)} must be a regular expression`);
  validateBackend(members(backend), `${field}.backend`, causes);
}

/** Compiles the pattern without running it, so no pattern can keep the server busy. */
function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    return false;
  }
}
