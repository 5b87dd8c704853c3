import type { Symptoms } from '../../../shared/verdict-log/kill-matrix.ts';
import type { Rule } from '../../rules/rule.ts';

/** Something that is measured: a fault or a variant. */
interface Named {
  readonly name: string;
}

/** By the id of each rule that fails it: the operation on which it does. */
export type Fires = Readonly<Record<string, string>>;

/** What was measured of a server. */
export interface Measured {
  readonly fires: Fires;
  readonly symptoms?: Symptoms;
}

/** One server, and the rules that it is still to be judged by. */
export interface Job<T> {
  readonly subject: T;
  /** What is known already of the other rules; absent where nothing is. */
  readonly known: Measured | undefined;
  readonly rules: readonly Rule[];
  /** The rules whose symptoms are still to be measured, if they fail. */
  readonly failing: readonly Rule[];
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
  readonly subjects: readonly (T & Measured)[];
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
    const known = measuredOf(stored.subjects.find((each) => isSame(each, subject)));
    const all = { subject, known: undefined, rules, failing: rules };
    if (only !== undefined) return only.has(subject.name) ? all : { subject, known, rules: [], failing: [] };
    if (!missing || known === undefined) return all;
    const failing = rules.filter(({ id }) => !Object.hasOwn(known.symptoms ?? {}, id));
    return { subject, known, rules: added, failing };
  });
}

/** Whether nothing of a subject is left to measure. Variants have no failing rules, hence no symptoms. */
export function isDone({ known, rules, failing }: Job<unknown>): boolean {
  return known !== undefined && rules.length === 0 && !failing.some(({ id }) => Object.hasOwn(known.fires, id));
}

function measuredOf(stored: Measured | undefined): Measured | undefined {
  if (stored === undefined) return undefined;
  const { fires, symptoms } = stored;
  return { fires, ...(symptoms === undefined ? {} : { symptoms }) };
}

/** What is known of a subject by now, without rules that are gone, in the order of the catalogue. */
export function merged(rules: readonly Rule[], ...all: readonly (Measured | undefined)[]): Measured {
  const known = all.flatMap((each) => (each === undefined ? [] : [each]));
  const symptoms = known.flatMap((each) => (each.symptoms === undefined ? [] : [each.symptoms]));
  return {
    fires: inOrder(
      rules,
      known.map(({ fires }) => fires),
    ),
    ...(symptoms.length === 0 ? {} : { symptoms: inOrder(rules, symptoms) }),
  };
}

function inOrder<T>(rules: readonly Rule[], all: readonly Readonly<Record<string, T>>[]): Readonly<Record<string, T>> {
  const known = new Map(all.flatMap((each) => Object.entries(each)));
  return Object.fromEntries(
    rules.flatMap(({ id }) => {
      const value = known.get(id);
      return value === undefined ? [] : [[id, value]];
    }),
  );
}

/** Where a fault was seen is no part of what it does. */
function isSame<T extends Named>(stored: T & Measured, subject: T): boolean {
  return described(stored) === described(subject);
}

function described(subject: Named): string {
  return JSON.stringify(
    Object.entries(subject)
      .filter(([member]) => !['fires', 'symptoms', 'seenIn'].includes(member))
      .sort(),
  );
}
