import { questions } from './question.ts';

/** The content of objects, and how reads show it. */
export const OBJECT_QUESTIONS = questions({
  'create.status': {
    asks: 'Which HTTP status does a successful create return?',
    about: ['endpoints.success-status', 'errors.1'],
    answers: { '200': 'as every success', '201': 'Created; 202 if initializers of the object are pending' },
  },
  'resources.unknown-api-version': {
    asks: 'How does the server treat an object whose apiVersion is unknown?',
    about: ['resources.api-version.3', 'errors.3'],
    answers: {
      either: 'it refuses the object, or stores it in the version of the path',
      refused: 'it refuses the object',
    },
  },
  'resources.sibling-api-version': {
    asks: 'How does the server treat an object whose apiVersion is known, but is not that of the path?',
    about: ['resources.api-version.2', 'versioning.3'],
    answers: {
      either: 'it converts the object to the version of the path, or refuses it',
      refused: 'it refuses the object',
    },
  },
  'resources.foreign-kind': {
    asks: 'How does the server treat a body that names another kind than its path?',
    about: ['resources.kind.2'],
    answers: {
      either: 'it refuses the body, or stores it as the kind of the path',
      refused: 'it refuses the body',
      'by-kind':
        'it refuses the body, unless the other kind has the same members: a Secret without data is stored as a ConfigMap',
    },
  },
  'resources.kind-change': {
    asks: 'How does the server treat a PUT or PATCH that names another kind than its object?',
    about: ['resources.kind.3'],
    answers: {
      either: 'it refuses the write, or leaves the kind as it is',
      'by-patch-type': 'it ignores the kind in a strategic merge patch, and refuses the other patches and a PUT',
    },
  },
  'resources.other-kinds': {
    asks: 'Does the server validate what the document lacks: other kinds, such as stateful sets and volumes, and values on which it is silent?',
    about: ['rules.6'],
    answers: {
      either:
        'it may; the reference server refuses what both kube-apiserver 1.7 and the releases of today refuse, and of members that came later what those releases refuse',
      validated:
        'yes, by the rules of kube-apiserver 1.7: it refuses privileged containers, SCTP, ephemeral-storage and load balancers with two protocols, and takes one port of a service twice; a limit range without a name gets one, and the subsets of endpoints are merged and sorted',
    },
    unread: 'the document does not say, and the suite never sends them; the reference server follows it',
  },
  'names.form': {
    asks: 'Which names may objects have?',
    about: ['limits.unstated', 'object-metadata.name.1'],
    answers: { any: 'any that the server accepts', dns: 'DNS labels or DNS subdomains, depending on the kind' },
    unread: 'the document is silent on names, and rules use names that every server accepts',
  },
  'get.export-status': {
    asks: 'Which status does an exported object have?',
    about: ['parameters.read.export'],
    answers: {
      either: 'none, or the status that a create gives',
      'as-at-creation':
        'the status that a create gives, and an empty one for nodes, volumes and their claims; selfLink and generation stay, creationTimestamp is null, a name beside a generateName is dropped, and the clusterIP of a Service is <unknown>',
    },
    unread: 'the document does not say which status an export shows; the reference server follows it',
  },
  'list.item-types': {
    asks: 'Do the items of a list carry apiVersion and kind?',
    about: ['resources.api-version.1', 'resources.kind.1', 'list-payload.4'],
    answers: { either: 'they may', present: 'yes, as every object', absent: 'no, only the list does' },
  },
  'list.foreign-version': {
    asks: 'What does a list return that names a version which its kind has not reached, such as that of another kind or one beyond int64?',
    about: ['parameters.list.resource-version.5'],
    answers: {
      either: 'the server returns the list or refuses it',
      'may-time-out':
        'it refuses the list with 504, and with 500 beyond uint64; kinds that are not cached ignore the version',
    },
    unread:
      'rules ask a list for versions of its own kind only, and no dialect judges a list that returns 503 or 504; the reference server follows it',
  },
  'list.missing-namespace': {
    asks: 'What does a list in a namespace that does not exist return?',
    about: ['semantics.7.1'],
    answers: { either: 'an empty list, or a refusal', empty: 'an empty list' },
    unread: 'cases work in namespaces that the run has made',
  },
  'list.timeout': {
    asks: 'Does timeoutSeconds limit a list that is not a watch?',
    about: ['parameters.list.timeout-seconds'],
    answers: { either: 'it may', ignored: 'no' },
    unread: 'no list takes so long that a limit would show',
  },
  'list.pages': {
    asks: 'Does the server return a list in pages if the client asks for them by limit and continue?',
    about: ['limits.unstated', 'list-payload.4'],
    answers: {
      either: 'it may return pages or the whole list',
      ignored: 'no, the whole list: that era has no such parameters',
    },
    unread: 'the document has no such thing, and the suite never asks for it; the reference server follows it',
  },
  'list.absent-name': {
    asks: 'Does a list have a version if its field selector asks for the name of an absent object?',
    about: ['list-payload.3', 'parameters.list.field-selector'],
    answers: { versioned: 'yes, as every list', 'without-version': 'no, unless the request names a version' },
  },
  'selectors.odd-forms': {
    asks: 'How does the server treat a negative bound in a label selector, a set that ends in two commas, spaces around the field of a field selector, and the field selector "="?',
    about: ['parameters.list.label-selector', 'parameters.list.field-selector'],
    answers: {
      either:
        'it accepts or refuses each; the reference server accepts negative bounds and such sets, ignores the spaces and refuses "="',
      'as-parsed': 'it refuses n>-1, n in (a,,) and the spaces with 400; "=" selects everything',
    },
    unread: 'rules send no such selectors; the reference server follows it',
  },
  'selectors.field-names': {
    asks: 'Which fields may a field selector name?',
    about: ['parameters.list.field-selector', 'semantics.7.2'],
    answers: {
      'name-and-namespace': 'metadata.name and metadata.namespace of every kind, and any other that the server accepts',
      'by-kind': 'the same, but some kinds have no field selectors',
    },
  },
});
