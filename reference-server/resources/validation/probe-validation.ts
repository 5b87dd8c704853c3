import { type StatusCauses, forbidden, invalid, required, shown } from '../causes.ts';
import { checkNoneNegative, checkNotNegative, checkOneOf, checkPort, requireSome } from './field-checks.ts';
import { validateLaterMembers } from './later-member-checks.ts';
import { isAbsent, items, members, type Members, text } from '../values/json-members.ts';

/** The probes of a container. */
export const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'] as const;

const COUNTS = ['initialDelaySeconds', 'timeoutSeconds', 'periodSeconds', 'successThreshold', 'failureThreshold'];

export function validateProbe(probe: Members, field: string, causes: StatusCauses): void {
  validateHandler(probe, field, causes);
  checkNoneNegative(causes, field, probe, COUNTS);
  validateLaterMembers('core/v1.Probe', probe, field, causes);
}

/** In this order: every action after the first one is refused. */
const ACTIONS: readonly (readonly [
  name: string,
  validate: (action: Members, field: string, causes: StatusCauses) => void,
])[] = [
  ['exec', (action, field, causes) => requireSome(causes, `${field}.command`, action['command'])],
  ['httpGet', validateHttpGet],
  ['tcpSocket', (action, field, causes) => checkPort(causes, `${field}.port`, action['port'])],
  ['grpc', (action, field, causes) => checkPort(causes, `${field}.port`, action['port'])],
  ['sleep', (action, field, causes) => checkNotNegative(causes, `${field}.seconds`, action['seconds'])],
];

/** Requires exactly one action, in a probe or a lifecycle hook. */
export function validateHandler(handler: Members, field: string, causes: StatusCauses): void {
  let seen = 0;
  for (const [name, validate] of ACTIONS) {
    if (isAbsent(handler[name])) continue;
    seen += 1;
    if (seen > 1) forbidden(causes, `${field}.${name}`, 'may not be there beside another action');
    else validate(members(handler[name]), `${field}.${name}`, causes);
  }
  if (seen === 0) required(causes, field, 'must have one of exec, httpGet, tcpSocket');
}

function validateHttpGet(action: Members, field: string, causes: StatusCauses): void {
  if (text(action['path']) === '') required(causes, `${field}.path`);
  checkPort(causes, `${field}.port`, action['port']);
  checkOneOf(causes, `${field}.scheme`, action['scheme'], ['HTTP', 'HTTPS']);
  for (const header of items(action['httpHeaders'])) {
    const { name } = members(header);
    if (!/^[-A-Za-z0-9]+$/.test(text(name)))
      invalid(causes, `${field}.httpHeaders`, `${shown(name)} must be letters, digits and "-"`);
  }
}
