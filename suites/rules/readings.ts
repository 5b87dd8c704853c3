import type { Family } from './rule.ts';

const GRAMMAR =
  'The document says that a label selector restricts by labels, and gives no grammar: the operators are those that clients of the API send.';
const FINALIZERS =
  'The document names finalizers only as what a delete adds, removes and decides by: that they hold an object is the meaning of the word to clients.';
const PATH =
  'The document says that the path names the object and its namespace, and not what becomes of a body that says another.';
const CONTAINERS =
  'The document says that a container cannot be updated, and not how a server keeps it: refusing the write and ignoring the change both obey.';

/** The reading of the document, for rules that the document does not state explicitly. */
const READINGS: Readonly<Partial<Record<`${Family}/${string}`, string>>> = {
  'create/template-of-a-job-is-labelled':
    'The document names the labels, and not their values: controller-uid and job-name are read as the uid and the name of the job.',
  'delete-collection/finalizer-holds-the-object': FINALIZERS,
  'delete/finalizer-holds-the-object': FINALIZERS,
  'delete/lingering-object-shows-why':
    'The document says that a delete removes: an object that is still there is read as waiting for a finalizer, a grace period or its contents, which it shows.',
  'delete/only-one-of-several-removes':
    'The document says that a delete removes a resource, and not what one finds that comes after another: nothing is left to remove.',
  'patch/malformed-patch-is-refused':
    'The document gives a patch a format by its media type, and not what becomes of a body without it: nothing can be applied.',
  'patch/strategic-merge-follows-merge-keys':
    'The document says that lists merge by their keys: $patch and $setElementOrder are the directives of that media type, which clients send.',
  'replace/finalizers-and-owners-sent-are-kept':
    'The document does not show these members of the metadata: what a PUT sends back is read as what the object shall have.',
  'selectors/conditions-must-all-hold': GRAMMAR,
  'selectors/equality-selects-exactly': GRAMMAR,
  'selectors/existence-selects-exactly': GRAMMAR,
  'selectors/inequality-selects-all-others': GRAMMAR,
  'selectors/selector-and-negation-part-the-list': GRAMMAR,
  'selectors/set-membership-selects-exactly': GRAMMAR,
  'status/write-leaves-the-generation':
    'The document says that the generation increases as the spec changes: a write of the status, which cannot change the spec, leaves it.',
  'validation/bad-input-is-never-a-server-error':
    'The document leaves the codes of errors open: 5xx is what HTTP calls a fault of the server.',
  'validation/body-cannot-name-another-namespace': PATH,
  'validation/body-cannot-name-another-object': PATH,
  'validation/every-member-of-a-container-stays': CONTAINERS,
  'validation/malformed-bodies-are-refused':
    'The document asks for the resource as the body: text that is neither JSON nor YAML is none.',
  'validation/no-container-is-added': CONTAINERS,
  'validation/no-container-is-removed': CONTAINERS,
  'validation/rolling-update-needs-its-type':
    'The document says that rollingUpdate is present only for RollingUpdate: refusing it and dropping it both obey.',
};

/** The reading on which the rule with that id rests, if any. */
export function readingOf(rule: `${Family}/${string}`): string | undefined {
  return READINGS[rule];
}

/** Ids of the rules that rest on a reading. */
export const READ_RULES: readonly string[] = Object.keys(READINGS);
