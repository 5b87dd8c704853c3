import { MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { failureStatus, isObject, jsonResponse, metadataOf, objectAt, succeeded, successStatus } from '../../bend.ts';
import type { FaultyRequest, Fault, Hooks } from '../../fault.ts';
import { storedOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { isOne, ofKind } from '../../requests.ts';
import { asking, refusing } from '../../ways.ts';
import { asksToOrphan, collect, collectingOrphans, dependantsOf } from './dependants.ts';
import { removeNow } from './remove-now.ts';

const OPTION_NAMES = ['gracePeriodSeconds', 'orphanDependents', 'propagationPolicy'] as const;

/** Whether the body of a delete sets an option. */
function hasInBody(request: FaultyRequest, option: string): boolean {
  return isObject(request.json) && Object.hasOwn(request.json, option);
}

/** A delete of a Pod that wants no time, and whose options name none, gives it the usual time. */
function grantingTheUsualTime(): Hooks {
  return {
    request: async (request, upstream) => {
      const { json, query, raw } = request;
      const saysGrace = query.has('gracePeriodSeconds') || hasInBody(request, 'gracePeriodSeconds');
      if (!ofKind('Pod', 'delete')(request) || saysGrace || (raw.length > 0 && !isObject(json))) return;
      const spec = objectAt(await storedOf(request, upstream), 'spec');
      if (spec?.['terminationGracePeriodSeconds'] !== 0) return;
      const options = isObject(json) ? json : { kind: 'DeleteOptions', apiVersion: 'v1' };
      request.json = { ...options, gracePeriodSeconds: 30 };
    },
  };
}

/** The collection of the Secrets of a namespace. */
const SECRETS = ['/api/v1/namespaces/NS/secrets'];

/** Delete options and finalizers that are ignored or refused. */
export const OPTIONS: readonly Fault[] = faults({
  'finalizers-ignored': {
    summary: 'a delete removes an object that a finalizer should hold',
    caughtBy: 'delete/finalizer-holds-the-object',
    seenIn: 'kubernetes-sigs/controller-runtime#1399',
    hooks: () => ({
      request: async (request, upstream) => {
        if (isOne(request, 'delete'))
          await upstream.send('PATCH', request.path, { metadata: { finalizers: null } }, MERGE_PATCH_TYPE);
      },
    }),
  },
  'options-in-the-body-of-a-delete-refused': {
    summary: 'a delete with propagationPolicy in its body is refused',
    caughtBy: 'delete/each-option-works-in-the-body',
    hooks: refusing(
      (request) => isOne(request, 'delete') && hasInBody(request, 'propagationPolicy'),
      400,
      'BadRequest',
    ),
  },
  'options-in-the-query-of-a-delete-refused': {
    summary: 'a delete with orphanDependents or propagationPolicy in its query is refused',
    caughtBy: 'delete/each-option-works-in-the-query',
    seenIn: 'kubernetes/kubernetes#43329',
    hooks: refusing(
      (request) =>
        isOne(request, 'delete') && (request.query.has('orphanDependents') || request.query.has('propagationPolicy')),
      400,
      'BadRequest',
    ),
  },
  'foreground-delete-removes-nothing': {
    summary: 'a delete with propagationPolicy Foreground returns Success and the object stays as it is',
    caughtBy: 'delete/each-option-works-in-the-body',
    seenIn: 'kubernetes-sigs/controller-runtime#1528',
    hooks: () => ({
      request: (request) =>
        isOne(request, 'delete') && isObject(request.json) && request.json['propagationPolicy'] === 'Foreground'
          ? jsonResponse(200, successStatus())
          : undefined,
    }),
  },
  'delete-options-ignored': {
    summary: 'a delete ignores its options, so dependants that should be orphaned are collected',
    caughtBy: 'delete/orphan-keeps-dependants',
    seenIn: 'kubernetes/client-go#693',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isOne(request, 'delete')) return;
        for (const option of OPTION_NAMES.slice(1)) {
          request.query.delete(option);
          if (isObject(request.json)) delete request.json[option];
        }
        await collect(request, upstream);
      },
    }),
  },
  'grace-period-in-the-query-hides-the-body': {
    summary:
      'a delete with gracePeriodSeconds in its query ignores its body, so dependants that should be orphaned are collected',
    caughtBy: 'delete/orphan-keeps-dependants',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isOne(request, 'delete') || !request.query.has('gracePeriodSeconds') || !isObject(request.json)) return;
        request.json = {};
        await collect(request, upstream);
      },
    }),
  },
  'orphan-policy-ignored': {
    summary: 'propagationPolicy Orphan is ignored, so dependants are collected; orphanDependents works',
    caughtBy: 'delete/orphan-keeps-dependants',
    seenIn: 'fabric8io/kubernetes-client#3266',
    hooks: collectingOrphans(0),
  },
  'orphan-finalizer-ignored': {
    summary: 'a delete without options collects the dependants of an object that has the orphan finalizer',
    caughtBy: 'delete/orphan-keeps-dependants',
    hooks: () => ({
      request: async (request, upstream) => {
        const setsPolicy = OPTION_NAMES.slice(1).some(
          (option) => hasInBody(request, option) || request.query.has(option),
        );
        if (!isOne(request, 'delete') || setsPolicy) return;
        const { finalizers } = metadataOf((await upstream.send('GET', request.path)).json);
        if (Array.isArray(finalizers) && finalizers.includes('orphan')) await collect(request, upstream);
      },
    }),
  },
  'only-the-first-dependant-is-orphaned': {
    summary: 'a delete with propagationPolicy Orphan keeps the first dependant and collects the others',
    caughtBy: 'delete/orphan-keeps-dependants',
    hooks: collectingOrphans(1),
  },
  'orphaning-drops-all-owners': {
    summary:
      'a delete with propagationPolicy Orphan removes all ownerReferences of the dependants, those of other owners too',
    caughtBy: 'delete/orphan-keeps-dependants',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isOne(request, 'delete') || !isObject(request.json) || request.json['propagationPolicy'] !== 'Orphan')
          return;
        for (const path of await dependantsOf(request, upstream))
          await upstream.send('PATCH', path, { metadata: { ownerReferences: null } }, MERGE_PATCH_TYPE);
      },
    }),
  },
  // Parameter set D, propagationPolicy: "whether and how garbage collection runs" - for dependants of every kind.
  'dependent-secrets-are-not-orphaned': {
    summary: 'a delete that orphans the dependants of an object removes those that are Secrets all the same',
    caughtBy: 'delete/each-option-works-in-the-query',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isOne(request, 'delete') || !asksToOrphan(request)) return;
        for (const path of await dependantsOf(request, upstream, SECRETS)) await removeNow(path, upstream);
      },
    }),
  },
  // PodSpec, terminationGracePeriodSeconds: "0 means delete immediately; default 30".
  'delete-grants-thirty-seconds-to-a-pod-of-zero': {
    summary: 'a delete without grace period grants 30 s to a Pod on a node whose terminationGracePeriodSeconds is 0',
    caughtBy: 'delete/grace-of-zero-in-the-spec-ends-at-once',
    hooks: grantingTheUsualTime,
  },
  // Parameter set D, gracePeriodSeconds: "integer int32, non-negative, 0 means immediately", a query parameter.
  'grace-period-in-the-query-ignored': {
    summary: 'a delete of a Pod ignores gracePeriodSeconds in its query, so a pod on a node stays for its own period',
    caughtBy: 'delete/zero-grace-ends-a-longer-one',
    hooks: asking(ofKind('Pod', 'delete'), ({ query }) => {
      if (/^\d+$/.test(query.get('gracePeriodSeconds') ?? '')) query.delete('gracePeriodSeconds');
    }),
  },
  'deleted-name-stays-taken-a-while': {
    summary: 'the first create under a name that was deleted is refused',
    caughtBy: 'delete/frees-the-name',
    hooks: () => {
      const gone = new Set<string>();
      return {
        request: (request) => {
          const name = `${request.path.replace(/\/$/, '')}/${String(metadataOf(request.json)['name'])}`;
          return isOne(request, 'create') && gone.delete(name)
            ? jsonResponse(409, failureStatus(409, 'AlreadyExists', 'object is being deleted'))
            : undefined;
        },
        response: (response, request) => {
          if (isOne(request, 'delete') && succeeded(response)) gone.add(request.path);
        },
      };
    },
  },
});
