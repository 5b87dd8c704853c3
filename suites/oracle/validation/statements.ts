import type { Arbitrary } from 'fast-check';
import type { Answers } from '../../../spec/dialects/index.ts';
import type { Resource } from '../../../spec/surface/resources.ts';
import type { JsonObject } from '../json.ts';

/** A statement of the document that makes an object invalid. */
export interface Statement {
  /** Slug in kebab-case: `container-names-are-unique`. */
  readonly id: string;
  /** The sentence, as rules print it. */
  readonly says: string;
  /** Clause ids. */
  readonly cites: readonly [string, ...string[]];
  readonly resources: readonly Resource[];
  /** Objects that break this statement and no other, made from a valid object of that resource. */
  readonly broken: (resource: Resource, valid: JsonObject) => Arbitrary<JsonObject>;
  /** Pointer-like name of the offending member, for reports. */
  readonly field: string;
  /** Whether a server of that dialect must refuse. */
  readonly refused: (answers: Answers) => boolean;
}

export declare const STATEMENTS: readonly Statement[];
