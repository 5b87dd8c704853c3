import type { Arbitrary } from 'fast-check';
import type { DialectChoices } from '../../spec/dialects/index.ts';
import type { Level } from '../../shared/verdict-log/verdict-log.ts';
import type { Operation, Verb } from '../../spec/surface/operations.ts';
import type { Check } from '../checks/finding.ts';
import type { Program } from '../program/program.ts';
import type { Loop, ProtobufUse } from '../target/capabilities.ts';

export type { Arbitrary } from 'fast-check';
export type { Operation, OperationId, Verb } from '../../spec/surface/operations.ts';
export type { Resource } from '../../spec/surface/resources.ts';
export type { Check, CheckContext, Finding, Held, Observed, Violated } from '../checks/finding.ts';
export type { Exchange, History } from '../oracle/history.ts';
export type { Json, JsonObject } from '../oracle/json.ts';
export type { Program, Step, Template } from '../program/program.ts';

export type Family =
  | 'discovery'
  | 'media-types'
  | 'create'
  | 'get'
  | 'list'
  | 'selectors'
  | 'replace'
  | 'status'
  | 'patch'
  | 'delete'
  | 'delete-collection'
  | 'watch'
  | 'validation'
  | 'control-loops'
  | 'world'
  | 'concurrency';

/** One thing that every server that obeys the document does: how to bring it about, and how to tell from a history that it was not so. */
export interface Rule {
  /** `family/sentence-in-kebab-case`; the file name is the sentence. Stable, never reused. */
  readonly id: `${Family}/${string}`;
  readonly level: Level;
  /** The sentence, as reports print it. */
  readonly title: string;
  /** Ids of the clauses that it follows from; at least one. */
  readonly cites: readonly [string, ...string[]];
  /** The operations over which it is quantified. Untabulated ones are judged where the target offers them. */
  readonly operations: readonly Operation[];
  /** Verbs of the same resource that its cases cannot do without, beside the operation itself. Default `create`. */
  readonly needs?: readonly Verb[];
  /** Cases that make the rule apply to that operation. Each must apply it at least once on a server that obeys. */
  readonly cases: (operation: Operation, choices: DialectChoices) => Arbitrary<Program>;
  readonly check: Check;
  /** How many cases of a full run (`--runs 100`) one operation gets, where cases are slow: 1 or 2. Without it a hundred are spread over the operations, and none gets fewer than 3. */
  readonly least?: number;
  /**
   * One case sends every form that its operation can take (every equal query, every media type, every pair of names), so one case judges
   * the operation. Each operation gets that case in the quickest run too: a fault of one form on one operation shows nowhere else.
   */
  readonly sweep?: true;
  /**
   * The operations of one resource have the same case. A run sends that case once, and judges each operation by what the case shows of
   * that operation: what takes long or makes many objects is done once for all of them.
   */
  readonly shared?: true;
  /** Its cases send what is to be refused or to come to nothing. Without it, they send what is to succeed. */
  readonly negative?: true;
  /** The control loop that must act for the rule to apply. Where none does, within a short time that is allowed once a run, it is `unsupported`. */
  readonly loop?: Loop;
  /** What the target must do with protobuf for the rule to apply. On one that does not, it is `unsupported`. */
  readonly protobuf?: ProtobufUse;
}
