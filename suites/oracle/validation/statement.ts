import type { DialectChoices } from '../../../spec/dialects/index.ts';
import type { Resource } from '../../../spec/surface/resources.ts';
import type { Edit } from '../../program/program.ts';

/** Edits, one list for each way to do something. */
export type EditLists = readonly (readonly Edit[])[];

/** A statement of the document that makes an object invalid. */
export interface Statement {
  /** Slug in kebab-case: `container-names-are-unique`. */
  readonly id: string;
  /** The sentence that rules print. */
  readonly says: string;
  /** Clause ids. */
  readonly cites: readonly [string, ...string[]];
  readonly resources: readonly Resource[];
  /**
   * Every way to violate this statement and no other: edits of a minimal object of that resource, sent or stored. The
   * parents of set paths exist, so that the edits also work as JSON patches (`jsonPatchOf`). The invalid object is
   * the template `{ $edit: minimalObject(resource, name), with: edits }`.
   */
  readonly breaks: (resource: Resource) => EditLists;
  /**
   * The ways that the statement's own rule draws its cases from; default all. A server that reads a list as an object
   * breaks several statements by chance, so only `validation/illegal-values-are-refused-everywhere` sends such values.
   */
  readonly drawn?: (resource: Resource) => EditLists;
  /** The offending member, for reports: `containers[*].name`. */
  readonly field: string;
  /**
   * Whether a server may also drop the offending member and store the rest. The document says that the member is
   * absent, not that it is refused.
   */
  readonly mayBeDropped?: true;
  /** Whether a server of that dialect must refuse the object. */
  readonly refused: (choices: DialectChoices) => boolean;
}

/** For statements that apply in every dialect. */
export const always = (): boolean => true;
