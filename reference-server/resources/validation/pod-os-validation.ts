import { type StatusCauses, forbidden } from '../causes.ts';
import { isAbsent, items, members, type Members } from '../values/json-members.ts';

const OF_LINUX = ['appArmorProfile', 'procMount', 'runAsGroup', 'runAsUser', 'seLinuxOptions', 'seccompProfile'];
const OF_LINUX_PODS = [
  ...OF_LINUX,
  'fsGroup',
  'fsGroupChangePolicy',
  'supplementalGroups',
  'supplementalGroupsPolicy',
  'sysctls',
];
const OF_LINUX_CONTAINERS = [
  ...OF_LINUX,
  'allowPrivilegeEscalation',
  'capabilities',
  'privileged',
  'readOnlyRootFilesystem',
];
const OF_WINDOWS = ['windowsOptions'];

/** In later releases a pod can name its operating system, and then has none of the options of the other one. */
export function validateOperatingSystem(spec: Members, field: string, causes: StatusCauses): void {
  const { name } = members(spec['os']);
  if (name !== 'linux' && name !== 'windows') return;
  const isWindows = name === 'windows';
  refuse(members(spec['securityContext']), isWindows ? OF_LINUX_PODS : OF_WINDOWS, `${field}.securityContext`, causes);
  if (isWindows) refuse(spec, ['hostIPC', 'hostPID', 'shareProcessNamespace'], field, causes);
  for (const list of ['containers', 'initContainers']) {
    for (const [index, container] of items(spec[list]).entries()) {
      const at = `${field}.${list}[${index}].securityContext`;
      refuse(members(members(container)['securityContext']), isWindows ? OF_LINUX_CONTAINERS : OF_WINDOWS, at, causes);
    }
  }
}

function refuse(options: Members, names: readonly string[], field: string, causes: StatusCauses): void {
  for (const name of names)
    if (!isAbsent(options[name]) && options[name] !== false)
      forbidden(causes, `${field}.${name}`, 'must not be set for the operating system of the pod');
}
