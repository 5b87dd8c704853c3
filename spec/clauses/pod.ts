import type { Clause } from './clause.ts';
import { FLAT, NODE, clauses, fieldClauses } from './rows.ts';

const SECTION = 'Pod (core v1)';

export const POD: readonly Clause[] = clauses(SECTION, [
  ['pod.fields', 'A Pod has apiVersion, kind, metadata (ObjectMeta), spec (PodSpec) and status (PodStatus).', 'must', FLAT],
  ['pod.status.1', 'The status of a pod is written by the system and only read by clients.', 'must', 'the word "read-only"'],
  ['pod.status.2', 'The status of a pod may lag behind.', 'may', 'the word "may"'],
  ['pod.scheduling', 'A pod is created by clients, and a host is found for it.', 'must', NODE],
  ['pod-list.fields', 'A PodList has apiVersion, items (an array of Pod), kind and metadata (ListMeta).', 'must', FLAT],
]);

export const POD_SPEC: readonly Clause[] = fieldClauses(SECTION, 'pod-spec', [
  {
    field: 'containers',
    type: 'an array of Container',
    says: [
      ['They are required: there is at least one.', 'must', 'the word "required"'],
      ['None can be added or removed once the pod is made.', 'must', 'the word "cannot"'],
      ['Patches merge them by name.'],
    ],
  },
  {
    field: 'initContainers',
    type: 'an array of Container',
    says: [
      ['They run in order before the containers.', 'must', NODE],
      ['When one fails, the pod fails as its restartPolicy has it.', 'must', NODE],
      ['They have no lifecycle actions.'],
      ['They have no probes.'],
      ['Their names are unique among the init containers and containers together.'],
      ['Patches merge them by name.'],
    ],
  },
  {
    field: 'activeDeadlineSeconds',
    type: 'an integer',
    says: [['It is positive.'], ['It is how long the pod may be active before the system tries to fail it.', 'must', NODE]],
  },
  { field: 'affinity', type: 'an Affinity', says: [['It constrains scheduling.', 'must', NODE]] },
  { field: 'automountServiceAccountToken', type: 'a boolean', says: [['It says whether the token of a service account is mounted unasked.', 'must', NODE]] },
  {
    field: 'dnsPolicy',
    type: 'a string',
    says: [
      ['It is ClusterFirstWithHostNet, ClusterFirst or Default.'],
      ['It is ClusterFirst by default.'],
      ['With host networking, cluster DNS needs ClusterFirstWithHostNet to be set by hand.', 'must', NODE],
    ],
  },
  {
    field: 'hostAliases',
    type: 'an array of HostAlias',
    says: [['They are added to the hosts file.', 'must', NODE], ['They are not valid with host networking.'], ['Patches merge them by ip.']],
  },
  { field: 'hostIPC', type: 'a boolean', says: [['It is false by default.']] },
  {
    field: 'hostNetwork',
    type: 'a boolean',
    says: [['It is false by default.'], ['With it, the ports that are used have to be given.']],
  },
  { field: 'hostPID', type: 'a boolean', says: [['It is false by default.']] },
  { field: 'hostname', type: 'a string', says: [['Without it, the system chooses one.', 'must', NODE]] },
  {
    field: 'imagePullSecrets',
    type: 'an array of LocalObjectReference',
    says: [['They name secrets of the same namespace by which images are pulled.', 'must', NODE], ['Patches merge them by name.']],
  },
  { field: 'nodeName', type: 'a string', says: [['When it is not empty, it asks for that node.', 'must', NODE]] },
  { field: 'nodeSelector', type: 'an object', says: [['It holds labels that the node must have.', 'must', NODE]] },
  { field: 'restartPolicy', type: 'a string', says: [['It is Always, OnFailure or Never.'], ['It is Always by default.']] },
  { field: 'schedulerName', type: 'a string', says: [['Without it, the default scheduler is meant.', 'must', NODE]] },
  { field: 'securityContext', type: 'a PodSecurityContext', says: [['It holds security attributes of the pod as a whole.', 'must', NODE]] },
  { field: 'serviceAccount', type: 'a string', says: [['It is another name of serviceAccountName, and deprecated.', 'may', 'deprecated, so still to be served']] },
  { field: 'serviceAccountName', type: 'a string', says: [['It names the service account that the pod runs as.', 'must', NODE]] },
  { field: 'subdomain', type: 'a string', says: [['With it the pod has a domain name, without it none.', 'must', NODE]] },
  {
    field: 'terminationGracePeriodSeconds',
    type: 'an integer',
    says: [
      ['It is not negative.'],
      ['0 means that the pod is deleted at once.'],
      ['It is 30 by default.'],
      ['A delete request may ask for less.', 'may', 'the word "may"'],
    ],
  },
  { field: 'tolerations', type: 'an array of Toleration', says: [['They are the taints that the pod tolerates.', 'must', NODE]] },
  { field: 'volumes', type: 'an array of Volume', says: [['Patches merge them by name.']] },
]);

export const POD_STATUS: readonly Clause[] = fieldClauses(SECTION, 'pod-status', [
  { field: 'conditions', type: 'an array of PodCondition', says: [['Patches merge them by type.']] },
  { field: 'containerStatuses', type: 'an array of ContainerStatus', says: [['There is one for each container of the manifest.', 'must', NODE]] },
  { field: 'initContainerStatuses', type: 'an array of ContainerStatus', says: [['There is one for each init container.', 'must', NODE]] },
  { field: 'hostIP', type: 'a string', says: [['It is empty until the pod has a host.']] },
  { field: 'podIP', type: 'a string', says: [['It is empty until an address is allocated.']] },
  { field: 'message', type: 'a string', says: [['It is a detail for people to read.', 'may', 'prose of the system']] },
  { field: 'reason', type: 'a string', says: [['It is a short detail in CamelCase.']] },
  { field: 'phase', type: 'a string', says: [['It is the condition of the pod now.']] },
  { field: 'qosClass', type: 'a string', says: [['It classifies the quality of service that the resource requirements ask for.']] },
  { field: 'startTime', type: 'a Time', says: [['It is a timestamp in the form of RFC 3339.'], ['It is when the node agent acknowledged the pod.', 'must', NODE]] },
]);
