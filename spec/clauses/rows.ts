import type { Clause, ClauseLevel } from './clause.ts';

/**
 * One statement of a section: id, statement, level, reason for the level and, if HTTP cannot show it, why. Level and
 * reason default to `must`, stated flatly.
 */
export type ClauseRow = readonly [id: string, ...ClauseText];

/** One member of a type, as a row of the document's field tables: its type, and each statement about it. */
export interface FieldRow {
  readonly field: string;
  /** The type in words: `a string`, `an array of Container`. */
  readonly type: string;
  /** Level and reason default to `must`, stated flatly. */
  readonly says?: readonly ClauseText[];
}

export type ClauseText = readonly [statement: string, level?: ClauseLevel, reason?: string, unobservable?: string];

/** Recurring reasons. */
export const FLAT = 'stated flatly';
export const NOT_SHOWN = 'the document says "not shown"';
export const CONTROLLER = 'stated flatly, but acted on by a controller over time';
export const NODE = 'stated flatly, but acted on by nodes over time';
export const DESCRIBES = 'describes the service; asks for nothing that could be refused or seen';

/** Why the work of containers is not judged. */
export const NO_IMAGE = 'the suite knows no image that the nodes of every target can run';
const INSIDE = `It shows only inside a running container: ${NO_IMAGE}.`;

/** A flatly stated sentence that HTTP cannot show. */
export function unseen(statement: string, unobservable: string = INSIDE): ClauseText {
  return [statement, 'must', FLAT, unobservable];
}

/** The clauses of a section, in its order. */
export function clauses(section: string, rows: readonly ClauseRow[]): readonly Clause[] {
  return rows.map(([id, statement, level = 'must', reason = FLAT, unobservable]) =>
    clauseOf({ id, section, statement, level, reason }, unobservable),
  );
}

/**
 * The clauses of a field table: `<prefix>.<field>.type`, then `<prefix>.<field>.1` and so on for each statement.
 *
 *     fieldClauses('Container (core v1)', 'container', [{ field: 'stdinOnce', type: 'a boolean', says: [['It is false by default.']] }])
 *     container.stdin-once.type   must   `stdinOnce` is a boolean.
 *     container.stdin-once.1      must   `stdinOnce`: It is false by default.
 * If HTTP shows nothing of the type, `unobservable` says why, for all of its clauses.
 */
export function fieldClauses(
  section: string,
  prefix: string,
  rows: readonly FieldRow[],
  unobservable?: string,
): readonly Clause[] {
  return rows.flatMap(({ field, type, says = [] }) => {
    const id = `${prefix}.${kebab(field)}`;
    const typed: Clause = {
      id: `${id}.type`,
      section,
      statement: `\`${field}\` is ${type}.`,
      level: 'must',
      reason: 'the type that the table states',
    };
    const said = says.map(([statement, level = 'must', reason = FLAT, unobservable], index) =>
      clauseOf(
        { id: `${id}.${index + 1}`, section, statement: `\`${field}\`: ${statement}`, level, reason },
        unobservable,
      ),
    );
    return [typed, ...said].map((clause) => clauseOf(clause, unobservable));
  });
}

function clauseOf(clause: Clause, unobservable: string | undefined): Clause {
  return unobservable === undefined ? clause : { ...clause, unobservable };
}

/** `terminationMessagePath` as `termination-message-path`, `hostIPC` as `host-ipc`, `containerID` as `container-id`. */
function kebab(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();
}
