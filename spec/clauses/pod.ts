import type { Clause } from './clause.ts';
import { CONTROLLER, NODE, NO_IMAGE, clauses, fieldClauses, unseen } from './rows.ts';

const SECTION = 'Pod (core v1)';

export const POD: readonly Clause[] = clauses(SECTION, [
  ['pod.fields', 'A Pod has apiVersion, kind, metadata (ObjectMeta), spec (PodSpec) and status (PodStatus).'],
  [
    'pod.status.1',
    'The status of a pod is written by the system and only read by clients.',
    'must',
    'the word "read-only"',
  ],
  [
    'pod.status.2',
    'The status of a pod may be stale.',
    'may',
    'the word "may"',
    'Every status is legal, because it can be that of an earlier moment.',
  ],
  ['pod.scheduling', 'Clients create a pod, and the system schedules it onto a host.', 'must', NODE],
  ['pod-list.fields', 'A PodList has apiVersion, items (an array of Pod), kind and metadata (ListMeta).'],
]);

export const POD_SPEC: readonly Clause[] = fieldClauses(SECTION, 'pod-spec', [
  {
    field: 'containers',
    type: 'an array of Container',
    says: [
      ['They are required: there is at least one.', 'must', 'the word "required"'],
      ['None can be added or removed after the create of the pod.', 'must', 'the word "cannot"'],
      ['Patches merge them by name.'],
    ],
  },
  {
    field: 'initContainers',
    type: 'an array of Container',
    says: [
      unseen('They run in order before the containers.'),
      unseen(
        'If one fails, the restartPolicy decides whether the pod fails.',
        `It needs init containers that run and fail: ${NO_IMAGE}.`,
      ),
      ['They have no lifecycle actions.'],
      ['They have no probes.'],
      ['Their names are unique among the init containers and containers together.'],
      ['Patches merge them by name.'],
    ],
  },
  {
    field: 'activeDeadlineSeconds',
    type: 'an integer',
    says: [
      ['It is positive.'],
      ['It is the number of seconds that the pod can be active before the system tries to fail it.', 'must', NODE],
    ],
  },
  { field: 'affinity', type: 'an Affinity', says: [['It constrains scheduling.', 'must', CONTROLLER]] },
  {
    field: 'automountServiceAccountToken',
    type: 'a boolean',
    says: [unseen('It says whether the token of a service account is mounted automatically.')],
  },
  {
    field: 'dnsPolicy',
    type: 'a string',
    says: [
      ['It is ClusterFirstWithHostNet, ClusterFirst or Default.'],
      ['It is ClusterFirst by default.'],
      ['With host networking, DNS options apply only if ClusterFirstWithHostNet is set explicitly.'],
    ],
  },
  {
    field: 'hostAliases',
    type: 'an array of HostAlias',
    says: [
      unseen('They are added to the hosts file.'),
      ['They are not valid with host networking.'],
      ['Patches merge them by ip.'],
    ],
  },
  { field: 'hostIPC', type: 'a boolean', says: [['It is false by default.']] },
  {
    field: 'hostNetwork',
    type: 'a boolean',
    says: [['It is false by default.'], ['With it, used ports must be specified.']],
  },
  { field: 'hostPID', type: 'a boolean', says: [['It is false by default.']] },
  { field: 'hostname', type: 'a string', says: [unseen('Without it, the system chooses one.')] },
  {
    field: 'imagePullSecrets',
    type: 'an array of LocalObjectReference',
    says: [
      ['They name the secrets of the same namespace that are used to pull images.'],
      ['Patches merge them by name.'],
    ],
  },
  { field: 'nodeName', type: 'a string', says: [['If it is not empty, it asks for that node.']] },
  { field: 'nodeSelector', type: 'an object', says: [['It holds labels that the node must have.', 'must', NODE]] },
  {
    field: 'restartPolicy',
    type: 'a string',
    says: [['It is Always, OnFailure or Never.'], ['It is Always by default.']],
  },
  {
    field: 'schedulerName',
    type: 'a string',
    says: [['Without it, the default scheduler schedules the pod.', 'must', NODE]],
  },
  {
    field: 'securityContext',
    type: 'a PodSecurityContext',
    says: [['It holds security attributes of the pod as a whole.']],
  },
  {
    field: 'serviceAccount',
    type: 'a string',
    says: [['It is a deprecated alias of serviceAccountName.', 'may', 'deprecated, so still to be served']],
  },
  { field: 'serviceAccountName', type: 'a string', says: [['It names the service account that the pod runs as.']] },
  {
    field: 'subdomain',
    type: 'a string',
    says: [
      unseen(
        'With it the pod has a domain name, without it none.',
        'It shows only in the DNS of the cluster, not over the API.',
      ),
    ],
  },
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
  {
    field: 'tolerations',
    type: 'an array of Toleration',
    says: [
      unseen(
        'They are the taints that the pod tolerates.',
        'It needs nodes whose taints the suite can choose, and Node is no kind of the document.',
      ),
    ],
  },
  { field: 'volumes', type: 'an array of Volume', says: [['Patches merge them by name.']] },
]);

export const POD_STATUS: readonly Clause[] = fieldClauses(SECTION, 'pod-status', [
  { field: 'conditions', type: 'an array of PodCondition', says: [['Patches merge them by type.']] },
  {
    field: 'containerStatuses',
    type: 'an array of ContainerStatus',
    says: [['It has one status for each container of the manifest.', 'must', NODE]],
  },
  {
    field: 'initContainerStatuses',
    type: 'an array of ContainerStatus',
    says: [['It has one status for each init container.', 'must', NODE]],
  },
  { field: 'hostIP', type: 'a string', says: [['It is empty until the pod has a host.']] },
  { field: 'podIP', type: 'a string', says: [['It is empty until an address is allocated.']] },
  {
    field: 'message',
    type: 'a string',
    says: [
      [
        'It is a detail that people can read.',
        'may',
        'prose of the system',
        'A program cannot judge whether people can read a text.',
      ],
    ],
  },
  { field: 'reason', type: 'a string', says: [['It is a short detail in CamelCase.', 'must', NODE]] },
  { field: 'phase', type: 'a string', says: [['It is the current condition of the pod.', 'must', NODE]] },
  {
    field: 'qosClass',
    type: 'a string',
    says: [['It classifies the quality of service that the resource requirements ask for.']],
  },
  {
    field: 'startTime',
    type: 'a Time',
    says: [
      ['It is a timestamp in the form of RFC 3339.'],
      ['It is the time at which the node agent acknowledged the pod.', 'must', NODE],
    ],
  },
]);
