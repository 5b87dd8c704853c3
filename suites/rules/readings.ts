import type { Family } from './rule.ts';

const GRAMMAR =
  'The document says that a label selector restricts by labels, and gives no grammar: the operators are those that clients of the API send.';
const FINALIZERS =
  'The document mentions finalizers only as members that a delete adds, removes or reads. Clients expect that a finalizer holds its object.';
const PATH =
  'The document says that the path names the object and its namespace. It does not say how a server treats a body that names another.';
const CONTAINERS =
  'The document says that a container cannot be updated, but not how a server enforces it: a server that refuses the write and one that ignores the change both obey.';
const CODES = 'The document leaves the codes of errors open: by HTTP, a 5xx is a fault of the server.';

/** The reading of the document, for rules that the document does not state explicitly. */
export const READINGS: Readonly<Partial<Record<`${Family}/${string}`, string>>> = {
  'concurrency/no-race-breaks-the-server': CODES,
  'create/optional-members-stay-absent':
    'The document says that the system defines the host name of a pod. A template is no pod: what the system defines belongs to the pods that are made of it.',
  'create/port-protocol-is-filled-in':
    'The document says that defaults such as the protocol of a port are filled in, and not which one it is. A member is read to have one default.',
  'create/template-of-a-job-is-labelled':
    'The document names the labels, but not their values: controller-uid and job-name are read as the uid and the name of the job.',
  'delete-collection/finalizer-holds-the-object': FINALIZERS,
  'delete/finalizer-holds-the-object': FINALIZERS,
  'delete/lingering-object-shows-why':
    'The document says that a delete removes the object: an object that still exists must wait for a finalizer, a grace period or its contents, and show that.',
  'delete/only-one-of-several-removes':
    'The document says that a delete removes a resource, but not the response to a second delete, which finds nothing to remove.',
  'patch/malformed-patch-is-refused':
    'The document gives a patch the format of its media type. It does not say how a server treats a body in no such format: there is nothing to apply.',
  'patch/strategic-merge-follows-merge-keys':
    'The document says that lists merge by their keys. The directives $patch and $setElementOrder belong to that media type, and clients send them.',
  'delete-collection/bad-selector-is-refused': GRAMMAR,
  'replace/finalizers-and-owners-sent-are-kept':
    'The document does not show these members of the metadata: a PUT that sends them back is read as a request to keep them.',
  'selectors/conditions-must-all-hold': GRAMMAR,
  'selectors/equality-selects-exactly': GRAMMAR,
  'selectors/every-form-of-a-selector-selects-exactly': GRAMMAR,
  'selectors/existence-selects-exactly': GRAMMAR,
  'selectors/inequality-selects-all-others': GRAMMAR,
  'selectors/malformed-selectors-are-refused': GRAMMAR,
  'selectors/selector-and-negation-part-the-list': GRAMMAR,
  'selectors/set-membership-selects-exactly': GRAMMAR,
  'status/write-leaves-the-generation':
    'The document says that the generation increases as the spec changes: a write of the status cannot change the spec, so it leaves the generation.',
  'validation/bad-input-is-never-a-server-error': CODES,
  'validation/body-cannot-name-another-namespace': PATH,
  'validation/body-cannot-name-another-object': PATH,
  'validation/every-member-of-a-container-stays': CONTAINERS,
  'validation/malformed-bodies-are-refused':
    'The document requires the resource as the body: text that is neither JSON nor YAML is no resource.',
  'validation/no-container-is-added': CONTAINERS,
  'validation/no-container-is-removed': CONTAINERS,
  'validation/rolling-update-needs-its-type':
    'The document says that rollingUpdate is present only for RollingUpdate: a server that refuses it and one that drops it both obey.',
};

/** The reading on which the rule with that id rests, if any. */
export function readingOf(rule: `${Family}/${string}`): string | undefined {
  return READINGS[rule];
}
