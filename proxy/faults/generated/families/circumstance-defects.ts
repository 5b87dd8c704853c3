import { isUpdate, type Verb } from '../../../../spec/surface/operations.ts';
import { copyOf, failureStatus, isObject, jsonResponse, metadataOf, objectsOf, succeeded } from '../../bend.ts';
import type { Bendable, FaultyRequest, FaultyResponse, Hooks } from '../../fault.ts';
import { storedOf } from '../../memory.ts';
import { forgetting, type Picks, refused, undone } from '../bends.ts';
import { madeObject, type ObjectHistory } from '../circumstances.ts';
import { type FaultyOperation, isOf } from '../on-operation.ts';

/** The faulty treatment of an object in a circumstance by one operation. */
export interface CircumstanceDefect {
  readonly how: string;
  /** What the operation does with such an object, as the end of a sentence. */
  readonly does: string;
  readonly clause: string;
  readonly on: (subject: FaultyOperation) => boolean;
  /** Whether the witness changes the object once more before the operation. */
  readonly isSeenLater?: true;
  readonly hooks: (subject: FaultyOperation, history: ObjectHistory) => Hooks;
}

const isWatch = ({ operation }: FaultyOperation): boolean => operation.response === 'WatchEvent';
const isOneOf =
  (...verbs: readonly Verb[]) =>
  ({ operation }: FaultyOperation): boolean =>
    verbs.includes(operation.verb);
const writesOne = ({ operation: { verb } }: FaultyOperation): boolean =>
  isUpdate(verb) || verb === 'create' || verb === 'delete';

/** The faulty treatments of an object, one by one. */
export const CIRCUMSTANCE_DEFECTS: readonly CircumstanceDefect[] = [
  { how: 'refused', does: 'refuses to change', clause: 'errors.1', on: writesOne, hooks: byStored(refused) },
  {
    how: 'undone',
    does: 'acknowledges the request, but does not carry it out, for',
    clause: 'errors.4',
    on: writesOne,
    hooks: byStored(undone),
  },
  {
    how: 'not-found',
    does: 'does not find',
    clause: 'semantics.7.1',
    on: isOneOf('get', 'getStatus'),
    hooks: (subject, { holds }) => ({
      response: (response, request) => {
        if (!isOf(request, subject.operation) || !isObject(response.json) || !succeeded(response)) return;
        if (holds(response.json, subject.resource))
          Object.assign(response, jsonResponse(404, failureStatus(404, 'NotFound', 'not found')));
      },
    }),
  },
  {
    how: 'outdated',
    does: 'shows the first state of',
    clause: 'semantics.7.1',
    on: isOneOf('get', 'getStatus', 'list', 'listAll'),
    isSeenLater: true,
    hooks: outdated,
  },
  {
    how: 'left-out',
    does: 'leaves out',
    clause: 'semantics.7.1',
    on: isOneOf('list', 'listAll'),
    hooks: leavingOut(() => true),
  },
  { how: 'spared', does: 'spares', clause: 'rules.4', on: isOneOf('deleteCollection'), hooks: leavingOut(() => true) },
  ...['ADDED', 'MODIFIED', 'DELETED'].map((type): CircumstanceDefect => ({
    how: `${type}-lost`,
    does: `loses the ${type} events of`,
    clause: 'semantics.8',
    on: isWatch,
    hooks: leavingOut((eventType) => eventType === type),
  })),
];

/** Hooks on the requests about an object in the circumstance; a create is about the object that it sends. */
function byStored(make: (picks: Picks) => Hooks): CircumstanceDefect['hooks'] {
  return ({ operation, resource }, { holds }) => {
    const picked = new WeakSet<FaultyRequest>();
    const hooks = make((request) => picked.has(request));
    return {
      ...hooks,
      request: async (request, upstream) => {
        if (!isOf(request, operation)) return undefined;
        const object = operation.verb === 'create' ? madeObject(request) : await storedOf(request, upstream);
        if (object !== undefined && holds(object, resource)) picked.add(request);
        return hooks.request?.(request, upstream);
      },
    };
  };
}

/** Hooks that leave the objects in the circumstance out of a list, a collection delete, or the events of a watch. */
function leavingOut(isLost: (eventType: string) => boolean): CircumstanceDefect['hooks'] {
  return ({ operation, resource }, { holds }) => {
    const picks: Picks = (request) => isOf(request, operation);
    return {
      ...forgetting(picks, (object) => holds(object, resource)),
      event: (frame, request) => (picks(request) && isLost(frame.type) && holds(frame.object, resource) ? [] : [frame]),
    };
  };
}

/** Hooks that show an object in the circumstance as the first response about it did. */
function outdated({ operation, resource }: FaultyOperation, { holds }: ObjectHistory): Hooks {
  const first = new Map<unknown, Bendable>();
  const bend = (object: Bendable): void => {
    const before = first.get(metadataOf(object)['uid']);
    if (before !== undefined && holds(object, resource)) Object.assign(object, emptiedFor(object, copyOf(before)));
  };
  return {
    response: (response: FaultyResponse, request: FaultyRequest) => {
      for (const object of objectsOf(response)) {
        const { uid } = metadataOf(object);
        if (!first.has(uid)) first.set(uid, copyOf(object));
        if (isOf(request, operation)) bend(object);
      }
    },
  };
}

/** Removes the members of an object that another state lacks, and returns that state. */
function emptiedFor(object: Bendable, state: Bendable): Bendable {
  for (const member of Object.keys(object)) if (!Object.hasOwn(state, member)) delete object[member];
  return state;
}
