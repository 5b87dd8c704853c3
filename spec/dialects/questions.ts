import type { Question } from './question.ts';

/** Every question that a dialect answers, by id. The default dialect `spec` is the document to the letter, as `readings` has it. */
export const QUESTIONS = {
  'create.status': {
    id: 'create.status',
    asks: 'Which HTTP status does a successful create answer?',
    about: [],
    answers: { '200': 'as every success', '201': 'Created' },
  },
  'patch.stale-version': {
    id: 'patch.stale-version',
    asks: 'What becomes of a PATCH whose body names a version that is not the current one?',
    about: [],
    answers: { applied: 'the version is not a condition', refused: 'it is refused like a PUT' },
  },
  'delete.answer': {
    id: 'delete.answer',
    asks: 'What does a delete that removed the object answer?',
    about: [],
    answers: { status: 'a Status with status Success and code 200', 'status-or-object': 'a Status, with or without code, or the object that was deleted' },
  },
  'delete-collection.answer': {
    id: 'delete-collection.answer',
    asks: 'What does a collection delete answer?',
    about: [],
    answers: { status: 'a Status', 'status-or-list': 'a Status, or the list of what was there' },
  },
  'deployment.extensions-defaults': {
    id: 'deployment.extensions-defaults',
    asks: 'Which defaults does a Deployment get that is created under extensions/v1beta1?',
    about: [],
    answers: { documented: 'those of the DeploymentSpec table', legacy: 'maxSurge and maxUnavailable 1, no history limit and no deadline' },
  },
  'pod.image': {
    id: 'pod.image',
    asks: 'May a PUT or PATCH of a pod change the image of a container?',
    about: [],
    answers: { immutable: 'refused, as every container field', mutable: 'accepted and stored' },
  },
  'container.tty': {
    id: 'container.tty',
    asks: 'Is a container with tty and without stdin refused?',
    about: [],
    answers: { refused: 'tty requires stdin', accepted: 'stored as sent' },
  },
} as const satisfies Record<string, Question>;
