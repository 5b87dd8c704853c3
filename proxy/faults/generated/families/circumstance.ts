import { CIRCUMSTANCES, type Circumstance } from '../circumstances.ts';
import { metadataOf } from '../../bend.ts';
import type { Bendable, Hooks } from '../../fault.ts';
import type { GeneratedFault } from '../generated-fault.ts';
import { faultOn, type FaultyOperation, SUBJECTS } from '../on-operation.ts';
import { creating, deletingSample, listing } from '../sample-objects.ts';
import type { Witness, WitnessRequest } from '../witness.ts';
import { callOf, patchingSample } from '../witness-of-call.ts';
import { queryCircumstanceFaults } from './circumstance-queries.ts';
import { CIRCUMSTANCE_DEFECTS, type CircumstanceDefect } from './circumstance-defects.ts';

const fault = faultOn('circumstance');

/** Operations that go wrong in a circumstance that should not matter, and only then. */
export function* circumstanceFaults(): Iterable<GeneratedFault> {
  yield* objectCircumstanceFaults();
  yield* queryCircumstanceFaults();
}

/** Operations that treat an object wrongly because of its state or its past. */
function* objectCircumstanceFaults(): Iterable<GeneratedFault> {
  for (const subject of SUBJECTS)
    for (const circumstance of CIRCUMSTANCES.filter((each) => isMet(each, subject)))
      for (const defect of CIRCUMSTANCE_DEFECTS.filter(
        (each) => each.on(subject) && shows(each, circumstance, subject),
      ))
        yield fault(
          subject,
          `${circumstance.id}/${defect.how}`,
          `${defect.does} an object ${circumstance.title}`,
          defect.clause,
          witnessOf(subject, circumstance, defect),
          () => hooksOf(subject, circumstance, defect),
        );
}

/** Whether an object can be in the circumstance when the operation meets it. */
function isMet({ applies, after }: Circumstance, { operation: { verb }, resource }: FaultyOperation): boolean {
  return applies(resource) && (verb !== 'create' || after === undefined);
}

/** Whether the operation does anything to an object in the circumstance that a defect could spoil. */
function shows(
  { how }: CircumstanceDefect,
  { id, after }: Circumstance,
  { operation: { verb }, resource }: FaultyOperation,
): boolean {
  // The first events of a watch show an object as it is; they are ADDED.
  if (how === 'ADDED-lost' && after !== undefined) return false;
  // Nobody says that a terminating object must take all writes; a second delete of it changes nothing.
  if (id === 'being-deleted') return how !== 'refused' && !['delete', 'deleteCollection'].includes(verb);
  if (resource.kind === 'Namespace') return how !== 'DELETED-lost' && verb !== 'delete';
  return true;
}

function hooksOf(subject: FaultyOperation, circumstance: Circumstance, defect: CircumstanceDefect): Hooks {
  const history = circumstance.history();
  const hooks = defect.hooks(subject, history);
  return {
    ...hooks,
    response: async (response, request, upstream) => {
      await hooks.response?.(response, request, upstream);
      history.note(response, request);
    },
  };
}

/** An object in the circumstance, the operation, and a list after it. A watch is open from the beginning on. */
function witnessOf(subject: FaultyOperation, circumstance: Circumstance, { isSeenLater }: CircumstanceDefect): Witness {
  const { operation, resource } = subject;
  const { before, metadata, after = () => [] } = circumstance;
  const made = [...before(resource), creating(resource, 'a', metadata)];
  if (operation.verb === 'create') return [...made, listing(resource)];
  const isWatch = operation.response === 'WatchEvent';
  const changed: Witness = [
    ...made,
    ...after(resource),
    ...(isSeenLater === true || isWatch ? [patchingSample(resource, 'a')] : []),
  ];
  if (!isWatch) return [...changed, keeping(callOf(subject), metadata), listing(resource)];
  // Holes count the requests: the watch comes after those before the object.
  const watch: WitnessRequest = { ...callOf(subject, 'timeoutSeconds=2'), alongside: true };
  const ending: Witness = [
    deletingSample(resource, 'a'),
    { ...patchingSample(resource, 'a'), body: { metadata: { finalizers: null } } },
  ];
  return [...changed.slice(0, before(resource).length), watch, ...changed.slice(before(resource).length), ...ending];
}

/** The call with such metadata, without which a PUT would take the object out of its circumstance. */
function keeping(call: WitnessRequest, metadata: Bendable): WitnessRequest {
  if (call.method !== 'PUT') return call;
  const body = call.body as Bendable;
  return { ...call, body: { ...body, metadata: { ...metadataOf(body), ...metadata } } };
}
