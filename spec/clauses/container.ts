import type { Clause } from './clause.ts';
import { NO_IMAGE, clauses, fieldClauses, unseen } from './rows.ts';

const SECTION = 'Container (core v1)';

export const CONTAINER: readonly Clause[] = [
  ...fieldClauses(SECTION, 'container', [
    {
      field: 'name',
      type: 'a string',
      says: [
        ['It is a DNS_LABEL.'],
        ['It is unique among the containers of a pod.'],
        ['It cannot be updated.', 'must', 'the word "cannot"'],
      ],
    },
    {
      field: 'image',
      type: 'a string',
      says: [
        ['It names the image of the container.'],
        ['An update of the pod cannot change it.', 'must', 'the word "cannot"'],
      ],
    },
    {
      field: 'command',
      type: 'an array of string',
      says: [
        unseen('It is the entrypoint.'),
        unseen('It is not run in a shell.'),
        unseen('Without it, the entrypoint of the image is used.'),
        ['$(NAME) refers to a variable of the container; a reference that cannot be resolved stays as it is.'],
        ['$$(NAME) is never expanded.'],
      ],
    },
    {
      field: 'args',
      type: 'an array of string',
      says: [
        unseen('They are the arguments of the entrypoint.'),
        ['Variables in them are expanded as in the command.'],
        unseen('Without them, the arguments of the image are used.'),
      ],
    },
    { field: 'env', type: 'an array of EnvVar', says: [['Patches merge it by name.']] },
    {
      field: 'envFrom',
      type: 'an array of EnvFromSource',
      says: [
        unseen('Each is a source of environment variables.'),
        unseen(
          'The keys of a source are C_IDENTIFIERs.',
          'The keys of a source are in another object, which can have invalid keys; how a node treats these shows only inside a running container.',
        ),
        // The event shows only once a container starts; until then, no write is refused for such a key.
        ['Keys that are not valid are reported as an event when the container starts.'],
        unseen('Of several sources with the same key, the last wins.'),
        unseen('An entry of env wins over a source with the same key.'),
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
    { field: 'lifecycle', type: 'a Lifecycle', says: [['It holds actions for lifecycle events of the container.']] },
    {
      field: 'livenessProbe',
      type: 'a Probe',
      says: [
        unseen(
          'The container is restarted if the probe fails.',
          `It needs a container that runs and a probe of it that fails: ${NO_IMAGE}.`,
        ),
      ],
    },
    {
      field: 'readinessProbe',
      type: 'a Probe',
      says: [
        unseen(
          'The container is removed from service endpoints if the probe fails.',
          'It needs a container that was ready, and endpoints, a kind that the document does not have.',
        ),
      ],
    },
    {
      field: 'ports',
      type: 'an array of ContainerPort',
      says: [
        unseen(
          'They only inform: a port that is left out can still be reached.',
          'It shows only on the network of the cluster, not over the API.',
        ),
        ['Patches merge them by containerPort.'],
      ],
    },
    {
      field: 'resources',
      type: 'a ResourceRequirements',
      says: [['It holds the compute resources that the container needs.']],
    },
    { field: 'securityContext', type: 'a SecurityContext', says: [['It holds security options.']] },
    {
      field: 'stdin',
      type: 'a boolean',
      says: [['It is false by default.'], unseen('While it is false, reads from standard input see the end of file.')],
    },
    {
      field: 'stdinOnce',
      type: 'a boolean',
      says: [
        ['It is false by default.'],
        unseen(
          'When true, standard input opens at the start, is empty until the first client attaches, and closes after that client until a restart.',
        ),
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
    { field: 'workingDir', type: 'a string', says: [unseen('Without it, the default of the runtime applies.')] },
  ]),
  ...clauses(SECTION, [
    [
      'container.immutable',
      'No field of a container can be updated after the create of its pod.',
      'must',
      'the words "all" and "cannot"',
    ],
    [
      'container.defaults-echoed',
      'Created objects get the defaults, and responses show them, empty resources and securityContext objects included.',
    ],
  ]),
];
