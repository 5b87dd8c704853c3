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

const NOT_OF_THE_SURFACE = 'no operation of the surface is concerned, so rules never send it';

/**
 * Every measured difference between the document and kube-apiserver 1.7.5. Each names its question, or says why it
 * needs none.
 */
export const REAL_DIFFERENCES: readonly RealDifference[] = differences({
  'put-without-version-overwrites': {
    document: 'a PUT is protected by an optimistic lock',
    real: 'a PUT whose version is absent or 0 overwrites',
    questions: ['replace.without-version'],
  },
  'services-insist-on-a-version': {
    document: 'no exception for any kind',
    real: 'a PUT of a Service without a version gets 422',
    questions: ['replace.without-version'],
  },
  'lone-put-conflicts': {
    document: 'a PUT fails if the object changed',
    real: 'about one in a hundred PUTs of a lone client gets 409, because the server compares with a lagging cache',
    questions: ['replace.lone-writer'],
    failing: ['replace/current-version-succeeds'],
    failingByChance: ['status/current-version-succeeds', 'concurrency/writers-of-different-objects-do-not-meet'],
  },
  'stale-patch-is-refused': {
    document: 'PATCH never fails on a lock',
    real: 'a PATCH that names another version than the current one gets 409',
    questions: ['patch.stale-version'],
    failing: ['patch/stale-version-is-no-condition'],
  },
  'patches-of-one-field-conflict': {
    document: 'the last write wins',
    real: 'about three in a hundred PATCHes of one field get 409, even if only one client writes',
    questions: ['patch.concurrent'],
    failing: ['patch/is-never-refused-for-a-lock'],
    failingByChance: ['media-types/patch-may-say-its-charset', 'patch/last-write-wins'],
  },
  'restored-state-is-lost': {
    document: 'Replace replaces the spec',
    real: 'of the writes A, B, A in quick succession, the last can get 200 and not be stored',
    questions: ['replace.quick-succession'],
    failing: ['world/replaced-version-never-comes-back'],
    failingByChance: ['status/stale-version-is-refused', 'concurrency/answers-fit-one-order'],
  },
  'nulls-in-new-maps': {
    document: 'a strategic merge patch changes the fields that it names',
    real: 'null inside a new map becomes an empty value',
    questions: ['patch.null-in-new-map'],
  },
  'json-patch-has-no-copy': {
    document: 'JSON patches',
    real: 'copy and operations on the whole object are unknown (500); replace adds an absent member',
    questions: ['patch.json-operations'],
    failing: ['patch/impossible-operation-is-refused', 'patch/json-patch-follows-rfc-6902'],
  },
  'lax-json-pointers': {
    document: 'JSON patches',
    real: 'text before the first slash of a path is ignored, an index can be 00 or +1, and add needs no value',
    questions: ['patch.json-pointers'],
  },
  'null-patches': {
    document: 'silent',
    real: 'the strategic merge or JSON patch null changes nothing and gets 200',
    questions: ['patch.null-bodies'],
  },
  'patches-keep-the-version': {
    document: 'silent',
    real: 'a merge or JSON patch that removes apiVersion gets 400',
    questions: ['patch.removed-api-version'],
  },
  'merged-lists-have-an-order': {
    document: 'merged lists do not preserve order',
    real: 'elements of the patch have its order; each other element stays before the first element of the patch that stood after it',
    questions: ['patch.merged-list-order'],
  },
  'workloads-linger-for-a-collector': {
    document: 'a delete removes the object',
    real: 'a workload that is deleted without options keeps a finalizer until a garbage collector removes it',
    questions: ['delete.lingering'],
  },
  'uid-preconditions-are-heeded': {
    document: 'silent',
    real: 'a delete whose preconditions name another uid gets 409, except for Services, whose deletes ignore all options',
    questions: ['delete.preconditions'],
  },
  'namespaces-are-deleted-twice': {
    document: 'silent',
    real: 'a namespace whose spec has lost its finalizers is gone only after another delete',
    questions: ['delete.emptied-namespaces'],
  },
  'absent-names-have-no-version': {
    document: 'a list carries a resourceVersion',
    real: 'a list with a field selector on the name of an absent object has none',
    questions: ['list.absent-name'],
    failing: ['list/carries-list-metadata'],
  },
  'odd-selectors': {
    document: 'silent',
    real: 'n>-1, n in (a,,) (by its source), and spaces around the field of a field selector, get 400; the field selector "=" selects everything',
    questions: ['selectors.odd-forms'],
  },
  'methods-of-groups': { document: 'GET', real: '/apis accepts any method', questions: ['discovery.methods'] },
  'empty-segments': {
    document: 'silent',
    real: 'a list with an empty namespace is of all namespaces, and slashes at the end do not count',
    questions: ['paths.empty-segments'],
  },
  'missing-namespaces-are-empty': {
    document: 'List returns the objects of a namespace',
    real: 'a list or a collection delete in a missing namespace gets 200 without items',
    questions: ['list.missing-namespace'],
  },
  'kind-changes-by-patch': {
    document: 'kind cannot be updated',
    real: 'a strategic merge patch that names another kind is applied without it; the other patches get 500',
    questions: ['resources.kind-change', 'errors.bad-input-status'],
  },
  'a-secret-among-config-maps': {
    document: 'the kind may be inferred from the path',
    real: 'a Secret without data that is sent to config maps is stored as a ConfigMap; any other foreign kind is refused',
    questions: ['resources.foreign-kind'],
  },
  'sibling-version-is-refused': {
    document: 'recognised versions are converted',
    real: 'an apps/v1beta1 Deployment that is sent to extensions/v1beta1 gets 400',
    questions: ['resources.sibling-api-version', 'resources.unknown-api-version'],
  },
  'items-have-no-types': {
    document: 'every resource carries apiVersion and kind',
    real: 'items of lists carry neither',
    questions: ['list.item-types'],
  },
  'generation-grows-by-annotations': {
    document: 'generation increases as the spec changes',
    real: 'changes of its annotations increase that of a Deployment too; many kinds have none, or keep the number that the client sent',
    questions: ['generation.increases'],
  },
  'no-revision-annotation': {
    document: 'Deployments carry a revision annotation',
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
    real: 'a tty without stdin is accepted',
    questions: ['container.tty'],
    failing: [
      'validation/tty-needs-stdin',
      'validation/illegal-values-are-refused-everywhere',
      'media-types/yaml-refuses-what-json-does',
    ],
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
    real: 'a delete with a negative one removes the object at once',
    questions: ['delete.negative-grace'],
    failing: ['validation/negative-grace-periods-are-refused'],
  },
  'host-ports-are-filled-in': {
    document: 'on the host network, ports must be specified',
    real: 'a port without a hostPort gets its containerPort',
    questions: ['pod.host-network-ports'],
  },
  'templates-of-stateful-sets': {
    document: 'a pod has at least one container',
    real: 'the template of a StatefulSet is not validated',
    unasked: NOT_OF_THE_SURFACE,
  },
  'other-kinds-are-validated': {
    document: 'silent',
    real: 'stateful sets, replication controllers, endpoints, volumes and their claims, quotas, limit ranges, pod templates and controller revisions are validated',
    questions: ['resources.other-kinds'],
  },
  'restart-count-has-no-cap': {
    document: 'restartCount is capped at 5',
    real: 'a higher one is stored',
    questions: ['container-status.restart-count'],
  },
  'empty-security-context': {
    document: 'empty resources and securityContext are echoed',
    real: 'empty resources are shown in containers, an empty securityContext in the pod alone',
    questions: ['container.empty-security-context'],
  },
  'empty-size-limit': {
    document: 'silent',
    real: 'an emptyDir that names no size limit is shown with "0"',
    unasked: 'a server can always fill in members that nobody sent: rules compare the members that were sent',
  },
  'init-containers-by-annotation': {
    document: 'Replace and Patch apply the change',
    real: 'if a write sends back the annotations that the server added, they override spec.initContainers',
    questions: ['pod.init-containers'],
    failing: [
      'patch/lists-are-merged-by-their-keys',
      'validation/full-objects-are-stored',
      'validation/legal-values-are-accepted',
      'validation/no-member-of-a-container-changes',
      'patch/merge-patch-follows-rfc-7386',
      'replace/replaces-the-whole-object',
      'patch/generation-grows-with-the-spec',
      'replace/generation-grows-with-the-spec',
    ],
  },
  'legacy-deployment-defaults': {
    document: 'maxSurge 25%, maxUnavailable 25%, history limit 2, deadline 600',
    real: 'a Deployment that is created under extensions/v1beta1 gets 1, 1, no limit and no deadline',
    questions: ['deployment.extensions-defaults'],
    failing: [
      'create/max-surge-has-its-default',
      'create/max-unavailable-has-its-default',
      'create/progress-deadline-has-its-default',
      'create/revision-history-limit-has-its-default',
      'replace/what-a-put-lacks-has-its-default',
    ],
    // A patch that removes such a member gets that default too, if chance sends one.
    failingByChance: ['patch/strategic-merge-follows-merge-keys'],
  },
  'rolling-update-beside-recreate': {
    document: 'rollingUpdate is for RollingUpdate only',
    real: 'a Deployment with both gets 422; under apps/v1beta1 400 if rollingUpdate lacks a member',
    questions: ['deployment.shares-beside-recreate'],
  },
  'create-answers-201': {
    document: 'every success is 200',
    real: 'a create returns 201',
    questions: ['create.status'],
    failing: ['create/success-has-the-stated-status'],
  },
  'put-creates-events': {
    document: 'silent',
    real: 'a PUT of an absent Event creates it and gets 201, even with a version; with a uid it gets 409',
    questions: ['replace.absent-object'],
  },
  'delete-answers-202': {
    document: 'every success is 200',
    real: 'a delete that does not orphan, and leaves the object waiting for finalizers, gets 202',
    questions: ['delete.http-status'],
  },
  'log-answers-204': {
    document: 'every success is 200',
    real: 'the log of a pod on no host returns 204',
    questions: ['pod.streams'],
  },
  'status-has-no-code': {
    document: 'a delete returns a Status with code 200',
    real: 'the Status has no code; that of a Service has no details either',
    questions: ['delete.answer'],
    failing: ['delete/answers-a-status-of-success'],
  },
  'delete-answers-the-object': {
    document: 'a delete returns a Status',
    real: 'a delete of a pod or a namespace, or one that leaves its object terminating, returns the object',
    questions: ['delete.answer'],
  },
  'collection-delete-answers-the-list': {
    document: 'a collection delete returns a Status',
    real: 'a collection delete returns the list of the deleted objects',
    questions: ['delete-collection.answer'],
    failing: ['delete-collection/answers-a-status'],
  },
  'grace-is-shared-by-pods': {
    document: 'a collection delete removes the matching objects',
    real: 'all pods get the grace period of the first one',
    questions: ['delete-collection.grace'],
  },
  'no-collection-delete-of-services': {
    document: 'not tabulated',
    real: 'a collection delete of services or namespaces gets 405',
    questions: ['operations.untabulated'],
  },
  'no-policy-in-the-query': {
    document: 'propagationPolicy is a query parameter',
    real: 'propagationPolicy in the query of a delete without a body gets 400, whatever its value, for every kind but services, also for an absent object',
    questions: ['delete.query-options'],
    failing: ['delete/each-option-works-in-the-query'],
  },
  'query-is-not-read-beside-a-body': {
    document: 'options in the query and in the body',
    real: 'a delete with a body ignores the options in its query',
    questions: ['delete.query-options'],
    failing: [
      'delete/both-propagation-options-are-refused',
      'delete/orphan-dependents-false-removes-the-orphan-finalizer',
      'delete/zero-grace-ends-a-longer-one',
    ],
  },
  'delete-options-are-optional': {
    document: 'a delete requires a body',
    real: 'a delete without a body works',
    questions: ['delete.without-body'],
  },
  'both-policies-answer-422': {
    document: 'orphanDependents beside propagationPolicy is not allowed',
    real: 'both get 422, for a field named "[]"',
    questions: ['delete.refused-field'],
  },
  'services-read-no-options': {
    document: 'every delete has options',
    real: 'a delete of a Service reads none; one of a namespace obeys preconditions alone',
    questions: ['delete.options'],
    failing: ['media-types/yaml-delete-options-are-read', 'validation/grace-period-is-an-integer'],
  },
  'sixty-four-bits': {
    document: 'gracePeriodSeconds and timeoutSeconds are int32',
    real: 'greater ones are used',
    questions: ['parameters.int32'],
  },
  'request-types': {
    document: 'any content type for ordinary bodies',
    real: 'a body without a type is JSON; types other than JSON, YAML and protobuf get 415',
    questions: ['media-types.other-request-types'],
  },
  'null-is-empty': {
    document: 'silent',
    real: 'the body null is read as an object without members, and gets 422',
    questions: ['media-types.null-bodies'],
  },
  'repeated-members-merge': {
    document: 'silent',
    real: 'an object that a JSON body has twice is merged',
    questions: ['media-types.repeated-members'],
  },
  'lenient-json-types': {
    document: 'silent',
    real: 'an integer in quotes, a list instead of an object and an object instead of a list are read',
    questions: ['media-types.json-types'],
    failing: ['validation/illegal-values-are-refused-everywhere'],
  },
  'long-integers': {
    document: 'silent',
    real: 'an integer beyond 2^53 is stored with every digit',
    unasked:
      'deliberate: JavaScript has no such number, so the reference server refuses the request with 400 instead of storing another number. To keep the digits, bodies would need another JSON reader and writer, for seconds and ids that no cluster has',
  },
  'broken-text': {
    document: 'silent',
    real: 'bytes that are no UTF-8 are stored as replacement characters; half of a surrogate pair gets 400 in a body (by its source: 500 in a merge or JSON patch, and a replacement character in a strategic merge patch)',
    questions: ['media-types.broken-text'],
  },
  'yaml-as-parsed': {
    document: 'silent',
    real: 'of two members of one name the last counts, !!binary becomes its text, and a YAML body without a document is read as null',
    questions: ['media-types.yaml-forms'],
  },
  'yaml-fails-at-control-characters': {
    document: 'every endpoint produces YAML',
    real: 'a read of an object with U+007F, U+009F or U+FFFE gets HTTP 200 and a Status of code 500',
    questions: ['media-types.yaml-control-characters'],
    failing: ['media-types/yaml-shows-control-characters'],
  },
  'empty-values-of-secrets': {
    document: 'silent',
    real: 'an empty value of a Secret is shown as null, one of stringData after the next write',
    questions: ['secret.empty-values'],
    failing: ['create/empty-values-of-secrets-are-kept'],
  },
  'writes-without-time': {
    document: 'silent',
    real: 'a write with ?timeout=0s gets 504, and may have been carried out',
    questions: ['parameters.timeout'],
  },
  'scale-fills-nothing-in': {
    document: 'silent',
    real: 'a write of the Scale under apps does not fill in the defaults that a Deployment created under extensions lacks',
    questions: ['deployment.extensions-defaults'],
  },
  'words-that-are-booleans': {
    document: 'silent',
    real: 'YAML 1.1: y, yes, on, n, no and off are booleans; as names of members they become true and false',
    questions: ['media-types.yaml-booleans'],
  },
  'no-yaml-watch': {
    document: 'YAML everywhere',
    real: 'a watch that accepts only YAML gets 406',
    questions: ['watch.yaml'],
    failing: ['media-types/one-of-several-types-is-enough'],
  },
  'stream-type-is-plain': {
    document: 'streams are application/json;stream=watch',
    real: 'application/json',
    questions: ['watch.json-type'],
  },
  'watch-begins-with-a-snapshot': {
    document: 'from the beginning of history',
    real: 'one ADDED for each existing object, in any order',
    questions: ['watch.without-version'],
  },
  'watch-needs-no-version': {
    document: 'watch needs resourceVersion',
    real: 'a watch without resourceVersion works',
    questions: ['watch.needs-version'],
  },
  'any-text-is-true': {
    document: 'boolean parameters',
    real: 'any text except false and 0 is true',
    questions: ['parameters.booleans'],
  },
  'versions-of-other-kinds-time-out': {
    document: 'at least as fresh as that version',
    real: 'a list that names a version that no object of the kind has reached gets 504 after three seconds',
    questions: ['list.foreign-version'],
  },
  'old-versions-are-gone': {
    document: 'silent',
    real: 'a watch from a version before the last 100 changes of most kinds delivers one ERROR of code 410 and ends',
    questions: ['watch.expired-version', 'watch.window'],
  },
  'lists-take-their-time': {
    document: 'timeoutSeconds limits list and watch calls',
    real: 'lists and watches over WebSocket ignore it',
    questions: ['list.timeout', 'watch.websocket-timeout'],
  },
  'exported-status': {
    document: 'export drops what a user cannot specify',
    real: 'the status is reset to that of a new object, and emptied for nodes, volumes and claims; selfLink and generation stay',
    questions: ['get.export-status'],
  },
  'pretty-for-browsers': {
    document: 'indented if pretty=true',
    real: 'indented for some User-Agents without pretty=true',
    questions: ['parameters.pretty'],
  },
  'rollback-keeps-the-generation': {
    document: 'generation increases as the spec changes',
    real: 'a rollback sets spec.rollbackTo and leaves the generation as it is',
    questions: ['rollback.generation'],
  },
  'rollback-status': {
    document: 'not shown',
    real: 'a rollback returns a Status that says Failure, with code 200',
    questions: ['rollback.answer'],
  },
  'names-in-bodies': {
    document: 'not shown',
    real: 'a rollback and an eviction act on the object that the body names',
    questions: ['rollback.object'],
  },
  'scale-needs-a-namespace': {
    document: 'not shown',
    real: 'a PUT of a Scale without metadata.namespace gets 422',
    questions: ['scale.namespace'],
  },
  'status-writes-take-metadata': {
    document: 'a /status path changes only the status',
    real: 'it changes labels, annotations and finalizers too, except the labels of Deployments',
    questions: ['status.metadata'],
  },
  'self-links-of-parts': {
    document: 'selfLink is the path of the object',
    real: 'the object in a response of /status or /finalize has the path of the request',
    questions: ['status.self-link'],
  },
  'specs-of-nodes': {
    document: 'not shown',
    real: 'in the spec of a Node only unschedulable, taints and, once, podCIDR can change',
    questions: ['node.spec'],
  },
  'status-of-nodes': {
    document: 'only /status changes the status',
    real: 'a create of a Node keeps the status that it sends',
    unasked: NOT_OF_THE_SURFACE,
  },
  'error-codes-of-patches': {
    document: 'silent',
    real: 'patches that cannot be read or applied get 500 without a reason',
    questions: ['errors.bad-input-status'],
    failing: ['validation/bad-input-is-never-a-server-error'],
  },
  'uids-that-are-refused': {
    document: 'silent',
    real: 'a PATCH that names another uid gets 422, a PUT 409, a PUT of a Service 422',
    questions: ['update.other-uid'],
  },
  'one-group-in-errors': {
    document: 'silent',
    real: 'on either path, errors about a Deployment give the group extensions, or apps if they give the kind',
    questions: ['errors.groups'],
  },
  'error-bodies': {
    document: 'silent',
    real: 'a Status with reason and code; text for groups that are not served; 500 for the bare path /api/v1/watch; empty details with 405 and for unknown paths below a group',
    questions: ['errors.body'],
  },
  'field-selectors-by-kind': {
    document: 'field selectors restrict a list',
    real: 'ReplicaSets accept none, and no watch of a single object does',
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
    real: 'a PUT or PATCH that removes the last finalizer of a terminating object, and the delete that ends a pod, return the last version before it',
    questions: ['update.ended-version'],
  },
  'removals-carry-the-last-version': {
    document: 'silent',
    real: 'DELETED carries the last version of the object, except for Events',
    questions: ['watch.removal-version'],
  },
  'lists-come-whole': {
    document: 'silent',
    real: 'limit and continue are ignored, as all unknown parameters',
    questions: ['list.pages'],
  },
  'application-ranges-are-refused': {
    document: 'silent',
    real: 'a request that accepts only application/* gets 406',
    questions: ['media-types.ranges'],
  },
  'names-of-media-types': {
    document: 'silent',
    real: 'Accept, and the Content-Type of a PATCH, must have the names of media types to the letter; YAML has no second name',
    questions: ['media-types.names'],
  },
  'version-is-json': {
    document: 'silent',
    real: '/version exists in JSON alone, with 406 for clients that accept only others',
    questions: ['media-types.version'],
  },
  'bodies-of-media-type-refusals': {
    document: 'silent',
    real: '406 has indented JSON without kind and apiVersion, or a Status without a reason; 415 for a PATCH has no reason',
    questions: ['media-types.refusals'],
  },
  'no-compression': { document: 'silent', real: 'no response is compressed', questions: ['media-types.compression'] },
  'json-without-markup': {
    document: 'silent',
    real: '<, >, &, and line and paragraph separators are numeric escapes in JSON',
    questions: ['media-types.json-escapes'],
  },
  'tables-are-alpha': {
    document: 'silent',
    real: 'tables and bare metadata exist as v1alpha1; the first part of Accept whose type is known decides, so another version there gets 406, whatever follows',
    questions: ['media-types.renderings'],
  },
  'no-dry-runs': { document: 'silent', real: 'dryRun is ignored', questions: ['parameters.dry-run'] },
  'no-later-groups': {
    document: 'silent',
    real: 'apps/v1, batch/v1beta1, /openapi/v2 and /openapi/v3 do not exist',
    questions: ['operations.later-releases'],
  },
  'discovery-of-that-era': {
    document: 'silent',
    real: 'discovery lists bindings, and without verbs the subresources that connect to containers and nodes; lists of the core group and of extensions have no apiVersion, groups no server addresses',
    questions: ['discovery.form', 'operations.untabulated'],
  },
  'unread-versions': {
    document: 'silent',
    real: 'a resourceVersion that is no number, a create with a resourceVersion, and unreadable delete options get 500 without a reason',
    questions: ['errors.bad-input-status'],
  },
  'names-are-dns': { document: 'not shown', real: 'names are DNS labels or subdomains', questions: ['names.form'] },
  'no-op-keeps-the-version': {
    document: 'silent',
    real: 'a PUT that changes nothing keeps the version, except the first that sends back a selfLink',
    questions: ['replace.no-op'],
  },
  'names-of-event-types': {
    document: 'not shown',
    real: 'MODIFIED and DELETED',
    questions: ['watch.change-types'],
  },
  'json-patch-tests-text': {
    document: 'silent',
    real: 'a JSON patch gets 500 if its `test`, which compares texts, fails or an operation cannot be carried out',
    questions: ['errors.bad-input-status'],
    failing: ['validation/bad-input-is-never-a-server-error'],
    failingByChance: ['patch/well-formed-patch-is-accepted'],
  },
  'no-merge-directive': {
    document: 'silent',
    real: '`$patch: merge` in a strategic merge patch gets 500, as every directive except replace and delete',
    questions: ['patch.merge-directive', 'errors.bad-input-status'],
  },
  'paths-of-the-process': {
    document: 'silent',
    real: '/metrics, /logs/, /ui and the older description at /swaggerapi are served',
    unasked: 'they concern the process and not the API: the reference server returns 404',
  },
  'crashing-patches': {
    document: 'JSON patches',
    real: 'a `test` of an existing member for null, and an index beyond the end of a list, crash the process',
    questions: ['patch.json-operations'],
    failing: ['patch/impossible-operation-is-refused'],
    failingByChance: ['world/keeps-answering'],
  },
});

function differences(byId: Readonly<Record<string, Omit<RealDifference, 'id'>>>): readonly RealDifference[] {
  return Object.entries(byId).map(([id, difference]) => ({ id, ...difference }));
}
