import type { FaultyRequest, FaultyResponse, Hooks } from '../../fault.ts';
import { copyOf, itemsOf, succeeded } from '../../bend.ts';
import type { Picks } from '../bends.ts';
import type { FaultyOperation } from '../on-operation.ts';
import { creating } from '../sample-objects.ts';
import type { Witness } from '../witness.ts';
import { callOf, twoSamples } from '../witness-of-call.ts';

/** Hooks that respond to a list with the list of that path from before the last write of the kind. */
export function staleHooks(picks: Picks): Hooks {
  const fresh = new Map<string, FaultyResponse>();
  const keyOf = ({ path, query }: FaultyRequest): string =>
    `${path} ${query.get('labelSelector') ?? ''} ${query.get('fieldSelector') ?? ''}`;
  return {
    response: (response, request) => {
      if (!succeeded(response) || itemsOf(response) === undefined) return;
      const before = fresh.get(keyOf(request));
      if (picks(request) && before !== undefined) response.json = copyOf(before.json);
      else fresh.set(keyOf(request), copyOf({ ...response, raw: Buffer.alloc(0) }));
    },
  };
}

/** A list, a write, and a list with that version. */
export function staleWitness(subject: FaultyOperation, version: string): Witness {
  return [
    ...twoSamples(subject),
    callOf(subject),
    creating(subject.resource, 'late'),
    callOf(subject, `resourceVersion=${version}`),
  ];
}
