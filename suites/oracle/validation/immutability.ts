import type { Arbitrary } from 'fast-check';
import type { Answers } from '../../../spec/dialects/index.ts';
import type { Resource } from '../../../spec/surface/resources.ts';
import type { Edit } from '../../drivers/program.ts';
import type { JsonObject } from '../json.ts';

/** A statement of the document that forbids a change. */
export interface ChangeStatement {
  readonly id: string;
  readonly says: string;
  readonly cites: readonly [string, ...string[]];
  readonly resources: readonly Resource[];
  /** Changes that break it, of the object as it is stored. */
  readonly changes: (resource: Resource, stored: JsonObject) => Arbitrary<readonly Edit[]>;
  /** `refused`: must be. `kept`: refused or ignored, the member keeps its value. `free`: nothing is asserted under that dialect. */
  readonly outcome: (answers: Answers) => 'refused' | 'kept' | 'free';
  readonly field: string;
}

export declare const CHANGE_STATEMENTS: readonly ChangeStatement[];
