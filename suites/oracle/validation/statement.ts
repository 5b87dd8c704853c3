import type { Arbitrary } from 'fast-check';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import type { Resource } from '../../../spec/surface/resources.ts';
import type { Edit } from '../../program/program.ts';

/** A statement of the document that makes an object invalid. */
export interface Statement {
  /** Slug in kebab-case: `container-names-are-unique`. */
  readonly id: string;
  /** The sentence, as rules print it. */
  readonly says: string;
  /** Clause ids. */
  readonly cites: readonly [string, ...string[]];
  readonly resources: readonly Resource[];
  /**
   * Edits after which a minimal object of that resource, as it was sent or as it is stored, breaks this statement and no other. The
   * parents of what they set are there, so that they are JSON patches as well (`jsonPatchOf`). The broken object is the template
   * `{ $edit: minimalObject(resource, name), with: edits }`.
   */
  readonly breaks: (resource: Resource) => Arbitrary<readonly Edit[]>;
  /** Name of the offending member, for reports: `containers[*].name`. */
  readonly field: string;
  /** Whether a server may store the object without the offending member as well: the document says that it is not there, not that it is refused. */
  readonly mayBeDropped?: true;
  /** Whether a server of that dialect must refuse the object. */
  readonly refused: (choices: DialectChoices) => boolean;
}

/** For statements that no dialect leaves open. */
export const always = (): boolean => true;
