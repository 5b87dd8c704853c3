import { type Json, textAt } from '../../oracle/json.ts';

/** The label of every object of a run, with the run's name as its value. */
export const RUN_LABEL = 'plumbline-run';

/** A run's short name: `p4f2a1`. */
export const RUN_NAME = /^p[0-9a-f]{5}$/;

const SLOT_NAMESPACE = /^(?<of>[-a-z0-9]+)-\d+-ns(?:1|11|2)$/;

/** Whether an object belongs to the run: by its label, or by a name that begins with the run's. */
export function isOfRun(item: Json, run: string): boolean {
  return nameOf(item).startsWith(`${run}-`) || textAt(item, 'metadata', 'labels', RUN_LABEL) === run;
}

/**
 * Whether a namespace, and so everything in it, belongs to the run: like any other object, or by a name like
 * `PREFIX-RUN-0-ns1`.
 */
export function isNamespaceOfRun(item: Json, run: string): boolean {
  return isOfRun(item, run) || SLOT_NAMESPACE.exec(nameOf(item))?.groups?.['of']?.endsWith(`-${run}`) === true;
}

/** `metadata.name`; empty if there is none. */
export function nameOf(item: Json): string {
  return textAt(item, 'metadata', 'name') ?? '';
}
