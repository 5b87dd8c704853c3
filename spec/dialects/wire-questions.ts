import { questions } from './question.ts';

/** Watches, media types, parameters and errors on the wire. */
export const WIRE_QUESTIONS = questions({
  'watch.without-version': {
    asks: 'What does a watch without a version begin with?',
    about: ['events.4.1', 'events.2.2', 'parameters.list.resource-version.2'],
    answers: {
      'snapshot-or-history':
        'one ADDED for each object that exists, or all changes since the beginning: folded, both give the current state',
      snapshot: 'one ADDED for each object that exists',
    },
    unread: 'both fold to the state that is there, and a cache that lags may tell of what has just gone',
  },
  'watch.needs-version': {
    asks: 'Is a watch without a version refused?',
    about: ['parameters.list.watch.2', 'events.4.1'],
    answers: { optional: 'no: the version may be given, need not be' },
    unread: 'it has one answer, to which rules keep as they stand',
  },
  'watch.change-types': {
    asks: 'Which event types does a watch use for updates and deletions?',
    about: ['events.6'],
    answers: { consistent: 'any two types but ADDED, always the same', 'modified-deleted': 'MODIFIED and DELETED' },
  },
  'watch.removal-version': {
    asks: 'Which version does an object have in its DELETED event?',
    about: ['events.1.2', 'events.2.3'],
    answers: { either: 'its last one, or a new one', 'by-kind': 'its last one, but for kinds that are not cached' },
    unread:
      'versions compare by equality only, so that of a removal may be either in every dialect; the reference server answers by it',
  },
  'watch.expired-version': {
    asks: 'What does a watch from a version that no longer can be served answer?',
    about: ['events.4.2', 'errors.6'],
    answers: {
      any: 'anything but invented or skipped changes',
      'error-event': 'an ERROR event with a Status of code 410, then the end',
    },
    unread: 'what comes from an old version is held against the writes, however a server declines',
  },
  'watch.window': {
    asks: 'How far back may a watch begin?',
    about: ['events.4.2', 'parameters.list.resource-version.1'],
    answers: {
      either: 'as far as the server likes',
      'by-kind':
        'just before the oldest of the last 100 changes of the kind since the server began, or of the last 1000 of some; anywhere for those that are not cached',
    },
    unread:
      'what comes from an old version is held against the writes, however a server declines; the reference server answers by it',
  },
  'watch.field-selector-on-name': {
    asks: 'Does the watch path of a single object take a field selector?',
    about: ['parameters.watch', 'parameters.list.field-selector'],
    answers: { accepted: 'as every watch', refused: 'no' },
  },
  'watch.yaml': {
    asks: 'What does a watch answer that accepts only YAML?',
    about: ['media-types.1', 'media-types.2', 'events.3'],
    answers: { either: 'a YAML stream, or a refusal', refused: 'a refusal' },
  },
  'watch.json-type': {
    asks: 'Which Content-Type has a watch stream in JSON?',
    about: ['media-types.2', 'events.3'],
    answers: { either: 'application/json, with or without stream=watch', plain: 'application/json' },
  },
  'watch.websocket-timeout': {
    asks: 'Does timeoutSeconds end a watch over WebSocket?',
    about: ['parameters.list.timeout-seconds'],
    answers: { heeded: 'as it ends any other', ignored: 'no' },
    unread: 'the document has no WebSocket; the reference server answers by it',
  },
  'media-types.other-request-types': {
    asks: 'What becomes of a POST or PUT whose Content-Type is neither JSON, YAML nor protobuf?',
    about: ['media-types.requests.1'],
    answers: {
      either: 'read as JSON or YAML, or refused',
      refused: 'refused, and a body that names none, or names it by nothing, is JSON',
    },
  },
  'media-types.null-bodies': {
    asks: 'What becomes of a body that is null?',
    about: ['media-types.requests.2'],
    answers: {
      either: 'refused as no object, or read as one without members',
      'as-empty': 'read as an object without members',
    },
    unread: 'the document has no such thing, and the suite never sends it; the reference server answers by it',
  },
  'media-types.repeated-members': {
    asks: 'What becomes of a member that a JSON body names twice?',
    about: ['media-types.requests.2'],
    answers: {
      either: 'the last counts, or it is refused, or they are merged',
      merged: 'objects are merged, of other values the last counts',
    },
    unread: 'the document does not say, and the suite never sends it; the reference server answers by it',
  },
  'media-types.yaml-booleans': {
    asks: 'Which words are booleans in YAML?',
    about: ['media-types.requests.2'],
    answers: {
      either: 'true and false, and those of YAML 1.1 or not',
      'yaml-1.1': 'yes, no, on, off, y and n too; one that names a member counts as true or false',
    },
    unread: 'the suite sends texts in quotes; the reference server answers by it',
  },
  'media-types.json-types': {
    asks: 'What becomes of a member whose JSON type is wrong?',
    about: ['errors.6', 'media-types.requests.2'],
    answers: {
      refused: 'it is refused',
      lenient:
        'the same, but an integer in quotes is read; a list for an object holds its members in their order, and an object for a list names and values in turn',
    },
  },
  'media-types.broken-text': {
    asks: 'What becomes of a JSON body with bytes that are no UTF-8, or with half of a surrogate pair?',
    about: ['media-types.requests.2'],
    answers: {
      either: 'refused, or stored with replacement characters',
      'by-form': 'the bytes are stored as replacement characters; half of a pair is refused, 400',
    },
    unread: 'the document does not say, and the suite sends no such text; the reference server answers by it',
  },
  'media-types.yaml-forms': {
    asks: 'What becomes of a member that a YAML body names twice, of !!binary, and of a body without a document?',
    about: ['media-types.requests.2'],
    answers: {
      either: 'refused, or read',
      'as-parsed':
        'the last of two members counts, !!binary is the text that it encodes, and no document is an object without members',
    },
    unread: 'the document does not say, and the suite never sends it; the reference server answers by it',
  },
  'media-types.yaml-control-characters': {
    asks: 'What does a read in YAML return for an object with characters such as U+007F, U+009F or U+FFFE?',
    about: ['media-types.1'],
    answers: { shown: 'the object, as every other', fail: 'HTTP 200, and in the body a Status of code 500' },
  },
  'media-types.ranges': {
    asks: 'What does a request get that accepts only application/*?',
    about: ['media-types.1'],
    answers: { either: 'JSON, or a refusal', refused: 'a refusal, 406' },
    unread: 'the document has no such thing, and the suite never asks for it; the reference server answers by it',
  },
  'media-types.names': {
    asks: 'By which names are media types known?',
    about: ['media-types.1', 'media-types.patch.1'],
    answers: {
      either: 'by their own, and in other case or by other names (text/yaml), or not',
      exact: 'by their own: Accept and the Content-Type of a PATCH to the letter, that of other bodies in any case',
    },
    unread:
      'the document has one name for each, which is the one that the suite sends; the reference server answers by it',
  },
  'media-types.version': {
    asks: 'In which media types is the version answered, which is no object of the API?',
    about: ['media-types.discovery'],
    answers: { either: 'in JSON, and in others or not', json: 'in JSON alone: 406 for who accepts others' },
    unread: 'the document does not show /version; the reference server answers by it',
  },
  'media-types.refusals': {
    asks: 'What does the body say of a request that is refused for a media type, 406 or 415?',
    about: ['errors.6', 'media-types.1'],
    answers: {
      status: 'a Status with reason and code, as every refusal',
      'less-than-a-status':
        '406: in indented JSON, without kind and apiVersion, but a Status in YAML of a watch in YAML; 406 of discovery and of a range, and 415 of a PATCH: without a reason',
    },
    unread: 'the document leaves the bodies of errors open; the reference server answers by it',
  },
  'media-types.compression': {
    asks: 'Are long answers compressed for those who take them so?',
    about: ['media-types.1', 'limits.unstated'],
    answers: { either: 'they may be', never: 'no' },
    unread: 'it is the same answer in fewer bytes; the reference server answers by it',
  },
  'media-types.json-escapes': {
    asks: 'Are <, > and & written by their numbers in JSON?',
    about: ['media-types.1'],
    answers: { either: 'they may be', markup: 'yes, and line and paragraph separators' },
    unread: 'it is the same value in other characters; the reference server answers by it',
  },
  'media-types.renderings': {
    asks: 'Are objects shown as tables, or by their metadata alone, where Accept asks for that (as=Table)?',
    about: ['media-types.1'],
    answers: {
      either: 'they are, as v1 and v1beta1, or that part of Accept is passed over',
      'alpha-only':
        'as v1alpha1; the first part of Accept whose type is known decides, and is 406 where it asks for another version',
    },
    unread: 'the document has no such thing, and the suite never asks for it; the reference server answers by it',
  },
  'parameters.pretty': {
    asks: 'Who is answered in indented JSON?',
    about: ['parameters.list.pretty', 'parameters.read.pretty', 'parameters.write.pretty'],
    answers: {
      'who-asks': 'those who ask for it',
      'browsers-too': 'curl, Wget and browsers as well, by their User-Agent, unless they ask not to be',
    },
    unread: 'it is the same value in other white space; the reference server answers by it',
  },
  'parameters.dry-run': {
    asks: 'Does a write with dryRun=All change anything?',
    about: ['limits.unstated', 'parameters.write.body'],
    answers: {
      either: 'no, or it is refused, or the parameter is not known',
      ignored: 'yes: it is no parameter of that era',
    },
    unread: 'the document has no such thing, and the suite never asks for it; the reference server answers by it',
  },
  'parameters.int32': {
    asks: 'What becomes of timeoutSeconds and gracePeriodSeconds beyond 32 bits?',
    about: ['parameters.list.timeout-seconds', 'parameters.delete.grace-period-seconds.1', 'limits.timeout-seconds'],
    answers: { either: 'refused or used', accepted: 'used' },
  },
  'parameters.timeout': {
    asks: 'Does a parameter `timeout` limit a write?',
    about: ['limits.unstated'],
    answers: {
      either: 'it may, or is not known',
      'of-writes': 'yes: with 0s the answer is 504, and the write may have been carried out',
    },
    unread: 'the document has no such parameter, and the suite never sends it; the reference server answers by it',
  },
  'parameters.booleans': {
    asks: 'What do texts other than true and false mean for a boolean parameter?',
    about: ['parameters.read.export', 'parameters.list.watch.1'],
    answers: { either: 'true, or a refusal', true: 'any text but false and 0 is true, none at all included' },
  },
  'operations.untabulated': {
    asks: 'Must operations be served that the endpoint tables lack?',
    about: ['rules.6'],
    answers: {
      optional: 'no; where they are, they obey the same rules',
      'by-kind':
        'the same, and some kinds lack some that others have; pods are bound at /bindings too, cron jobs are also served as scheduledjobs, and replication controllers scaled in extensions/v1beta1',
    },
    unread: 'the probe that begins a run says what is not offered; the reference server answers by it',
  },
  'operations.later-releases': {
    asks: 'Does the server offer additions of later releases: apps/v1, CronJob in batch/v1 and batch/v1beta1, members such as binaryData, immutable, startupProbe and priorityClassName, /openapi/v2 and /openapi/v3, discovery all at once?',
    about: ['versioning.2', 'rules.6'],
    answers: { either: 'it may', absent: 'no; members of later releases are dropped' },
    unread: 'the document has no such thing, and the suite never asks for it; the reference server answers by it',
  },
  'discovery.methods': {
    asks: 'Which methods do the documents of discovery take?',
    about: ['endpoints.discovery'],
    answers: { get: 'GET alone', 'any-of-groups': 'GET; /apis takes any' },
    unread: 'rules read discovery by GET; the reference server answers by it',
  },
  'paths.empty-segments': {
    asks: 'What does a GET answer whose path has an empty segment?',
    about: ['endpoints.discovery', 'limits.unstated'],
    answers: {
      absent: '404: there is no such path',
      'of-lists': 'an empty namespace lists all namespaces, and slashes at the end do not count; 404 elsewhere',
    },
    unread: 'rules ask for the paths of the tables; the reference server answers by it',
  },
  'discovery.form': {
    asks: 'What do the documents of discovery hold?',
    about: ['endpoints.discovery', 'other-shapes.api-resource-list.1'],
    answers: {
      either: 'the resources that are served, and more or not',
      'of-that-era':
        'what connects with containers and nodes too, no version in the lists of the core group and of extensions, no addresses of groups, and fewer short names; the paths are listed at /index.html too',
    },
    unread: 'the document does not show the fields; rules read the entries of what it tabulates',
  },
  'rollback.generation': {
    asks: 'Does a rollback, which sets spec.rollbackTo, increase the generation?',
    about: ['object-metadata.generation.1'],
    answers: { grows: 'yes, as every change of the spec', kept: 'no; the change that carries it out does' },
    unread: 'the document shows no rollback; the reference server answers by it',
  },
  'rollback.answer': {
    asks: 'What does a rollback answer?',
    about: ['rules.7'],
    answers: {
      success: 'a Status that says Success',
      'failure-of-code-200': 'a Status that says Failure, with code 200 and a message of success',
    },
    unread: 'the document does not say where rollback is; the reference server answers by it',
  },
  'rollback.object': {
    asks: 'Which object do a rollback and an eviction act on?',
    about: ['rules.7'],
    answers: { 'of-path': 'that of the path', 'of-body': 'that of the body' },
    unread: 'the document does not say where they are; the reference server answers by it',
  },
  'scale.namespace': {
    asks: 'Must a Scale that is PUT name its namespace?',
    about: ['rules.7'],
    answers: { optional: 'no: the path does', required: 'yes; it is refused, 422, without' },
    unread: 'the document does not say where scale is; the reference server answers by it',
  },
  'errors.bad-input-status': {
    asks: 'Which HTTP status does a request answer that the client got wrong?',
    about: ['errors.6'],
    answers: {
      'client-error': 'one from 400 to 499',
      'may-be-500': '500 for some patches, versions and delete options that cannot be read',
    },
  },
  'errors.body': {
    asks: 'What does the body of an error hold?',
    about: ['errors.6'],
    answers: {
      any: 'anything',
      status:
        'a Status with reason and code, but for some paths that are not served; where it is about no object, empty details',
    },
  },
  'errors.groups': {
    asks: 'By which names do errors call what they are about?',
    about: ['errors.6', 'versioning.2'],
    answers: {
      'of-path': 'by the resource and group of the path; Invalid by the kind',
      'by-kind':
        'the same, but kinds that are served in two groups by one of them whatever the path: Deployments by extensions, and by apps where it is the kind that is named; a delete that names another uid, by the kind; and a Scale that there is not, as deployments/scale',
    },
    unread: 'the document leaves the bodies of errors open; the reference server answers by it',
  },
});
