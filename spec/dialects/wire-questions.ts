import { questions } from './question.ts';

/** Watches, media types, parameters and errors on the wire. */
export const WIRE_QUESTIONS = questions({
  'watch.without-version': {
    asks: 'With which events does a watch without a version begin?',
    about: ['events.4.1', 'events.2.2', 'parameters.list.resource-version.2'],
    answers: {
      'snapshot-or-history':
        'one ADDED for each existing object, or all changes since the beginning: both add up to the current state',
      snapshot: 'one ADDED for each existing object',
    },
    unread: 'both add up to the current state, and a lagging cache may show an object that was just deleted',
  },
  'watch.needs-version': {
    asks: 'Is a watch without a version refused?',
    about: ['parameters.list.watch.2', 'events.4.1'],
    answers: { optional: 'no: the version is optional' },
    unread: 'the question has only one choice, which all rules assume',
  },
  'watch.change-types': {
    asks: 'Which event types does a watch use for updates and deletions?',
    about: ['events.6'],
    answers: { consistent: 'any two types except ADDED, always the same', 'modified-deleted': 'MODIFIED and DELETED' },
  },
  'watch.removal-version': {
    asks: 'Which version does an object have in its DELETED event?',
    about: ['events.1.2', 'events.2.3'],
    answers: { either: 'its last one, or a new one', 'by-kind': 'its last one, except for kinds that are not cached' },
    unread:
      'versions compare by equality only, so a deletion may carry either in every dialect; the reference server follows it',
  },
  'watch.expired-version': {
    asks: 'How does the server respond to a watch from a version that it can no longer serve?',
    about: ['events.4.2', 'errors.6'],
    answers: {
      any: 'in any way, if it neither invents nor skips changes',
      'error-event': 'by an ERROR event with a Status of code 410, then the end of the watch',
    },
    unread: 'rules compare the events from an old version with the writes, and accept every form of refusal',
  },
  'watch.window': {
    asks: 'How far back may a watch begin?',
    about: ['events.4.2', 'parameters.list.resource-version.1'],
    answers: {
      either: 'as far as the server chooses',
      'by-kind':
        'to just before the last 100 changes of the kind since the server started, for some kinds the last 1000; without limit for kinds that are not cached',
    },
    unread:
      'rules compare the events from an old version with the writes, and accept every form of refusal; the reference server follows it',
  },
  'watch.field-selector-on-name': {
    asks: 'Does the watch path of a single object accept a field selector?',
    about: ['parameters.watch', 'parameters.list.field-selector'],
    answers: { accepted: 'yes, as every watch', refused: 'no' },
  },
  'watch.yaml': {
    asks: 'How does the server respond to a watch that accepts only YAML?',
    about: ['media-types.1', 'media-types.2', 'events.3'],
    answers: { either: 'by a YAML stream or a refusal', refused: 'by a refusal' },
  },
  'watch.json-type': {
    asks: 'Which Content-Type does a watch stream in JSON have?',
    about: ['media-types.2', 'events.3'],
    answers: { either: 'application/json, with or without stream=watch', plain: 'application/json' },
  },
  'watch.websocket-timeout': {
    asks: 'Does timeoutSeconds end a watch over WebSocket?',
    about: ['parameters.list.timeout-seconds'],
    answers: { heeded: 'yes, as it ends any other watch', ignored: 'no' },
    unread: 'the document has no WebSocket; the reference server follows it',
  },
  'media-types.other-request-types': {
    asks: 'How does the server treat a POST or PUT whose Content-Type is neither JSON, YAML nor protobuf?',
    about: ['media-types.requests.1'],
    answers: {
      either: 'it reads the body as JSON or YAML, or refuses it',
      refused: 'it refuses the body; without a Content-Type, or with an empty one, it reads JSON',
    },
  },
  'media-types.null-bodies': {
    asks: 'How does the server treat the body null?',
    about: ['media-types.requests.2'],
    answers: {
      either: 'it refuses the body, or reads it as an object without members',
      'as-empty': 'it reads the body as an object without members',
    },
    unread: 'the document does not mention it, and the suite never sends it; the reference server follows it',
  },
  'media-types.repeated-members': {
    asks: 'How does the server treat a JSON body that has a member twice?',
    about: ['media-types.requests.2'],
    answers: {
      either: 'the last one counts, the body is refused, or both are merged',
      merged: 'it merges objects; of other values the last one counts',
    },
    unread: 'the document does not say, and the suite never sends it; the reference server follows it',
  },
  'media-types.yaml-booleans': {
    asks: 'Which words does the server read as booleans in YAML?',
    about: ['media-types.requests.2'],
    answers: {
      either: 'true and false, and possibly those of YAML 1.1',
      'yaml-1.1': 'yes, no, on, off, y and n too; such a word as the name of a member becomes true or false',
    },
    unread: 'the suite sends strings in quotes; the reference server follows it',
  },
  'media-types.json-types': {
    asks: 'How does the server treat a member of the wrong JSON type?',
    about: ['errors.6', 'media-types.requests.2'],
    answers: {
      refused: 'it refuses the body',
      lenient:
        'the same, but it reads an integer in quotes, a list instead of an object as its members in order, and an object instead of a list as its names and values in turn',
    },
  },
  'media-types.broken-text': {
    asks: 'How does the server treat a JSON body or patch with bytes that are no UTF-8, or with half of a surrogate pair?',
    about: ['media-types.requests.2'],
    answers: {
      either: 'it refuses the body, or stores replacement characters',
      'by-form':
        'it stores replacement characters for the bytes; it refuses half of a pair with 400, in a merge or JSON patch with 500, and in a strategic merge patch stores a replacement character; two escapes that are no pair are one such character',
    },
    unread: 'the document does not say, and the suite sends no such text; the reference server follows it',
  },
  'media-types.yaml-forms': {
    asks: 'How does the server treat a YAML body that has a member twice, has a !!binary value, or has no document?',
    about: ['media-types.requests.2'],
    answers: {
      either: 'it refuses or reads each',
      'as-parsed':
        'the last of two members counts, !!binary becomes the text that it encodes, and a body without a document is an object without members',
    },
    unread: 'the document does not say, and the suite never sends it; the reference server follows it',
  },
  'media-types.yaml-control-characters': {
    asks: 'How does a read in YAML show an object with characters such as U+007F, U+009F or U+FFFE?',
    about: ['media-types.1'],
    answers: {
      shown: 'as every other object',
      fail: 'not at all: HTTP 200 or 500, with a Status of code 500 in the body',
    },
  },
  'media-types.ranges': {
    asks: 'How does the server respond to a request that accepts only application/*?',
    about: ['media-types.1'],
    answers: { either: 'in JSON, or by a refusal', refused: 'by a refusal, 406' },
    unread: 'the document has no such thing, and the suite never asks for it; the reference server follows it',
  },
  'media-types.names': {
    asks: 'Which names of media types does the server know?',
    about: ['media-types.1', 'media-types.patch.1'],
    answers: {
      either: 'those of the document, and possibly these in another case or other names such as text/yaml',
      exact:
        'those of the document: to the letter in Accept and in the Content-Type of a PATCH, in any case for other bodies',
    },
    unread: 'the document has one name for each, and the suite sends only that; the reference server follows it',
  },
  'media-types.version': {
    asks: 'In which media types does the server return /version, which is no object of the API?',
    about: ['media-types.discovery'],
    answers: {
      either: 'in JSON, and possibly in others',
      json: 'in JSON alone: 406 for a client that accepts only others',
    },
    unread: 'the document does not show /version; the reference server follows it',
  },
  'media-types.refusals': {
    asks: 'Which body does a refusal for a media type (406 or 415) have?',
    about: ['errors.6', 'media-types.1'],
    answers: {
      status: 'a Status with reason and code, as every refusal',
      'less-than-a-status':
        'a 406 has indented JSON without kind and apiVersion, but for a watch in YAML a Status in YAML; a 406 for discovery or for a range, and a 415 for a PATCH, have no reason',
    },
    unread: 'the document leaves the bodies of errors open; the reference server follows it',
  },
  'media-types.compression': {
    asks: 'Does the server compress long responses for clients that accept it?',
    about: ['media-types.1', 'limits.unstated'],
    answers: { either: 'it may', never: 'no' },
    unread: 'it is the same response in fewer bytes; the reference server follows it',
  },
  'media-types.json-escapes': {
    asks: 'Does the server write <, > and & as numeric escapes in JSON?',
    about: ['media-types.1'],
    answers: { either: 'it may', markup: 'yes, and line and paragraph separators too' },
    unread: 'it is the same value in other characters; the reference server follows it',
  },
  'media-types.renderings': {
    asks: 'Does the server show objects as tables, or by their metadata alone, if Accept asks for that (as=Table)?',
    about: ['media-types.1'],
    answers: {
      either: 'yes, as v1 and v1beta1, or it ignores that part of Accept',
      'alpha-only':
        'as v1alpha1; the first part of Accept whose type is known decides, with 406 if it asks for another version',
    },
    unread: 'the document has no such thing, and the suite never asks for it; the reference server follows it',
  },
  'parameters.pretty': {
    asks: 'Which clients get indented JSON?',
    about: ['parameters.list.pretty', 'parameters.read.pretty', 'parameters.write.pretty'],
    answers: {
      'who-asks': 'those that ask for it',
      'browsers-too': 'curl, Wget and browsers as well, by their User-Agent, unless they send pretty=false',
    },
    unread: 'it is the same value in other white space; the reference server follows it',
  },
  'parameters.dry-run': {
    asks: 'Does a write with dryRun=All change anything?',
    about: ['limits.unstated', 'parameters.write.body'],
    answers: {
      either: 'the server changes nothing, refuses the write, or does not know the parameter',
      ignored: 'yes: that era has no such parameter',
    },
    unread: 'the document has no such thing, and the suite never asks for it; the reference server follows it',
  },
  'parameters.int32': {
    asks: 'How does the server treat timeoutSeconds and gracePeriodSeconds beyond 32 bits?',
    about: ['parameters.list.timeout-seconds', 'parameters.delete.grace-period-seconds.1', 'limits.timeout-seconds'],
    answers: {
      either: 'it refuses or uses a long timeoutSeconds, and refuses a long gracePeriodSeconds',
      accepted: 'it uses them',
    },
  },
  'parameters.timeout': {
    asks: 'Does a parameter `timeout` limit a write?',
    about: ['limits.unstated'],
    answers: {
      either: 'it may; or the server does not know it',
      'of-writes': 'yes: with 0s the response is 504, and the write may have been carried out',
    },
    unread: 'the document has no such parameter, and the suite never sends it; the reference server follows it',
  },
  'parameters.booleans': {
    asks: 'How does the server read a boolean parameter that is neither true nor false?',
    about: ['parameters.read.export', 'parameters.list.watch.1'],
    answers: { either: 'as true, or it refuses the request', true: 'as true, even if it is empty, unless it is 0' },
  },
  'operations.untabulated': {
    asks: 'Must the server offer operations that the endpoint tables lack?',
    about: ['rules.6'],
    answers: {
      optional: 'no; those that it offers obey the same rules',
      'by-kind':
        'the same, and some kinds lack operations that others have; /bindings binds pods too, cron jobs are also served as scheduledjobs, and extensions/v1beta1 scales replication controllers',
    },
    unread:
      'the probe at the start of a run finds the operations that are not offered; the reference server follows it',
  },
  'operations.later-releases': {
    asks: 'Does the server offer additions of later releases: apps/v1, CronJob in batch/v1 and batch/v1beta1, members such as binaryData, immutable, startupProbe and priorityClassName, /openapi/v2 and /openapi/v3, aggregated discovery?',
    about: ['versioning.2', 'rules.6'],
    answers: { either: 'it may', absent: 'no; it drops members of later releases' },
    unread: 'the document has no such thing, and the suite never asks for it; the reference server follows it',
  },
  'discovery.methods': {
    asks: 'Which methods do the discovery documents accept?',
    about: ['endpoints.discovery'],
    answers: { get: 'GET alone', 'any-of-groups': 'GET; /apis accepts any' },
    unread:
      "rules read discovery by GET; the reference server follows it, but refuses a method that Node's HTTP parser does not know, such as FOO, with 405 at every path",
  },
  'paths.empty-segments': {
    asks: 'How does the server respond to a GET whose path has an empty segment?',
    about: ['endpoints.discovery', 'limits.unstated'],
    answers: {
      absent: 'with 404: there is no such path',
      'of-lists':
        'a list with an empty namespace is of all namespaces, and slashes at the end do not count; elsewhere 404',
    },
    unread: 'rules ask for the paths of the tables; the reference server follows it',
  },
  'discovery.form': {
    asks: 'What do the discovery documents contain?',
    about: ['endpoints.discovery', 'other-shapes.api-resource-list.1'],
    answers: {
      either: 'the resources that are served, and possibly more',
      'of-that-era':
        'subresources that connect to containers and nodes too, no apiVersion in the lists of the core group and of extensions, no server addresses of groups, and fewer short names; /index.html lists the paths too',
    },
    unread: 'the document does not show the fields; rules read the entries of the tabulated resources',
  },
  'rollback.generation': {
    asks: 'Does a rollback, which sets spec.rollbackTo, increase the generation?',
    about: ['object-metadata.generation.1'],
    answers: { grows: 'yes, as every change of the spec', kept: 'no; the write that carries the rollback out does' },
    unread: 'the document shows no rollback; the reference server follows it',
  },
  'rollback.answer': {
    asks: 'What does a rollback return?',
    about: ['rules.7'],
    answers: {
      success: 'a Status that says Success',
      'failure-of-code-200': 'a Status that says Failure, with code 200 and a message of success',
    },
    unread: 'the document does not show the path of rollback; the reference server follows it',
  },
  'rollback.object': {
    asks: 'Which object do a rollback and an eviction act on?',
    about: ['rules.7'],
    answers: { 'of-path': 'the one that the path names', 'of-body': 'the one that the body names' },
    unread: 'the document does not show their paths; the reference server follows it',
  },
  'scale.namespace': {
    asks: 'Must the body of a PUT of a Scale name its namespace?',
    about: ['rules.7'],
    answers: { optional: 'no: the path names it', required: 'yes: without it the PUT is refused with 422' },
    unread: 'the document does not show the path of scale; the reference server follows it',
  },
  'errors.bad-input-status': {
    asks: 'Which HTTP status does a mistake of the client get?',
    about: ['errors.6'],
    answers: {
      'client-error': '400 to 499',
      'may-be-500': '500 for some unreadable patches, versions and delete options, else 400 to 499',
    },
  },
  'errors.body': {
    asks: 'What does the body of an error contain?',
    about: ['errors.6'],
    answers: {
      any: 'anything',
      status:
        'a Status with reason and code, except for some paths that are not served; with empty details if it concerns no object',
    },
  },
  'errors.groups': {
    asks: 'Which names of resource, kind and group do errors give?',
    about: ['errors.6', 'versioning.2'],
    answers: {
      'of-path': 'the resource and group of the path; Invalid gives the kind',
      'by-kind':
        'the same, but a kind that two groups serve has one group on every path: Deployments have extensions, or apps in errors that give the kind; a delete that names another uid gives the kind, and an absent Scale is deployments/scale',
    },
    unread: 'the document leaves the bodies of errors open; the reference server follows it',
  },
});
