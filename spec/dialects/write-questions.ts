import { questions } from './question.ts';

/** The effects of replaces, patches and deletes. */
export const WRITE_QUESTIONS = questions({
  'replace.without-version': {
    asks: 'How does the server treat a PUT whose body names no version?',
    about: ['semantics.1.2', 'rules.1.1'],
    answers: {
      either: 'it overwrites the object, or refuses the PUT',
      overwrites: 'it overwrites the object',
      'by-kind': 'it overwrites, except for kinds that require a version',
    },
  },
  'replace.lone-writer': {
    asks: 'Does a PUT of the current version succeed if nobody else writes?',
    about: ['semantics.1.2', 'errors.2'],
    answers: { succeeds: 'always', 'may-be-refused': 'not always: now and then it is refused as a conflict' },
  },
  'replace.quick-succession': {
    asks: 'Is a PUT that succeeded always stored?',
    about: ['semantics.1.1'],
    answers: {
      stored: 'always',
      'may-be-lost': 'not always: it can be lost if it restores a state that another write changed a moment ago',
    },
  },
  'replace.no-op': {
    asks: 'Does a PUT that changes nothing give the object a new version?',
    about: ['object-metadata.resource-version.1', 'events.1.2'],
    answers: { either: 'it may; then it causes an event too', 'keeps-version': 'no, and it causes no event' },
    unread: 'rules expect one event for each new version, whichever the server does',
  },
  'replace.absent-object': {
    asks: 'How does the server treat a PUT of an object that does not exist?',
    about: ['semantics.1.1'],
    answers: {
      either: 'it refuses the PUT, or creates the object as sent',
      refused: 'it refuses the PUT',
      'by-kind': 'it creates objects of some kinds, with status 201',
    },
  },
  'update.other-uid': {
    asks: 'How does the server refuse a PUT or PATCH that names another uid than that of the object?',
    about: ['errors.6', 'object-metadata.uid.1'],
    answers: { conflict: 'with 409', 'by-verb': 'a PATCH with 422, a PUT with 409, for some kinds with 422' },
    unread: 'each is a refusal, and the document leaves the code open; the reference server follows it',
  },
  'update.ended-version': {
    asks: 'Which version does the response show if a PUT or PATCH removes the last finalizer of a terminating object, or a delete ends it?',
    about: ['object-metadata.resource-version.1'],
    answers: { either: 'that of the write, or the last before it', 'last-stored': 'the last before it' },
    unread: 'the object is gone, so no rule can compare its version with anything; the reference server follows it',
  },
  'status.metadata': {
    asks: 'Does a write to /status change labels and annotations?',
    about: ['rules.2.2'],
    answers: { either: 'it may', 'by-kind': 'yes, except for the labels of some kinds' },
  },
  'status.self-link': {
    asks: 'Which selfLink does an object have in the response of a path below it, such as /status?',
    about: ['object-metadata.self-link.1'],
    answers: { either: 'the path of the object, or the path of the request', 'of-path': 'the path of the request' },
    unread: 'rules accept both in such a response; the reference server follows it',
  },
  'patch.stale-version': {
    asks: 'How does the server treat a PATCH whose body names another version than the current one?',
    about: ['semantics.5.1', 'rules.1.2'],
    answers: {
      applied: 'it applies the PATCH: the version is no condition',
      refused: 'it refuses the PATCH as it refuses a PUT',
    },
  },
  'patch.concurrent': {
    asks: 'Can another PATCH of the same field make the server refuse a PATCH without a version?',
    about: ['semantics.5.1', 'semantics.5.2'],
    answers: {
      never: 'no: the last write wins',
      'may-conflict': 'yes: now and then it is refused as a conflict, even if only one client writes',
    },
  },
  'patch.json-operations': {
    asks: 'Which operations does a JSON patch have?',
    about: ['media-types.patch.1', 'other-shapes.patch'],
    answers: {
      'all-six': 'those of RFC 6902',
      'without-copy':
        'no copy, and no operation on the whole object; replace adds an absent member; an index beyond the end of a list, or a test of an existing member for null, can crash the process, so rules send neither',
    },
  },
  'patch.json-pointers': {
    asks: 'How does the server read the paths of a JSON patch?',
    about: ['media-types.patch.1', 'other-shapes.patch'],
    answers: {
      'rfc-6901': 'as RFC 6901 defines them',
      lax: 'it ignores the text before the first slash, and an index can have leading zeros or a plus; an add without a value adds null',
    },
    unread:
      'of such paths, rules send only an index with leading zeros, and judge it only if patch.json-operations is all-six; the reference server follows it',
  },
  'patch.null-bodies': {
    asks: 'How does the server treat the patch null?',
    about: ['other-shapes.patch', 'media-types.patch.1'],
    answers: {
      refused: 'it refuses the patch, as every patch that is no object or list',
      'as-nothing': 'a strategic merge patch and a JSON patch change nothing; it refuses a merge patch',
    },
  },
  'patch.removed-api-version': {
    asks: 'How does the server treat a merge or JSON patch that removes apiVersion?',
    about: ['resources.api-version.2', 'other-shapes.patch'],
    answers: {
      either: 'it refuses the patch, or fills in the version of the path',
      refused: 'it refuses the patch with 400',
    },
    unread: 'the document does not say, and rules never send it; the reference server follows it',
  },
  'patch.merge-directive': {
    asks: 'Can `$patch` in a strategic merge patch be merge, which is the default?',
    about: ['semantics.4.2', 'other-shapes.patch'],
    answers: { known: 'yes', unknown: 'no, only replace or delete' },
    unread: 'the document does not show directives, and rules never send this one; the reference server follows it',
  },
  'patch.merged-list-order': {
    asks: 'Which order do the elements of a merged list have?',
    about: ['semantics.4.4'],
    answers: {
      any: 'any',
      'patch-order':
        'elements of the patch have its order; each other element stays before the first element of the patch that stood after it: [c, d] merged with [d, n] is [c, d, n], and with [n] it is [n, c, d]',
    },
  },
  'patch.null-in-new-map': {
    asks: 'What does a strategic merge patch make of null inside a new map?',
    about: ['semantics.4.1', 'semantics.4.2'],
    answers: {
      nothing: 'no member, because null removes a member',
      'taken-over': 'a member with an empty value; and a $deleteFromPrimitiveList of an absent list becomes that list',
    },
  },
  'delete.answer': {
    asks: 'What does a delete that removed the object return?',
    about: ['rules.3', 'other-shapes.status.4', 'parameters.delete.response'],
    answers: {
      status: 'a Status with status Success and code 200',
      'status-or-object': 'a Status, with or without code, or the object that was deleted',
    },
  },
  'delete.http-status': {
    asks: 'Which HTTP status does a successful delete return?',
    about: ['endpoints.success-status'],
    answers: { '200': 'as every success', '200-or-202': '202 if the object is terminating, else 200' },
  },
  'delete.without-body': {
    asks: 'How does the server treat a delete without a body?',
    about: ['parameters.delete.body'],
    answers: {
      either: 'it carries the delete out with the default options, or refuses it',
      accepted: 'it carries the delete out with the default options',
    },
  },
  'delete.query-options': {
    asks: 'Do delete options in the query work?',
    about: [
      'parameters.delete.grace-period-seconds.1',
      'parameters.delete.orphan-dependents.1',
      'parameters.delete.propagation-policy.1',
    ],
    answers: {
      'as-in-body': 'yes, each as in the body',
      'grace-and-orphan-without-body':
        'propagationPolicy is refused with 400, whether or not the object exists; the others work; beside a body, and in a collection delete, all are ignored',
    },
  },
  'delete.options': {
    asks: 'Does a delete of every kind obey its options?',
    about: ['parameters.delete.body', 'errors.4', 'parameters.delete.propagation-policy.2'],
    answers: {
      heeded: 'yes',
      'by-kind':
        'no: deletes of services read no options; deletes of namespaces read them, so those that cannot be read are refused, and obey preconditions alone',
    },
  },
  'delete.refused-field': {
    asks: 'Which field does the refusal name if a delete has an unknown propagationPolicy, or orphanDependents beside it?',
    about: ['errors.4', 'errors.6'],
    answers: { 'its-own': 'propagationPolicy', whole: '"[]", the options as a whole, with the group meta.k8s.io' },
    unread: 'the document leaves the bodies of errors open; the reference server follows it',
  },
  'delete.preconditions': {
    asks: 'Does a delete obey the uid in its preconditions?',
    about: ['other-shapes.delete-options.1'],
    answers: {
      either: 'it may, and in later releases the resourceVersion in them too',
      'uid-is-heeded':
        'yes: a delete that names another uid is refused, for every kind whose deletes obey their options; a resourceVersion is ignored',
    },
  },
  'delete.negative-grace': {
    asks: 'Is a delete with a negative gracePeriodSeconds refused?',
    about: ['parameters.delete.grace-period-seconds.1', 'limits.grace-period-seconds'],
    answers: { refused: 'yes: it must not be negative', accepted: 'no: it is carried out at once' },
  },
  'delete.lingering': {
    asks: 'Can an object outlive its delete?',
    about: ['semantics.6.1', 'semantics.6.2', 'parameters.delete.propagation-policy.3'],
    answers: {
      'for-a-shown-reason':
        'yes, for a grace period, finalizers or dependants that it shows beside a deletion timestamp',
      'by-kind':
        'yes, for the same reasons; workloads deleted without options get a finalizer that only a garbage collector removes',
    },
    unread:
      'rules demand that a terminating object shows its reason, and that an object is gone at once only if the options say so; the reference server follows it',
  },
  'delete.emptied-namespaces': {
    asks: 'Is a terminating namespace gone once the last finalizer is removed from its spec?',
    about: ['semantics.6.1'],
    answers: {
      goes: 'yes',
      'when-deleted-again': 'no, only after another delete; until then it shows no grace period',
    },
    unread:
      'rules send no /finalize, and controllers that empty namespaces delete them again; the reference server follows it',
  },
  'delete-collection.grace': {
    asks: 'Which grace period does a collection delete give each pod if its options name none?',
    about: ['parameters.delete-collection', 'parameters.delete.grace-period-seconds.3'],
    answers: {
      own: 'that of the pod itself',
      'of-the-one-before': 'that of the pod deleted before it, if the pod waits for one at all',
    },
    unread:
      'a server can keep an object for any time while the object shows the reason; the reference server follows it',
  },
  'delete-collection.answer': {
    asks: 'What does a collection delete return?',
    about: ['parameters.delete-collection'],
    answers: { status: 'a Status', 'status-or-list': 'a Status, or the list of the deleted objects' },
  },
});
