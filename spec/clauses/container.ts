import type { Clause } from './clause.ts';
import { FLAT, NODE, clauses, fieldClauses } from './rows.ts';

const SECTION = 'Container (core v1)';

export const CONTAINER: readonly Clause[] = [
  ...fieldClauses(SECTION, 'container', [
    {
      field: 'name',
      type: 'a string',
      says: [['It is a DNS_LABEL.'], ['It is unique among the containers of a pod.'], ['It cannot be updated.', 'must', 'the word "cannot"']],
    },
    {
      field: 'image',
      type: 'a string',
      says: [['It names the image of the container.'], ['An update of the pod cannot change it.', 'must', 'the word "cannot"']],
    },
    {
      field: 'command',
      type: 'an array of string',
      says: [
        ['It is the entrypoint.', 'must', NODE],
        ['It is not run in a shell.', 'must', NODE],
        ['Without it, that of the image is used.', 'must', NODE],
        ['$(NAME) stands for a variable of the container; one that cannot be resolved stays as it is written.', 'must', NODE],
        ['$$(NAME) is never expanded.', 'must', NODE],
      ],
    },
    {
      field: 'args',
      type: 'an array of string',
      says: [
        ['They are the arguments of the entrypoint.', 'must', NODE],
        ['Variables in them are expanded as in the command.', 'must', NODE],
        ['Without them, those of the image are used.', 'must', NODE],
      ],
    },
    { field: 'env', type: 'an array of EnvVar', says: [['Patches merge it by name.']] },
    {
      field: 'envFrom',
      type: 'an array of EnvFromSource',
      says: [
        ['Each is a source of environment variables.', 'must', NODE],
        ['The keys of a source are C_IDENTIFIERs.', 'must', NODE],
        ['Keys that are not valid are reported as an event when the container starts.', 'must', NODE],
        ['Of several sources with the same key, the last wins.', 'must', NODE],
        ['An entry of env wins over a source with the same key.', 'must', NODE],
      ],
    },
    {
      field: 'imagePullPolicy',
      type: 'a string',
      says: [
        ['It is Always, Never or IfNotPresent.'],
        ['It is Always by default when the tag of the image is latest.'],
        ['It is IfNotPresent by default when the tag of the image is another.'],
      ],
    },
    { field: 'lifecycle', type: 'a Lifecycle', says: [['It holds actions for events in the life of the container.', 'must', NODE]] },
    { field: 'livenessProbe', type: 'a Probe', says: [['The container is restarted when it fails.', 'must', NODE]] },
    { field: 'readinessProbe', type: 'a Probe', says: [['The container is taken out of service endpoints when it fails.', 'must', NODE]] },
    {
      field: 'ports',
      type: 'an array of ContainerPort',
      says: [['They inform: a port that is left out can be reached all the same.', 'must', NODE], ['Patches merge them by containerPort.']],
    },
    { field: 'resources', type: 'a ResourceRequirements', says: [['It holds what the container needs to compute.', 'must', NODE]] },
    { field: 'securityContext', type: 'a SecurityContext', says: [['It holds security options.', 'must', NODE]] },
    {
      field: 'stdin',
      type: 'a boolean',
      says: [['It is false by default.'], ['While it is false, reads from standard input see the end of file.', 'must', NODE]],
    },
    {
      field: 'stdinOnce',
      type: 'a boolean',
      says: [
        ['It is false by default.'],
        ['When true, standard input opens at the start, is empty until the first client attaches, and closes after that client until a restart.', 'must', NODE],
      ],
    },
    { field: 'terminationMessagePath', type: 'a string', says: [['It is /dev/termination-log by default.']] },
    {
      field: 'terminationMessagePolicy',
      type: 'a string',
      says: [['It is File or FallbackToLogsOnError.'], ['It is File by default.']],
    },
    {
      field: 'tty',
      type: 'a boolean',
      says: [['It is false by default.'], ['It needs stdin to be true.', 'must', 'the word "requires"']],
    },
    { field: 'volumeMounts', type: 'an array of VolumeMount', says: [['Patches merge them by mountPath.']] },
    { field: 'workingDir', type: 'a string', says: [['Without it, the default of the runtime holds.', 'must', NODE]] },
  ]),
  ...clauses(SECTION, [
    ['container.immutable', 'No field of a container can be updated once the pod is made.', 'must', 'the words "all" and "cannot"'],
    ['container.defaults-echoed', 'The defaults are filled into created objects and shown in the answers, empty resources and securityContext objects too.', 'must', FLAT],
  ]),
];
