import { questions } from './question.ts';

/** Validation and defaults of single kinds. */
export const KIND_QUESTIONS = questions({
  'pod.image': {
    asks: 'May a PUT or PATCH of a pod change the image of a container?',
    about: ['container.image.2', 'container.immutable'],
    answers: { immutable: 'refused, as every container field', mutable: 'accepted and stored' },
  },
  'pod.init-containers': {
    asks: 'What decides the init containers of a pod or template that is written?',
    about: ['semantics.1.1', 'semantics.4.1', 'pod-spec.init-containers.1'],
    answers: {
      spec: 'the member of the spec',
      annotations:
        'annotations that the server wrote beside it, where they are sent back; so with the statuses of init containers',
    },
  },
  'pod.negative-grace': {
    asks: 'Is a pod with a negative terminationGracePeriodSeconds refused?',
    about: ['pod-spec.termination-grace-period-seconds.1'],
    answers: { refused: 'it must not be negative', accepted: 'stored as sent' },
  },
  'pod.host-network-ports': {
    asks: 'What becomes of a pod on the host network whose ports name no host port?',
    about: ['pod-spec.host-network.2'],
    answers: {
      either: 'refused, or the host port is filled in',
      'filled-in': 'the host port becomes that of the container',
    },
  },
  'pod.streams': {
    asks: 'What do the log of a pod, and what connects with its containers, answer for a pod that is on no node?',
    about: ['endpoints.success-status', 'rules.6'],
    answers: {
      absent: 'there is no such path',
      'of-nodes':
        'the log 204 and nothing, exec, attach and portforward 400; of several containers one must be named, 400',
    },
    unread:
      'no operation of the surface is concerned; the reference server answers by it, and refuses what it would take a running container to serve',
  },
  'secret.empty-values': {
    asks: 'How is a value of a Secret shown that is empty?',
    about: ['what-the-service-does.desired-state', 'other-shapes.unshown-kinds'],
    answers: { kept: 'as it was sent', null: 'as null; of stringData after the next write of the object' },
  },
  'node.spec': {
    asks: 'What may a PUT or PATCH change in the spec of a Node?',
    about: ['limits.unstated', 'errors.6'],
    answers: {
      any: 'all of it',
      'scheduling-alone':
        'unschedulable and taints, and podCIDR once; all else is refused, 422, of a field that is called "[]"',
    },
    unread: 'no operation of the surface is concerned; the reference server answers by it',
  },
  'container.tty': {
    asks: 'Is a container with tty and without stdin refused?',
    about: ['container.tty.2', 'errors.5.1'],
    answers: { refused: 'tty requires stdin', accepted: 'stored as sent' },
  },
  'container.empty-security-context': {
    asks: 'Where is an empty securityContext filled in when a pod has none?',
    about: ['container.defaults-echoed'],
    answers: { either: 'in the pod, and in its containers or not', pod: 'in the pod alone' },
  },
  'container-status.restart-count': {
    asks: 'What becomes of a restartCount above 5 in a write to the status?',
    about: ['container-status.restart-count.2', 'limits.restart-count'],
    answers: { either: 'stored, capped or refused', stored: 'stored as sent' },
    unread:
      'the document has a collector of dead containers cap it, which is not seen over HTTP; rules write counts within the cap',
  },
  'deployment.extensions-defaults': {
    asks: 'Which defaults does a Deployment get that is created under extensions/v1beta1?',
    about: [
      'deployment-spec.replicas.1',
      'deployment-spec.progress-deadline-seconds.1',
      'deployment-spec.revision-history-limit.2',
      'rolling-update.max-surge.4',
    ],
    answers: {
      documented: 'those of the DeploymentSpec table',
      legacy: 'maxSurge and maxUnavailable 1, no history limit and no deadline',
    },
  },
  'deployment.shares-beside-recreate': {
    asks: 'How does the server refuse a Deployment of strategy Recreate that also has rollingUpdate?',
    about: ['errors.6', 'limits.unstated'],
    answers: {
      invalid: '422, as whatever breaks a rule of validation',
      'unread-when-partial':
        'the same; 400 under apps/v1beta1 where one of maxSurge and maxUnavailable is missing, of a PATCH 500',
    },
    unread:
      'either way it is a refusal by a client error, and the document leaves the code open; the reference server answers by it',
  },
  'deployment.revision-annotation': {
    asks: 'Who writes the revision annotation of a Deployment?',
    about: ['object-metadata.annotations.2'],
    answers: { system: 'the system', controllers: 'a control loop: without one there is none' },
    unread: 'rules look for it only where a control loop acts on Deployments',
  },
  'generation.increases': {
    asks: 'Which writes increase the generation of a kind that carries one?',
    about: ['object-metadata.generation.1'],
    answers: {
      'on-spec-change': 'those that change the spec',
      'on-annotations-too': 'those that change the spec, and for some kinds the annotations',
    },
  },
});
