import type { Asked, FaultyResponse, Hooks } from '../../fault.ts';
import { copyOf, itemsOf, succeeded } from '../../bend.ts';
import type { Picks } from '../bends.ts';
import type { Subject } from '../on-operation.ts';
import { creating } from '../sample-objects.ts';
import type { Witness } from '../witness.ts';
import { callOf, twoSamples } from '../witness-of-call.ts';

/** Hooks that answer a list by the one that was answered on its path before the last write to the kind. */
export function staleHooks(picks: Picks): Hooks {
  const fresh = new Map<string, FaultyResponse>();
  const keyOf = ({ path, query }: Asked): string =>
    `${path} ${query.get('labelSelector') ?? ''} ${query.get('fieldSelector') ?? ''}`;
  return {
    response: (answered, asked) => {
      if (!succeeded(answered) || itemsOf(answered) === undefined) return;
      const before = fresh.get(keyOf(asked));
      if (picks(asked) && before !== undefined) answered.json = copyOf(before.json);
      else fresh.set(keyOf(asked), copyOf({ ...answered, raw: Buffer.alloc(0) }));
    },
  };
}

/** A list, a write, and a list with that version. */
export function staleWitness(subject: Subject, version: string): Witness {
  return [
    ...twoSamples(subject),
    callOf(subject),
    creating(subject.resource, 'late'),
    callOf(subject, `resourceVersion=${version}`),
  ];
}
