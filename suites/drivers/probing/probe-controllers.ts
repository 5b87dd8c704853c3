import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { operationFor, type Verb } from '../../../spec/surface/operations.ts';
import { resourceById, type ResourceId } from '../../../spec/surface/resources.ts';
import { minimalObject } from '../../oracle/objects/minimal-objects.ts';
import { at, isObject, type Json, type JsonObject, textAt } from '../../oracle/json.ts';
import { type Capabilities, type Capability, type ControllerName, controllerId } from '../../target/capabilities.ts';
import type { WatchStream } from '../../target/target.ts';
import { labelled } from '../cases/expand.ts';
import { Ledger } from '../removal/ledger.ts';
import { isMadeFor, isSameObject, madeObject, type MadeObject, OWN_LABEL } from './made-object.ts';
import type { CallStep, Program, Step } from '../../program/program.ts';
import type { FoundCapability, ProbeContext } from './probe-context.ts';
import { isSuccess, removeAll, send } from '../removal/removal.ts';

/** How long a controller gets to act, in milliseconds; each run on a target without controllers waits for it once. */
const ACTS_WITHIN_MS = 2_000;
/** How much longer it gets if another one has acted: then the target has controllers, and the machine may be busy. */
const LATER_BY_MS = 8_000;
/** How long a node gets to report on a pod that it was given. */
const REPORTS_WITHIN_MS = 10_000;

/** An object for a controller to act on, where to look for the effect, and how to recognise it. */
interface ProbeObject {
  readonly controller: ControllerName;
  readonly resource: ResourceId;
  readonly spec: JsonObject;
  /** Whether its spec needs a selector. */
  readonly selects?: true;
  /** The watched objects: the object itself, or objects of that kind with its labels. */
  readonly watched: { readonly resource: ResourceId; readonly verb: Extract<Verb, 'watch' | 'watchList'> };
  /**
   * Whether an object in a watch event proves that the controller acted. A server may ignore selectors and names, so
   * the object may be foreign.
   */
  readonly shows: (object: Json, made: MadeObject) => boolean;
}

const POD_SPEC: JsonObject = {
  containers: [{ name: 'c', image: 'registry.example:5000/app:1.0' }],
  terminationGracePeriodSeconds: 0,
};

const POD: ProbeObject = {
  controller: 'scheduler',
  resource: 'pods',
  spec: POD_SPEC,
  watched: { resource: 'pods', verb: 'watch' },
  shows: (pod, made) => isSameObject(pod, made) && (textAt(pod, 'spec', 'nodeName') ?? '') !== '',
};

const PROBE_OBJECTS: readonly ProbeObject[] = [
  {
    controller: 'deployments',
    resource: 'deployments.apps',
    spec: { replicas: 0, template: { spec: POD_SPEC } },
    selects: true,
    watched: { resource: 'replicasets.extensions', verb: 'watchList' },
    shows: (set, made) => isMadeFor(set, 'ReplicaSet', made),
  },
  {
    controller: 'jobs',
    resource: 'jobs.batch',
    spec: { template: { spec: { ...POD_SPEC, restartPolicy: 'Never' } } },
    watched: { resource: 'jobs.batch', verb: 'watch' },
    shows: (job, made) =>
      isSameObject(job, made) &&
      // A server without controllers may show null and 0 there.
      ((textAt(job, 'status', 'startTime') ?? '') !== '' || Number(at(job, 'status', 'active') ?? 0) > 0),
  },
  POD,
];

/** Scheduler and nodes act on one pod, one after the other. */
function probeObjectsFor(controllers: ReadonlySet<ControllerName>): readonly ProbeObject[] {
  return PROBE_OBJECTS.filter(
    (probe) => controllers.has(probe.controller) || (probe === POD && controllers.has('nodes')),
  );
}

/** The resource whose object shows whether that controller acts. */
export function probedResource(controller: ControllerName): ResourceId {
  return (PROBE_OBJECTS.find((probe) => probe.controller === controller) ?? POD).resource;
}

/** The requests of the search for these controllers, as a program; including the release of held objects. */
export function controllerProbe(controllers: ReadonlySet<ControllerName>): Program {
  return probeObjectsFor(controllers).flatMap(stepsOf);
}

function stepsOf({ controller, resource, watched }: ProbeObject): Step[] {
  const call = (verb: CallStep['verb'], extra: Partial<CallStep>): Step => ({
    do: 'call',
    verb,
    resource,
    namespace: 'ns1',
    ...extra,
  });
  const watch: Step = {
    do: 'watch',
    as: controller,
    via: 'path',
    verb: watched.verb,
    resource: watched.resource,
    namespace: 'ns1',
    name: 'a',
    ...(watched.verb === 'watch' ? {} : { query: { labelSelector: '' } }),
  };
  return [
    call('create', { body: {} }),
    watch,
    call('delete', { name: 'a' }),
    call('get', { name: 'a' }),
    call('patch', { name: 'a', body: {}, contentType: MERGE_PATCH_TYPE }),
  ];
}

/**
 * Creates an object for each of these controllers, all at the same time, and returns, under `controllerId`, whether
 * each acted. It waits longer only if there is a reason: for the other controllers if one has acted, and for the node's
 * report if a pod has a host.
 */
export async function probeControllers(
  context: ProbeContext,
  controllers: ReadonlySet<ControllerName>,
): Promise<Capabilities> {
  const acted = new Set<ControllerName>();
  const found = await Promise.all(probeObjectsFor(controllers).map((probe) => probeOne(probe, context, acted)));
  return Object.fromEntries(found.flat());
}

async function probeOne(
  probe: ProbeObject,
  context: ProbeContext,
  acted: Set<ControllerName>,
): Promise<FoundCapability[]> {
  const { target, recorder, run } = context;
  const name = `${run}-loop-${probe.controller}`;
  const ledger = new Ledger();
  const collection = pathOf(probe.resource, 'list', context);
  const made = await send(target, recorder, 'POST', collection, JSON.stringify(objectFor(probe, name, context)));
  if (!isSuccess(made))
    return foundNothing(
      probe,
      `POST ${collection} ${made.status === undefined ? 'got no response' : `got ${made.status}`}: the run could not look for a controller`,
    );
  ledger.created(`${collection}/${name}`);
  try {
    return await lookAt(probe, madeObject(resourceById(probe.resource).kind, name, made.body?.value), context, acted);
  } finally {
    await removeAll(ledger.paths(), target, recorder, ledger, true);
  }
}

/** `acted` holds the controllers that have acted so far. */
async function lookAt(
  probe: ProbeObject,
  made: MadeObject,
  context: ProbeContext,
  acted: Set<ControllerName>,
): Promise<FoundCapability[]> {
  const { resource, verb } = probe.watched;
  const { name } = made;
  const hasActed = showsIn((object) => probe.shows(object, made));
  const selector = verb === 'watch' ? '' : `?labelSelector=${encodeURIComponent(`${OWN_LABEL}=${name}`)}`;
  const path = `${pathOf(resource, verb, context).replace('{name}', name)}${selector}`;
  const stream = await context.target.stream(
    { method: 'GET', target: path, headers: [['Accept', 'application/json']] },
    context.recorder,
  );
  try {
    const inTime = await stream.waitFor(hasActed, ACTS_WITHIN_MS);
    const allowed = inTime || acted.size === 0 ? ACTS_WITHIN_MS : ACTS_WITHIN_MS + LATER_BY_MS;
    const acts = inTime || (allowed > ACTS_WITHIN_MS && (await stream.waitFor(hasActed, LATER_BY_MS)));
    if (!acts)
      return foundNothing(
        probe,
        `nothing acted on ${probe.resource} ${name} within ${allowed / 1000} s: the target runs no controller for it. Judge one that does (the reference server: --controllers on)`,
      );
    acted.add(probe.controller);
    return [[controllerId(probe.controller), OFFERED], ...(probe === POD ? [await nodes(stream, made)] : [])];
  } finally {
    stream.close();
  }
}

const OFFERED: Capability = { offer: 'offered' };

/** Whether the node of a pod reports on its containers. */
async function nodes(stream: WatchStream, made: MadeObject): Promise<FoundCapability> {
  const reported = await stream.waitFor(
    showsIn((pod) => isSameObject(pod, made) && at(pod, 'status', 'containerStatuses', 0) !== undefined),
    REPORTS_WITHIN_MS,
  );
  const evidence = `no node reported on the containers of pods ${made.name} within ${REPORTS_WITHIN_MS / 1000} s`;
  return [controllerId('nodes'), reported ? OFFERED : { offer: 'unsupported', evidence }];
}

function foundNothing(probe: ProbeObject, evidence: string): FoundCapability[] {
  const lacking: Capability = { offer: 'unsupported', evidence };
  return [
    [controllerId(probe.controller), lacking],
    ...(probe === POD ? [[controllerId('nodes'), lacking] as const] : []),
  ];
}

function showsIn(shows: (object: Json) => boolean): (stream: WatchStream) => boolean {
  return ({ events }) => events.some(({ object }) => isObject(object) && shows(object));
}

/** Labelled, so objects made from its template can be recognised. */
function objectFor({ resource, spec, selects }: ProbeObject, name: string, { run, slot }: ProbeContext): Json {
  const labels = { 'plumbline-run': run, [OWN_LABEL]: name };
  const bare = minimalObject(resourceById(resource), name, slot.ns1);
  const template = at(spec, 'template');
  const filled = isObject(template) ? { ...spec, template: { ...template, metadata: { labels } } } : spec;
  return labelled(
    { ...bare, spec: selects === true ? { ...filled, selector: { matchLabels: labels } } : filled },
    labels,
  );
}

function pathOf(resource: ResourceId, verb: Verb, { slot }: ProbeContext): string {
  return (operationFor(resource, verb)?.path ?? '').replace('{namespace}', encodeURIComponent(slot.ns1));
}
