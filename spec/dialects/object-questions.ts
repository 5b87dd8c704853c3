import { questions } from './question.ts';

/** The content of objects, and how reads show it. */
export const OBJECT_QUESTIONS = questions({
  'create.status': {
    asks: 'Which HTTP status does a successful create answer?',
    about: ['endpoints.success-status', 'errors.1'],
    answers: { '200': 'as every success', '201': 'Created; 202 of an object whose initializers are pending' },
  },
  'resources.unknown-api-version': {
    asks: 'What becomes of a submitted object whose apiVersion is not recognised?',
    about: ['resources.api-version.3', 'errors.3'],
    answers: { either: 'refused, or stored in the version of the path', refused: 'always refused' },
  },
  'resources.sibling-api-version': {
    asks: 'What becomes of an object whose apiVersion is recognised, and is another one than that of the path?',
    about: ['resources.api-version.2', 'versioning.3'],
    answers: { either: 'converted to the version of the path, or refused', refused: 'always refused' },
  },
  'resources.foreign-kind': {
    asks: 'What becomes of a body that names another kind than its path?',
    about: ['resources.kind.2'],
    answers: {
      either: 'refused, or stored as the kind of the path',
      refused: 'always refused',
      'by-kind':
        'refused, but for a kind that says no more than that of the path: a Secret without data is a ConfigMap',
    },
  },
  'resources.kind-change': {
    asks: 'What becomes of a PUT or PATCH of an object that names another kind?',
    about: ['resources.kind.3'],
    answers: {
      either: 'refused, or the kind is left as it is',
      'by-patch-type': 'a strategic merge ignores it; the other patches, and a PUT, are refused',
    },
  },
  'resources.other-kinds': {
    asks: 'Are kinds validated that the document does not have, such as stateful sets and volumes?',
    about: ['rules.6'],
    answers: {
      either: 'they may be; the reference server validates metadata, taints of nodes, and kinds of apps/v1',
      validated:
        'as all kinds are; a limit range without a name gets one, and the subsets of endpoints are merged and sorted',
    },
    unread: 'the document has no such kinds, and the suite never sends them; the reference server answers by it',
  },
  'names.form': {
    asks: 'Which names may objects have?',
    about: ['limits.unstated', 'object-metadata.name.1'],
    answers: { any: 'any that the server takes', dns: 'DNS labels or subdomains, as the kind has it' },
    unread: 'the document is silent on names, and rules use such as every server takes',
  },
  'get.export-status': {
    asks: 'What is the status of an exported object?',
    about: ['parameters.read.export'],
    answers: {
      either: 'dropped, or as at creation',
      'as-at-creation':
        'what it is when an object is made, and empty for nodes, volumes and their claims; selfLink and generation stay, creationTimestamp is null, a name is dropped beside a generateName, and the clusterIP of a Service is <unknown>',
    },
    unread: 'what is left of a status in an export is no statement of the document; the reference server answers by it',
  },
  'list.item-types': {
    asks: 'Do the items of a list carry apiVersion and kind?',
    about: ['resources.api-version.1', 'resources.kind.1', 'list-payload.4'],
    answers: { either: 'with or without', present: 'as every object does', absent: 'only the list does' },
  },
  'list.foreign-version': {
    asks: 'May the version of a list of one kind be asked of a list of another?',
    about: ['parameters.list.resource-version.5'],
    answers: {
      either: 'answered, or refused',
      'may-time-out': 'refused when nothing of that kind has changed since; kinds that are not cached heed no version',
    },
    unread: 'rules ask a list for versions of its own kind only, and take 503 and 504 for no answer in every dialect',
  },
  'list.missing-namespace': {
    asks: 'What does a list in a namespace that does not exist answer?',
    about: ['semantics.7.1'],
    answers: { either: 'an empty list, or a refusal', empty: 'an empty list' },
    unread: 'cases work in namespaces that the run has made',
  },
  'list.timeout': {
    asks: 'Does timeoutSeconds limit a list that is not a watch?',
    about: ['parameters.list.timeout-seconds'],
    answers: { either: 'it may', ignored: 'it does not' },
    unread: 'no list takes so long that a limit on it would show',
  },
  'list.pages': {
    asks: 'Does a list come in pages to those who ask for them by limit and continue?',
    about: ['limits.unstated', 'list-payload.4'],
    answers: { either: 'in pages, or whole', ignored: 'whole: these are no parameters of that era' },
    unread: 'the document has no such thing, and the suite never asks for it; the reference server answers by it',
  },
  'list.absent-name': {
    asks: 'Has a list a version that asks by a field selector for one name, which no object has?',
    about: ['list-payload.3', 'parameters.list.field-selector'],
    answers: { versioned: 'yes, as every list', 'without-version': 'no, unless the list asks for a version' },
  },
  'selectors.odd-forms': {
    asks: 'What becomes of a negative bound in a label selector, of spaces round the field of a field selector, and of a field selector that is = alone?',
    about: ['parameters.list.label-selector', 'parameters.list.field-selector'],
    answers: {
      either: 'a bound is any integer, spaces do not count and = is refused; or not',
      'as-parsed': 'n>-1 and spaces are refused, 400; = selects everything',
    },
    unread: 'rules send no such selectors; the reference server answers by it',
  },
  'selectors.field-names': {
    asks: 'Which fields may a field selector name?',
    about: ['parameters.list.field-selector', 'semantics.7.2'],
    answers: {
      'name-and-namespace': 'metadata.name and metadata.namespace of every kind, and any others',
      'by-kind': 'some kinds have none',
    },
  },
});
