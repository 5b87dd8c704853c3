import { questions } from './question.ts';

/** The effects of replaces, patches and deletes. */
export const WRITE_QUESTIONS = questions({
  'replace.without-version': {
    asks: 'What becomes of a PUT whose body names no version?',
    about: ['semantics.1.2', 'rules.1.1'],
    answers: {
      either: 'it overwrites, or it is refused',
      overwrites: 'it overwrites',
      'by-kind': 'it overwrites, but for kinds that insist on a version',
    },
  },
  'replace.lone-writer': {
    asks: 'Does a PUT with the current version succeed when nobody else writes?',
    about: ['semantics.1.2', 'errors.2'],
    answers: { succeeds: 'always', 'may-be-refused': 'now and then it is refused as a conflict' },
  },
  'replace.quick-succession': {
    asks: 'Is a PUT that was answered as a success always stored?',
    about: ['semantics.1.1'],
    answers: {
      stored: 'always',
      'may-be-lost': 'not always, where it restores what an earlier write had changed a moment ago',
    },
  },
  'replace.no-op': {
    asks: 'Does a PUT that changes nothing make a new version?',
    about: ['object-metadata.resource-version.1', 'events.1.2'],
    answers: { either: 'it may; then it makes an event too', 'keeps-version': 'no, and there is no event' },
    unread: 'whether a version is new or old, rules hold it against the events: one each',
  },
  'replace.absent-object': {
    asks: 'What becomes of a PUT of an object that does not exist?',
    about: ['semantics.1.1'],
    answers: {
      either: 'refused, or created as sent',
      refused: 'refused',
      'by-kind': 'some kinds are created by it, with status 201',
    },
  },
  'update.other-uid': {
    asks: 'How is a PUT or PATCH refused that names another uid than that of the object?',
    about: ['errors.6', 'object-metadata.uid.1'],
    answers: { conflict: '409', 'by-verb': 'a PATCH by 422, a PUT by 409, and by 422 for some kinds' },
    unread:
      'either way it is a refusal by a client error, and the document leaves the code open; the reference server answers by it',
  },
  'update.ended-version': {
    asks: 'Which version shows an object in the answer of the write that ends it: a PUT or PATCH that takes its last finalizer, or a delete?',
    about: ['object-metadata.resource-version.1'],
    answers: { either: 'that of the write, or the last before it', 'last-stored': 'the last before it' },
    unread:
      'the object is gone, so no rule has anything to hold its version against; the reference server answers by it',
  },
  'status.metadata': {
    asks: 'Does a write to /status change labels and annotations?',
    about: ['rules.2.2'],
    answers: { either: 'it may', 'by-kind': 'it does, but for labels of some kinds' },
  },
  'status.self-link': {
    asks: 'Which selfLink does an object have in the response of a path below it, such as /status?',
    about: ['object-metadata.self-link.1'],
    answers: { either: 'its own, or that path', 'of-path': 'that path' },
    unread: 'rules hold the path of the object against answers at that path alone; the reference server answers by it',
  },
  'patch.stale-version': {
    asks: 'What becomes of a PATCH whose body names a version that is not the current one?',
    about: ['semantics.5.1', 'rules.1.2'],
    answers: { applied: 'the version is not a condition', refused: 'it is refused like a PUT' },
  },
  'patch.concurrent': {
    asks: 'May a PATCH without a version be refused because of another that writes the same field?',
    about: ['semantics.5.1', 'semantics.5.2'],
    answers: {
      never: 'the last write wins',
      'may-conflict': 'now and then it is refused as a conflict, by a lone client too',
    },
  },
  'patch.json-operations': {
    asks: 'Which operations has a JSON patch?',
    about: ['media-types.patch.1', 'other-shapes.patch'],
    answers: {
      'all-six': 'those of RFC 6902',
      'without-copy': 'copy is unknown, and so is a path that is the whole object; replace adds what is not there',
    },
  },
  'patch.json-pointers': {
    asks: 'How are the paths of a JSON patch read?',
    about: ['media-types.patch.1', 'other-shapes.patch'],
    answers: {
      'rfc-6901': 'as RFC 6901 has them',
      lax: 'the text before the first slash does not count, and an index may have leading zeros or a plus; an operation without a value adds null',
    },
    unread:
      'rules send no such paths but an index with leading zeros, which counts where patch.json-operations says all-six; the reference server answers by it',
  },
  'patch.null-bodies': {
    asks: 'What becomes of a patch that is null?',
    about: ['other-shapes.patch', 'media-types.patch.1'],
    answers: {
      refused: 'it is refused, as any patch that is no object or list',
      'as-nothing': 'a strategic merge and a JSON patch change nothing; a merge patch is refused',
    },
  },
  'patch.removed-api-version': {
    asks: 'What becomes of a merge or JSON patch that takes apiVersion away?',
    about: ['resources.api-version.2', 'other-shapes.patch'],
    answers: { either: 'refused, or the version of the path is filled in', refused: 'refused, 400' },
    unread: 'the document does not say, and rules never send it; the reference server answers by it',
  },
  'patch.merge-directive': {
    asks: 'May `$patch` in a strategic merge patch say merge, which is what happens without it?',
    about: ['semantics.4.2', 'other-shapes.patch'],
    answers: { known: 'yes', unknown: 'no, it may be replace or delete alone' },
    unread: 'the document does not show directives, and rules never send this one; the reference server answers by it',
  },
  'patch.merged-list-order': {
    asks: 'In which order are the elements of a merged list?',
    about: ['semantics.4.4'],
    answers: {
      any: 'any',
      'patch-order':
        'those of the patch keep its order; each other stays before the first of them that stood after it, so new ones alone come first: [c, d] with [d, n] is [c, d, n]',
    },
  },
  'patch.null-in-new-map': {
    asks: 'What does null make, in a strategic merge patch, inside a map that is not there yet?',
    about: ['semantics.4.1', 'semantics.4.2'],
    answers: {
      nothing: 'no member: null takes away',
      'taken-over':
        'a member whose value is empty; and a $deleteFromPrimitiveList of a list that is not there becomes that list',
    },
  },
  'delete.answer': {
    asks: 'What does a delete that removed the object answer?',
    about: ['rules.3', 'other-shapes.status.4', 'parameters.delete.response'],
    answers: {
      status: 'a Status with status Success and code 200',
      'status-or-object': 'a Status, with or without code, or the object that was deleted',
    },
  },
  'delete.http-status': {
    asks: 'Which HTTP status does a successful delete answer?',
    about: ['endpoints.success-status'],
    answers: { '200': 'as every success', '200-or-202': '202 if the object is terminating' },
  },
  'delete.without-body': {
    asks: 'What becomes of a delete without a body?',
    about: ['parameters.delete.body'],
    answers: { either: 'carried out with the defaults, or refused', accepted: 'carried out with the defaults' },
  },
  'delete.query-options': {
    asks: 'Do delete options in the query work?',
    about: [
      'parameters.delete.grace-period-seconds.1',
      'parameters.delete.orphan-dependents.1',
      'parameters.delete.propagation-policy.1',
    ],
    answers: {
      'as-in-body': 'each works as it does in the body',
      'grace-and-orphan-without-body':
        'propagationPolicy is refused; the others work where no body is sent, else they are not read; a collection delete reads none',
    },
  },
  'delete.options': {
    asks: 'Does a delete of every kind heed its options?',
    about: ['parameters.delete.body', 'errors.4', 'parameters.delete.propagation-policy.2'],
    answers: {
      heeded: 'yes',
      'by-kind': 'services are deleted whatever the options say, and namespaces heed preconditions alone',
    },
  },
  'delete.refused-field': {
    asks: 'Which field does the refusal of a delete name whose propagation is unknown, or asked for twice?',
    about: ['errors.4', 'errors.6'],
    answers: { 'its-own': 'propagationPolicy', whole: 'the options as a whole, as "[]", of the group meta.k8s.io' },
    unread: 'the document leaves the bodies of errors open; the reference server answers by it',
  },
  'delete.preconditions': {
    asks: 'Does a delete heed the uid that its preconditions name?',
    about: ['other-shapes.delete-options.1'],
    answers: {
      either: 'it may, and the version that they name in later releases',
      'uid-is-heeded':
        'a delete that names another uid is refused, of each kind whose deletes heed their options; a version is not looked at',
    },
  },
  'delete.negative-grace': {
    asks: 'Is a delete with a negative gracePeriodSeconds refused?',
    about: ['parameters.delete.grace-period-seconds.1', 'limits.grace-period-seconds'],
    answers: { refused: 'it must not be negative', accepted: 'carried out at once' },
  },
  'delete.lingering': {
    asks: 'May an object outlive its delete?',
    about: ['semantics.6.1', 'semantics.6.2', 'parameters.delete.propagation-policy.3'],
    answers: {
      'for-a-shown-reason': 'for a grace period, finalizers or dependants that it shows beside a deletion timestamp',
      'by-kind':
        'for the same reasons; workloads deleted without options get a finalizer that only a collector removes',
    },
    unread:
      'rules ask of whatever lingers that it shows why, and of objects that are to go at once that the options say so; the reference server answers by it',
  },
  'delete.emptied-namespaces': {
    asks: 'Does a namespace that is being deleted go when the last finalizer is taken off its spec?',
    about: ['semantics.6.1'],
    answers: {
      goes: 'yes',
      'when-deleted-again': 'no, a further delete removes it; until then it shows no grace period',
    },
    unread:
      'rules send no /finalize, and whoever empties namespaces deletes them again; the reference server answers by it',
  },
  'delete-collection.grace': {
    asks: 'Which grace period has each pod of a collection delete whose options name none?',
    about: ['parameters.delete-collection', 'parameters.delete.grace-period-seconds.3'],
    answers: { own: 'its own', 'of-the-one-before': 'that which the one before it was given, as far as it takes one' },
    unread:
      'how long objects linger is the business of the server as long as they show why; the reference server answers by it',
  },
  'delete-collection.answer': {
    asks: 'What does a collection delete answer?',
    about: ['parameters.delete-collection'],
    answers: { status: 'a Status', 'status-or-list': 'a Status, or the list of what was there' },
  },
});
