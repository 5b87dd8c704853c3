import type { QuestionId } from './dialect.ts';

/** A measured difference between the real system of that era and the document. */
export interface RealDifference {
  /** Slug, unique. */
  readonly id: string;
  /** The document's statement, in a few words; "silent" if there is none. */
  readonly document: string;
  /** The behaviour of the real system. */
  readonly real: string;
  /** The questions whose `kubernetes-1.7` choices express the difference. */
  readonly questions?: readonly QuestionId[];
  /** Ids of rules that fail for the real system if it is held to `spec`. */
  readonly failing?: readonly string[];
  /** Ids of rules that fail for it now and then. */
  readonly failingByChance?: readonly string[];
  /** Why no question is needed: no rule could see the difference, or none may. */
  readonly unasked?: string;
}

const NOT_OF_THE_SURFACE = 'no operation of the surface is concerned: rules send nothing there';

/**
 * Every measured difference between the document and kube-apiserver 1.7.5. Each names its question, or says why it
 * needs none.
 */
export const REAL_DIFFERENCES: readonly RealDifference[] = differences({
  'put-without-version-overwrites': {
    document: 'PUT is safe by optimistic lock',
    real: 'a PUT whose version is absent or 0 overwrites',
    questions: ['replace.without-version'],
  },
  'services-insist-on-a-version': {
    document: 'no exception is named',
    real: 'a PUT of a Service without a version is refused, 422',
    questions: ['replace.without-version'],
  },
  'lone-put-conflicts': {
    document: 'a PUT fails if the object changed',
    real: 'about one in a hundred by a lone client answers 409: it was computed against a cache that lags',
    questions: ['replace.lone-writer'],
    failing: ['replace/current-version-succeeds'],
    failingByChance: ['status/current-version-succeeds', 'concurrency/writers-of-different-objects-do-not-meet'],
  },
  'stale-patch-is-refused': {
    document: 'PATCH never fails on a lock',
    real: 'a PATCH that names another version than the current one answers 409',
    questions: ['patch.stale-version'],
    failing: ['patch/stale-version-is-no-condition'],
  },
  'patches-of-one-field-conflict': {
    document: 'the last write wins',
    real: 'about three in a hundred PATCHes of one field answer 409, by a lone client too',
    questions: ['patch.concurrent'],
    failing: ['patch/is-never-refused-for-a-lock'],
  },
  'restored-state-is-lost': {
    document: 'Replace replaces the spec',
    real: 'of writes A, B, A in quick succession the last may answer 200 and not be stored',
    questions: ['replace.quick-succession'],
    // Each reads the history of a lost write.
    failingByChance: [
      'get/answers-what-was-last-written',
      'list/shows-the-current-state',
      'media-types/patch-may-say-its-charset',
      'patch/leaves-other-objects',
      'patch/strategic-merge-follows-merge-keys',
      'replace/answer-is-what-is-stored',
      'replace/changes-the-version',
      'replace/replaces-the-whole-object',
      'selectors/changed-labels-change-the-selection',
      'status/leaves-other-objects',
      'world/reads-show-the-latest-state',
      'world/replaced-version-never-comes-back',
      'world/self-links-name-their-object',
      'world/untouched-objects-stay-untouched',
    ],
  },
  'nulls-in-new-maps': {
    document: 'a strategic merge patch changes the fields that it names',
    real: 'null inside a map that is not there yet becomes an empty value',
    questions: ['patch.null-in-new-map'],
  },
  'json-patch-has-no-copy': {
    document: 'a JSON patch is one of three media types',
    real: 'copy is unknown (500), and so is an operation on the whole object; replace adds a member that is not there',
    questions: ['patch.json-operations'],
    failing: ['patch/impossible-operation-is-refused'],
  },
  'lax-json-pointers': {
    document: 'JSON patches',
    real: 'a path counts from its first slash, an index may be 00 or +1, and add needs no value',
    questions: ['patch.json-pointers'],
  },
  'null-patches': {
    document: 'silent',
    real: 'a strategic merge or JSON patch that is null changes nothing and answers 200',
    questions: ['patch.null-bodies'],
  },
  'patches-keep-the-version': {
    document: 'silent',
    real: 'a merge or JSON patch that takes apiVersion away answers 400',
    questions: ['patch.removed-api-version'],
  },
  'merged-lists-have-an-order': {
    document: 'merged lists do not preserve order',
    real: 'elements of the patch keep its order; each other stays before the first of them that stood after it',
    questions: ['patch.merged-list-order'],
  },
  'workloads-linger-for-a-collector': {
    document: 'Delete removes',
    real: 'a workload that is deleted without options keeps a finalizer until a collector takes it off',
    questions: ['delete.lingering'],
  },
  'uid-preconditions-are-heeded': {
    document: 'silent',
    real: 'a delete whose preconditions name another uid answers 409, but for Services, whose deletes heed no options',
    questions: ['delete.preconditions'],
  },
  'namespaces-are-deleted-twice': {
    document: 'silent',
    real: 'a namespace whose spec has lost its finalizers goes by a further delete alone',
    questions: ['delete.emptied-namespaces'],
  },
  'absent-names-have-no-version': {
    document: 'a list carries a resourceVersion',
    real: 'a list by the name of an object that is absent has none',
    questions: ['list.absent-name'],
    failing: ['list/carries-list-metadata'],
  },
  'odd-selectors': {
    document: 'silent',
    real: 'n>-1, and spaces round the field of a field selector, answer 400; the field selector = selects everything',
    questions: ['selectors.odd-forms'],
  },
  'methods-of-groups': { document: 'GET', real: '/apis answers any method', questions: ['discovery.methods'] },
  'empty-segments': {
    document: 'silent',
    real: 'a list with an empty namespace is of all namespaces, and slashes at the end do not count',
    questions: ['paths.empty-segments'],
  },
  'missing-namespaces-are-empty': {
    document: 'List returns the objects of a namespace',
    real: 'a list, or a collection delete, in a namespace that is not there answers 200 and no items',
    questions: ['list.missing-namespace'],
  },
  'kind-changes-by-patch': {
    document: 'kind cannot be updated',
    real: 'a strategic merge ignores another kind; the other patches answer 500',
    questions: ['resources.kind-change', 'errors.bad-input-status'],
  },
  'a-secret-among-config-maps': {
    document: 'the kind may be inferred from the path',
    real: 'a Secret without data that is sent to config maps is stored as a ConfigMap; any other foreign kind is refused',
    questions: ['resources.foreign-kind'],
  },
  'sibling-version-is-refused': {
    document: 'recognised versions are converted',
    real: 'an apps/v1beta1 Deployment that is sent to extensions/v1beta1 answers 400',
    questions: ['resources.sibling-api-version', 'resources.unknown-api-version'],
  },
  'items-have-no-types': {
    document: 'every resource carries apiVersion and kind',
    real: 'items of lists carry neither',
    questions: ['list.item-types'],
  },
  'generation-grows-by-annotations': {
    document: 'generation increases as the spec changes',
    real: 'that of a Deployment grows with its annotations as well; many kinds have none, or keep what the client sent',
    questions: ['generation.increases'],
  },
  'no-revision-annotation': {
    document: 'Deployments carry one',
    real: 'a controller writes it, not the API server',
    questions: ['deployment.revision-annotation'],
  },
  'images-of-pods-change': {
    document: 'no container field can be updated',
    real: 'a PUT or PATCH of a pod may change the images of its containers',
    questions: ['pod.image'],
    failing: [
      'validation/image-of-a-container-does-not-change',
      'validation/every-member-of-a-container-stays',
      'validation/no-member-of-a-container-changes',
    ],
  },
  'tty-without-stdin': {
    document: 'tty requires stdin',
    real: 'accepted',
    questions: ['container.tty'],
    failing: ['validation/tty-needs-stdin', 'validation/illegal-values-are-refused-everywhere'],
  },
  'negative-grace-of-pods': {
    document: 'terminationGracePeriodSeconds is not negative',
    real: 'a negative one is stored',
    questions: ['pod.negative-grace'],
    failing: [
      'validation/termination-grace-period-is-not-negative',
      'validation/illegal-values-are-refused-everywhere',
    ],
  },
  'negative-grace-of-deletes': {
    document: 'gracePeriodSeconds is not negative',
    real: 'a negative one removes at once',
    questions: ['delete.negative-grace'],
    failing: ['validation/negative-grace-periods-are-refused'],
  },
  'host-ports-are-filled-in': {
    document: 'hostNetwork: the ports must be specified',
    real: 'a host port that is absent becomes that of the container',
    questions: ['pod.host-network-ports'],
  },
  'templates-of-stateful-sets': {
    document: 'at least one container',
    real: 'the template of a StatefulSet is not validated',
    unasked: NOT_OF_THE_SURFACE,
  },
  'other-kinds-are-validated': {
    document: 'silent',
    real: 'stateful sets, replication controllers, endpoints, volumes and their claims, quotas, limit ranges, pod templates and controller revisions are validated',
    questions: ['resources.other-kinds'],
  },
  'restart-count-has-no-cap': {
    document: 'capped at 5',
    real: 'a higher one is stored',
    questions: ['container-status.restart-count'],
  },
  'empty-security-context': {
    document: 'empty resources and securityContext are echoed',
    real: 'resources in containers, securityContext in the pod alone',
    questions: ['container.empty-security-context'],
  },
  'empty-size-limit': {
    document: 'silent',
    real: 'an emptyDir that names no size limit is shown with "0"',
    unasked: 'members that nobody sent may always be filled in: rules compare what was sent',
  },
  'init-containers-by-annotation': {
    document: 'Replace and Patch apply the change',
    real: 'annotations that the server echoes decide over spec.initContainers where they are sent back',
    questions: ['pod.init-containers'],
    failing: [
      'patch/lists-are-merged-by-their-keys',
      'validation/full-objects-are-stored',
      'validation/legal-values-are-accepted',
      'validation/no-member-of-a-container-changes',
    ],
  },
  'legacy-deployment-defaults': {
    document: '25%, 25%, 2 and 600',
    real: 'a Deployment that is created under extensions/v1beta1 gets 1, 1, none and none',
    questions: ['deployment.extensions-defaults'],
    failing: [
      'create/max-surge-has-its-default',
      'create/max-unavailable-has-its-default',
      'create/progress-deadline-has-its-default',
      'create/revision-history-limit-has-its-default',
      'replace/what-a-put-lacks-has-its-default',
    ],
  },
  'rolling-update-beside-recreate': {
    document: 'rollingUpdate is for RollingUpdate only',
    real: '422 in one group, 400 in the other where a member of it is missing',
    questions: ['deployment.shares-beside-recreate'],
  },
  'create-answers-201': {
    document: 'every success is 200',
    real: 'a create answers 201',
    questions: ['create.status'],
    failing: ['create/success-has-the-stated-status'],
  },
  'put-creates-events': {
    document: 'silent',
    real: 'a PUT of an Event that is not there makes it and answers 201, also with a version; with a uid it answers 409',
    questions: ['replace.absent-object'],
  },
  'delete-answers-202': {
    document: 'every success is 200',
    real: 'a delete without orphaning that leaves the object to finalizers answers 202',
    questions: ['delete.http-status'],
  },
  'log-answers-204': {
    document: 'every success is 200',
    real: 'the log of a pod on no host answers 204',
    questions: ['pod.streams'],
  },
  'status-has-no-code': {
    document: 'a delete answers a Status with code 200',
    real: 'the Status has no code; that of a Service has no details either',
    questions: ['delete.answer'],
    failing: ['delete/answers-a-status-of-success'],
  },
  'delete-answers-the-object': {
    document: 'a delete answers a Status',
    real: 'that of a pod or a namespace, and of whatever lingers, answers the object',
    questions: ['delete.answer'],
  },
  'collection-delete-answers-the-list': {
    document: 'it answers a Status',
    real: 'it answers the list of what was there',
    questions: ['delete-collection.answer'],
    failing: ['delete-collection/answers-a-status'],
  },
  'grace-is-shared-by-pods': {
    document: 'a collection delete removes what matches',
    real: 'the grace that the first pod gets is that of all others',
    questions: ['delete-collection.grace'],
  },
  'no-collection-delete-of-services': {
    document: 'not tabulated',
    real: '405 for services and namespaces',
    questions: ['operations.untabulated'],
  },
  'no-policy-in-the-query': {
    document: 'propagationPolicy is a query parameter',
    real: 'any value answers 400',
    questions: ['delete.query-options'],
    failing: ['delete/each-option-works-in-the-query'],
  },
  'query-is-not-read-beside-a-body': {
    document: 'options in query and body',
    real: 'where there is a body the query is not read',
    questions: ['delete.query-options'],
    failing: ['delete/both-propagation-options-are-refused', 'delete/zero-grace-ends-a-longer-one'],
  },
  'delete-options-are-optional': {
    document: 'the body is required',
    real: 'it is not',
    questions: ['delete.without-body'],
  },
  'both-policies-answer-422': {
    document: 'disallowed, no code is given',
    real: '422, of a field that is called "[]"',
    questions: ['delete.refused-field'],
  },
  'services-read-no-options': {
    document: 'options hold for every delete',
    real: 'a delete of a Service does not read them',
    questions: ['delete.options'],
    failing: ['media-types/yaml-delete-options-are-read', 'validation/grace-period-is-an-integer'],
  },
  'sixty-four-bits': {
    document: 'gracePeriodSeconds and timeoutSeconds are int32',
    real: 'longer ones are used',
    questions: ['parameters.int32'],
  },
  'request-types': {
    document: 'any content type',
    real: 'JSON where none is named; others than JSON, YAML and protobuf answer 415',
    questions: ['media-types.other-request-types'],
  },
  'null-is-empty': {
    document: 'silent',
    real: 'a body that is null is read as an object without members, which is refused by 422',
    questions: ['media-types.null-bodies'],
  },
  'repeated-members-merge': {
    document: 'silent',
    real: 'a map that a JSON body names twice is that of both',
    questions: ['media-types.repeated-members'],
  },
  'lenient-json-types': {
    document: 'silent',
    real: 'an integer in quotes, a list for an object and an object for a list are read',
    questions: ['media-types.json-types'],
    failing: ['validation/illegal-values-are-refused-everywhere'],
  },
  'long-integers': {
    document: 'silent',
    real: 'an integer beyond 2^53 is stored to the digit',
    unasked:
      'the reference server has the numbers of JavaScript and refuses such an integer rather than change it. To keep it, every body would need another reader and writer than those of JavaScript (Node 20 cannot write such a number as JSON), for seconds and ids that no cluster has',
  },
  'broken-text': {
    document: 'silent',
    real: 'bytes that are no UTF-8 are stored, half of a surrogate pair answers 400',
    questions: ['media-types.broken-text'],
  },
  'yaml-as-parsed': {
    document: 'silent',
    real: 'of two members of one name the last counts, !!binary is a text, and a YAML body without a document is read as null',
    questions: ['media-types.yaml-forms'],
  },
  'yaml-fails-at-control-characters': {
    document: 'every answer in YAML',
    real: 'of an object with U+007F, U+009F or U+FFFE the answer is HTTP 200 and a Status of code 500',
    questions: ['media-types.yaml-control-characters'],
    failing: ['media-types/yaml-shows-control-characters'],
  },
  'empty-values-of-secrets': {
    document: 'silent',
    real: 'an empty value of a Secret comes back as null, one of stringData after the next write',
    questions: ['secret.empty-values'],
    failing: ['create/empty-values-of-secrets-are-kept'],
  },
  'writes-without-time': {
    document: 'silent',
    real: 'a write with ?timeout=0s answers 504, and may have been carried out',
    questions: ['parameters.timeout'],
  },
  'scale-fills-nothing-in': {
    document: 'silent',
    real: 'a write of the Scale under apps leaves the defaults of a Deployment unset that was made under extensions',
    questions: ['deployment.extensions-defaults'],
  },
  'words-that-are-booleans': {
    document: 'silent',
    real: 'YAML is that of 1.1: y, yes, on, n, no and off are booleans, and name the members true and false',
    questions: ['media-types.yaml-booleans'],
  },
  'no-yaml-watch': { document: 'YAML everywhere', real: '406', questions: ['watch.yaml'] },
  'stream-type-is-plain': {
    document: 'streams are application/json;stream=watch',
    real: 'application/json',
    questions: ['watch.json-type'],
  },
  'watch-begins-with-a-snapshot': {
    document: 'from the beginning of history',
    real: 'one ADDED for each object that exists, in any order',
    questions: ['watch.without-version'],
  },
  'watch-needs-no-version': {
    document: 'watch needs resourceVersion',
    real: 'it does not',
    questions: ['watch.needs-version'],
  },
  'any-text-is-true': {
    document: 'boolean parameters',
    real: 'any text but false and 0 is true',
    questions: ['parameters.booleans'],
  },
  'versions-of-other-kinds-time-out': {
    document: 'at least as fresh as that version',
    real: 'a version that no object of the kind has reached answers 504 after three seconds',
    questions: ['list.foreign-version'],
  },
  'old-versions-are-gone': {
    document: 'silent',
    real: 'a watch from a version that is no longer kept, older than the last 100 changes of most kinds, tells one ERROR of code 410 and ends',
    questions: ['watch.expired-version', 'watch.window'],
  },
  'lists-take-their-time': {
    document: 'timeoutSeconds limits list and watch calls',
    real: 'lists and watches over WebSocket ignore it',
    questions: ['list.timeout', 'watch.websocket-timeout'],
  },
  'exported-status': {
    document: 'export drops what a user cannot specify',
    real: 'the status is reset to what a create makes it, and emptied for nodes, volumes and claims; selfLink and generation stay',
    questions: ['get.export-status'],
  },
  'pretty-for-browsers': {
    document: 'pretty if pretty=true',
    real: 'pretty for some User-Agents without being asked',
    questions: ['parameters.pretty'],
  },
  'rollback-keeps-the-generation': {
    document: 'generation increases as the spec changes',
    real: 'a rollback sets spec.rollbackTo and leaves the generation',
    questions: ['rollback.generation'],
  },
  'rollback-status': {
    document: 'not shown',
    real: 'a Status that says Failure with code 200',
    questions: ['rollback.answer'],
  },
  'names-in-bodies': {
    document: 'not shown',
    real: 'a rollback and an eviction act on the object that the body names',
    questions: ['rollback.object'],
  },
  'scale-needs-a-namespace': {
    document: 'not shown',
    real: 'a PUT without metadata.namespace answers 422',
    questions: ['scale.namespace'],
  },
  'status-writes-take-metadata': {
    document: 'only status',
    real: 'labels, annotations and finalizers too, but for labels of Deployments',
    questions: ['status.metadata'],
  },
  'self-links-of-parts': {
    document: 'selfLink is the path of the object',
    real: 'what /status and /finalize answer has the path that was asked for',
    questions: ['status.self-link'],
  },
  'specs-of-nodes': {
    document: 'not shown',
    real: 'of the spec of a Node only unschedulable, taints and, once, podCIDR can be changed',
    questions: ['node.spec'],
  },
  'status-of-nodes': {
    document: 'only /status changes status',
    real: 'a create of a Node keeps it',
    unasked: NOT_OF_THE_SURFACE,
  },
  'error-codes-of-patches': {
    document: 'silent',
    real: '500 without a reason for patches that cannot be read or applied',
    questions: ['errors.bad-input-status'],
    failing: ['validation/bad-input-is-never-a-server-error'],
  },
  'uids-that-are-refused': {
    document: 'silent',
    real: 'a PATCH that names another uid answers 422, a PUT 409, and 422 for a Service',
    questions: ['update.other-uid'],
  },
  'one-group-in-errors': {
    document: 'silent',
    real: 'errors about a Deployment name the group extensions, and apps where they name its kind, on either path',
    questions: ['errors.groups'],
  },
  'error-bodies': {
    document: 'silent',
    real: 'a Status with reason and code, but text for groups that are not served, and with 500 for /api/v1/watch alone; 405 and an unknown path below a group have empty details',
    questions: ['errors.body'],
  },
  'field-selectors-by-kind': {
    document: 'field selectors restrict a list',
    real: 'ReplicaSets take none, and no watch of a single object does',
    questions: ['selectors.field-names', 'watch.field-selector-on-name'],
    failing: [
      'selectors/field-selector-by-name-selects-exactly',
      'watch/field-selector-restricts',
      'list/takes-every-parameter-of-its-set',
      'watch/takes-every-parameter-of-its-set',
      'delete-collection/takes-the-list-parameters',
      'selectors/field-selector-by-namespace-selects-exactly',
      'selectors/label-and-field-selectors-both-restrict',
    ],
  },
  'ended-objects-show-their-last-version': {
    document: 'silent',
    real: 'a PUT or PATCH that takes the last finalizer of an object, and the delete that ends a pod, answer the version before the removal',
    questions: ['update.ended-version'],
  },
  'removals-carry-the-last-version': {
    document: 'silent',
    real: 'DELETED carries the version that the object last had, but for Events',
    questions: ['watch.removal-version'],
  },
  'lists-come-whole': {
    document: 'silent',
    real: 'limit and continue are ignored, as every parameter is that it does not know',
    questions: ['list.pages'],
  },
  'application-ranges-are-refused': {
    document: 'silent',
    real: 'an Accept of application/* alone answers 406',
    questions: ['media-types.ranges'],
  },
  'names-of-media-types': {
    document: 'silent',
    real: 'Accept, and the Content-Type of a PATCH, know media types by their names to the letter; YAML has no other name',
    questions: ['media-types.names'],
  },
  'version-is-json': {
    document: 'silent',
    real: '/version is JSON alone, 406 for who accepts others',
    questions: ['media-types.version'],
  },
  'bodies-of-media-type-refusals': {
    document: 'silent',
    real: '406 answers indented JSON without kind and apiVersion, or a Status without a reason; 415 of a PATCH has no reason',
    questions: ['media-types.refusals'],
  },
  'no-compression': { document: 'silent', real: 'no answer is compressed', questions: ['media-types.compression'] },
  'json-without-markup': {
    document: 'silent',
    real: '<, > and & are written by their numbers in JSON, and so are line and paragraph separators',
    questions: ['media-types.json-escapes'],
  },
  'tables-are-alpha': {
    document: 'silent',
    real: 'tables and bare metadata exist as v1alpha1; the first clause of Accept whose type is known decides, so another version there is 406, whatever follows',
    questions: ['media-types.renderings'],
  },
  'no-dry-runs': { document: 'silent', real: 'dryRun is ignored', questions: ['parameters.dry-run'] },
  'no-later-groups': {
    document: 'silent',
    real: 'apps/v1, batch/v1beta1, /openapi/v2 and /openapi/v3 are not there',
    questions: ['operations.later-releases'],
  },
  'discovery-of-that-era': {
    document: 'silent',
    real: 'discovery lists what connects with containers and nodes, without verbs, and bindings; lists of the core group and of extensions have no apiVersion, groups no addresses',
    questions: ['discovery.form', 'operations.untabulated'],
  },
  'unread-versions': {
    document: 'silent',
    real: '500 without a reason for a resourceVersion that is no number, for a create that names one, and for delete options that cannot be read',
    questions: ['errors.bad-input-status'],
  },
  'names-are-dns': { document: 'not shown', real: 'names are DNS labels or subdomains', questions: ['names.form'] },
  'no-op-keeps-the-version': {
    document: 'silent',
    real: 'a PUT that changes nothing keeps the version, but for the first that sends back a selfLink',
    questions: ['replace.no-op'],
  },
  'names-of-event-types': {
    document: 'not shown',
    real: 'MODIFIED and DELETED',
    questions: ['watch.change-types'],
  },
  'json-patch-tests-text': {
    document: 'silent',
    real: 'a JSON patch whose `test` fails, by its text, or whose operation cannot be carried out, answers 500',
    questions: ['errors.bad-input-status'],
    failing: ['validation/bad-input-is-never-a-server-error'],
    failingByChance: ['patch/well-formed-patch-is-accepted'],
  },
  'no-merge-directive': {
    document: 'silent',
    real: '`$patch: merge` in a strategic merge patch answers 500, as every directive but replace and delete',
    questions: ['patch.merge-directive', 'errors.bad-input-status'],
  },
  'paths-of-the-process': {
    document: 'silent',
    real: '/metrics, /logs/, /ui and the older description at /swaggerapi are served',
    unasked: 'they are about the process and not the API: the reference server answers 404',
  },
  'crashing-patches': {
    document: 'JSON patches',
    real: 'a `test` for null of what is there, and an index beyond a list, end the process',
    unasked: 'no rule sends them: a target that is gone tells nothing more',
  },
});

function differences(byId: Readonly<Record<string, Omit<RealDifference, 'id'>>>): readonly RealDifference[] {
  return Object.entries(byId).map(([id, difference]) => ({ id, ...difference }));
}
