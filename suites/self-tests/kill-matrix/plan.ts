import type { Rule } from '../../rules/rule.ts';

/** Something that is measured: a fault or a variant. */
interface Named {
  readonly name: string;
}

/** By the id of each rule that fails it: the operation on which it does. */
export type Fires = Readonly<Record<string, string>>;

/** One server, and the rules that it is still to be judged by. */
export interface Job<T> {
  readonly subject: T;
  /** What is known already of the other rules; absent where nothing is. */
  readonly known: Fires | undefined;
  readonly rules: readonly Rule[];
}

export interface Wanted {
  /** Names to measure anew; the rest is kept. */
  readonly only?: ReadonlySet<string>;
  /** Measure only what was never measured, or has changed. */
  readonly missing: boolean;
}

/** What was measured before. */
export interface Stored<T> {
  /** Ids of the rules that everything stored was judged by. */
  readonly rules: readonly string[];
  readonly subjects: readonly (T & { readonly fires: Fires })[];
}

/**
 * What is to be judged, and by which rules. A subject whose description has changed since is new; rules that are no longer there are
 * forgotten.
 */
export function plan<T extends Named>(
  subjects: readonly T[],
  stored: Stored<T>,
  rules: readonly Rule[],
  { only, missing }: Wanted,
): Job<T>[] {
  const judged = new Set(stored.rules);
  const added = rules.filter(({ id }) => !judged.has(id));
  return subjects.map((subject) => {
    const known = stored.subjects.find((each) => isSame(each, subject))?.fires;
    if (only !== undefined)
      return only.has(subject.name) ? { subject, known: undefined, rules } : { subject, known, rules: [] };
    return missing && known !== undefined ? { subject, known, rules: added } : { subject, known: undefined, rules };
  });
}

/** What is known of a subject by now, without rules that are gone, in the order of the catalogue. */
export function mergedFires(rules: readonly Rule[], ...all: readonly (Fires | undefined)[]): Fires {
  const known = new Map(all.flatMap((fires) => Object.entries(fires ?? {})));
  return Object.fromEntries(
    rules.flatMap(({ id }) => {
      const operation = known.get(id);
      return operation === undefined ? [] : [[id, operation]];
    }),
  );
}

/** Where a fault was seen is no part of what it does. */
function isSame<T extends Named>(stored: T & { readonly fires: Fires }, subject: T): boolean {
  return described(stored) === described(subject);
}

function described(subject: Named): string {
  return JSON.stringify(
    Object.entries(subject)
      .filter(([member]) => member !== 'fires' && member !== 'seenIn')
      .sort(),
  );
}
