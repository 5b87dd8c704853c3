import type { Question } from './question.ts';

/** How watches, media types, parameters and errors look on the wire. */
export const WIRE_QUESTIONS = {
  'watch.without-version': {
    id: 'watch.without-version',
    asks: 'What does a watch without a version begin with?',
    about: ['events.4.1', 'events.2.2', 'parameters.list.resource-version.2'],
    answers: {
      'snapshot-or-history': 'one ADDED for each object that exists, or all changes since the beginning: folded, both give the current state',
      snapshot: 'one ADDED for each object that exists',
    },
    unread: 'both fold to the state that is there, and a cache that lags may tell of what has just gone',
  },
  'watch.needs-version': {
    id: 'watch.needs-version',
    asks: 'Is a watch without a version refused?',
    about: ['parameters.list.watch.2', 'events.4.1'],
    answers: { optional: 'no: the version may be given, need not be' },
    unread: 'it has one answer, to which rules keep as they stand',
  },
  'watch.change-types': {
    id: 'watch.change-types',
    asks: 'By which types are updates and removals notified?',
    about: ['events.6'],
    answers: { consistent: 'any two types but ADDED, always the same', 'modified-deleted': 'MODIFIED and DELETED' },
  },
  'watch.removal-version': {
    id: 'watch.removal-version',
    asks: 'Which version has the object in the notification of its removal?',
    about: ['events.1.2', 'events.2.3'],
    answers: { either: 'its last one, or a new one', 'by-kind': 'its last one, but for kinds that are not cached' },
    unread: 'versions compare by equality only, so that of a removal may be either in every dialect; the reference server answers by it',
  },
  'watch.expired-version': {
    id: 'watch.expired-version',
    asks: 'What does a watch from a version that no longer can be served answer?',
    about: ['events.4.2', 'errors.6'],
    answers: { any: 'anything but invented or skipped changes', 'error-event': 'an ERROR event with a Status of code 410, then the end' },
    unread: 'what comes from an old version is held against the writes, however a server declines',
  },
  'watch.field-selector-on-name': {
    id: 'watch.field-selector-on-name',
    asks: 'Does the watch path of a single object take a field selector?',
    about: ['parameters.watch', 'parameters.list.field-selector'],
    answers: { accepted: 'as every watch', refused: 'no' },
  },
  'watch.yaml': {
    id: 'watch.yaml',
    asks: 'What does a watch answer that accepts only YAML?',
    about: ['media-types.1', 'media-types.2', 'events.3'],
    answers: { either: 'a YAML stream, or a refusal', refused: 'a refusal' },
  },
  'watch.json-type': {
    id: 'watch.json-type',
    asks: 'Which Content-Type has a watch stream in JSON?',
    about: ['media-types.2', 'events.3'],
    answers: { either: 'application/json, with or without stream=watch', plain: 'application/json' },
  },
  'media-types.other-request-types': {
    id: 'media-types.other-request-types',
    asks: 'What becomes of a POST or PUT whose Content-Type is neither JSON, YAML nor protobuf?',
    about: ['media-types.requests.1'],
    answers: { either: 'read as JSON or YAML, or refused', refused: 'refused' },
  },
  'parameters.int32': {
    id: 'parameters.int32',
    asks: 'What becomes of timeoutSeconds and gracePeriodSeconds beyond 32 bits?',
    about: ['parameters.list.timeout-seconds', 'parameters.delete.grace-period-seconds.1', 'limits.timeout-seconds'],
    answers: { either: 'refused or used', accepted: 'used' },
  },
  'parameters.booleans': {
    id: 'parameters.booleans',
    asks: 'What do texts other than true and false mean for a boolean parameter?',
    about: ['parameters.read.export', 'parameters.list.watch.1'],
    answers: { either: 'true, or a refusal', 'true': 'any text but false and 0 is true' },
  },
  'operations.untabulated': {
    id: 'operations.untabulated',
    asks: 'Must operations be served that the endpoint tables lack?',
    about: ['rules.6'],
    answers: { optional: 'no; where they are, they obey the same rules' },
    unread: 'it has one answer, by which the probe that begins a run says what is not offered',
  },
  'errors.bad-input-status': {
    id: 'errors.bad-input-status',
    asks: 'Which HTTP status does a request answer that the client got wrong?',
    about: ['errors.6'],
    answers: { 'client-error': 'one from 400 to 499', 'may-be-500': '500 for some patches, versions and delete options that cannot be read' },
  },
  'errors.body': {
    id: 'errors.body',
    asks: 'What does the body of an error hold?',
    about: ['errors.6'],
    answers: { any: 'anything', status: 'a Status with reason and code, but for some paths that are not served' },
  },
} as const satisfies Record<string, Question>;
