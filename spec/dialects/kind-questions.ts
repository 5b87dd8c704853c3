import { questions } from './question.ts';

/** Validation and defaults of single kinds. */
export const KIND_QUESTIONS = questions({
  'pod.image': {
    asks: 'May a PUT or PATCH of a pod change the image of a container?',
    about: ['container.image.2', 'container.immutable'],
    answers: { immutable: 'refused, as every container field', mutable: 'accepted and stored' },
  },
  'pod.init-containers': {
    asks: 'Which part of a written pod or template decides its init containers?',
    about: ['semantics.1.1', 'semantics.4.1', 'pod-spec.init-containers.1'],
    answers: {
      spec: 'the member of the spec',
      annotations:
        'the annotations that the server added, if a write sends them back; the same holds for the statuses of init containers',
    },
  },
  'pod.negative-grace': {
    asks: 'Is a pod with a negative terminationGracePeriodSeconds refused?',
    about: ['pod-spec.termination-grace-period-seconds.1'],
    answers: { refused: 'yes: it must not be negative', accepted: 'no: it is stored as sent' },
  },
  'pod.host-network-ports': {
    asks: 'How does the server treat a pod on the host network whose ports name no host port?',
    about: ['pod-spec.host-network.2'],
    answers: {
      either: 'it refuses the pod, fills in the host port, or leaves it out',
      'filled-in': 'it fills in the container port as the host port',
    },
  },
  'pod.streams': {
    asks: 'How does the server respond to requests for the log, exec, attach and portforward of a pod that is on no node?',
    about: ['endpoints.success-status', 'rules.6'],
    answers: {
      absent: 'there are no such paths',
      'of-nodes':
        'the log: 204 with an empty body; exec, attach and portforward: 400; with several containers, 400 unless one is named',
    },
    unread:
      'no operation of the surface is concerned; the reference server follows it, and refuses requests that need a running container',
  },
  'secret.empty-values': {
    asks: 'How does the server show an empty value of a Secret?',
    about: ['what-the-service-does.desired-state', 'other-shapes.unshown-kinds'],
    answers: {
      kept: 'as it was sent',
      null: 'as null; an empty value of stringData after the next write of the object',
    },
  },
  'node.spec': {
    asks: 'What may a PUT or PATCH change in the spec of a Node?',
    about: ['limits.unstated', 'errors.6'],
    answers: {
      any: 'it may be all of it; the reference server permits what the releases of today permit: unschedulable, taints, and podCIDR and providerID once',
      'scheduling-alone':
        'unschedulable and taints, and podCIDR once; any other change is refused with 422 for a field named "[]"',
    },
    unread: 'no operation of the surface is concerned; the reference server follows it',
  },
  'container.tty': {
    asks: 'Is a container with tty and without stdin refused?',
    about: ['container.tty.2', 'errors.5.1'],
    answers: { refused: 'yes: tty requires stdin', accepted: 'no: it is stored as sent' },
  },
  'container.empty-security-context': {
    asks: 'Where does the server add an empty securityContext if a pod has none?',
    about: ['container.defaults-echoed'],
    answers: { either: 'in the pod, in its containers, or in both', pod: 'in the pod alone' },
  },
  'container-status.restart-count': {
    asks: 'How does the server treat a restartCount above 5 in a write to the status?',
    about: ['container-status.restart-count.2', 'limits.restart-count'],
    answers: { either: 'it stores, caps or refuses the count', stored: 'it stores the count as sent' },
    unread:
      'in the document, the collection of dead containers caps it, which HTTP does not show; rules write counts within the cap',
  },
  'deployment.extensions-defaults': {
    asks: 'Which defaults does a Deployment that is created under extensions/v1beta1 get?',
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
      invalid: 'with 422, as every invalid object',
      'unread-when-partial':
        'the same, but under apps/v1beta1 with 400 (a PATCH with 500) if maxSurge or maxUnavailable is missing',
    },
    unread: 'each is a refusal, and the document leaves the code open; the reference server follows it',
  },
  'deployment.revision-annotation': {
    asks: 'Who writes the revision annotation of a Deployment?',
    about: ['object-metadata.annotations.2'],
    answers: { system: 'the system', controllers: 'a controller: without one, a Deployment has no such annotation' },
    unread: 'rules look for it only if a controller acts on Deployments',
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
