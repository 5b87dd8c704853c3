import type { Clause, ClauseLevel } from './clause.ts';

/** One statement of a section: id, statement, level and why that level. */
export type Row = readonly [id: string, statement: string, level: ClauseLevel, reason: string];

/** One member of a type, as a row of the document's field tables has it: its type, and each thing said of it. */
export interface FieldRow {
  readonly field: string;
  /** As in `a string`, `an array of Container`. */
  readonly type: string;
  /** Level and reason default to `must`, stated flatly. */
  readonly says?: readonly (readonly [statement: string, level?: ClauseLevel, reason?: string])[];
}

/** Reasons that recur. */
export const FLAT = 'stated flatly';
export const NOT_SHOWN = 'the document says "not shown"';
export const NODE = 'stated flatly, but acted on by nodes and not seen over HTTP';
export const DESCRIBES = 'describes the service; asks for nothing that could be refused or seen';

/** The clauses of a section, in its order. */
export function clauses(section: string, rows: readonly Row[]): readonly Clause[] {
  return rows.map(([id, statement, level, reason]) => ({ id, section, statement, level, reason }));
}

/**
 * The clauses of a field table: `<prefix>.<field>.type`, then `<prefix>.<field>.1` and so on for what is said of it.
 *
 *     fieldClauses('Container (core v1)', 'container', [{ field: 'stdinOnce', type: 'a boolean', says: [['It is false by default.']] }])
 *     container.stdin-once.type   must   `stdinOnce` is a boolean.
 *     container.stdin-once.1      must   `stdinOnce`: It is false by default.
 */
export function fieldClauses(section: string, prefix: string, rows: readonly FieldRow[]): readonly Clause[] {
  return rows.flatMap(({ field, type, says = [] }) => {
    const id = `${prefix}.${kebab(field)}`;
    const typed: Clause = { id: `${id}.type`, section, statement: `\`${field}\` is ${type}.`, level: 'must', reason: 'the type that the table states' };
    const said = says.map(([statement, level = 'must', reason = FLAT], index): Clause => ({
      id: `${id}.${index + 1}`,
      section,
      statement: `\`${field}\`: ${statement}`,
      level,
      reason,
    }));
    return [typed, ...said];
  });
}

/** `terminationMessagePath` as `termination-message-path`, `hostIPC` as `host-ipc`, `containerID` as `container-id`. */
function kebab(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();
}
