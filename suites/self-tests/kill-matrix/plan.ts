import type { Symptoms } from '../../../shared/verdict-log/kill-matrix.ts';
import type { Rule } from '../../rules/rule.ts';

/** A measured subject: a fault or a variant. */
interface NamedSubject {
  readonly name: string;
}

/** By the id of each rule that fails: the operation on which it does. */
export type Fires = Readonly<Record<string, string>>;

/** The results for a server. */
export interface MeasuredServer {
  readonly fires: Fires;
  readonly symptoms?: Symptoms;
}

/** One server, and the rules that still have to judge it. */
export interface Job<T> {
  readonly subject: T;
  /** The known results of the other rules; absent if there are none. */
  readonly known: MeasuredServer | undefined;
  readonly rules: readonly Rule[];
  /** The failing rules whose symptoms still have to be measured. */
  readonly failing: readonly Rule[];
}

export interface WantedSubjects {
  /** Names to measure anew; the others are kept. */
  readonly only?: ReadonlySet<string>;
  /** Measure only new and changed subjects. */
  readonly missing: boolean;
}

/** Earlier results. */
export interface StoredResults<T> {
  /** Ids of the rules that judged everything stored. */
  readonly rules: readonly string[];
  readonly subjects: readonly (T & MeasuredServer)[];
}

/**
 * The subjects and rules to judge. A subject with a changed description is new; results of removed rules are
 * forgotten.
 */
export function plan<T extends NamedSubject>(
  subjects: readonly T[],
  stored: StoredResults<T>,
  rules: readonly Rule[],
  { only, missing }: WantedSubjects,
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

/** Whether a subject is completely measured. Variants have no failing rules, hence no symptoms. */
export function isDone({ known, rules, failing }: Job<unknown>): boolean {
  return known !== undefined && rules.length === 0 && !failing.some(({ id }) => Object.hasOwn(known.fires, id));
}

function measuredOf(stored: MeasuredServer | undefined): MeasuredServer | undefined {
  if (stored === undefined) return undefined;
  const { fires, symptoms } = stored;
  return { fires, ...(symptoms === undefined ? {} : { symptoms }) };
}

/** The known results of a subject, without removed rules, in the order of the catalogue. */
export function merged(rules: readonly Rule[], ...all: readonly (MeasuredServer | undefined)[]): MeasuredServer {
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

/** `seenIn` does not describe the behaviour of a fault. */
function isSame<T extends NamedSubject>(stored: T & MeasuredServer, subject: T): boolean {
  return described(stored) === described(subject);
}

function described(subject: NamedSubject): string {
  return JSON.stringify(
    Object.entries(subject)
      .filter(([member]) => !['fires', 'symptoms', 'seenIn'].includes(member))
      .sort(),
  );
}
