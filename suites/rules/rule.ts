import type { Arbitrary } from 'fast-check';
import type { DialectChoices } from '../../spec/dialects/index.ts';
import type { Impact } from '../../shared/verdict-log/impact.ts';
import type { Level } from '../../shared/verdict-log/verdict-log.ts';
import type { Operation } from '../../spec/surface/operations.ts';
import type { Check } from '../checks/finding.ts';
import type { Program } from '../program/program.ts';
import type { Feature } from '../target/capabilities.ts';

export type { Arbitrary } from 'fast-check';
export type { Operation, Verb } from '../../spec/surface/operations.ts';
export type { Resource } from '../../spec/surface/resources.ts';
export type { Check, CheckContext, Finding, Violated } from '../checks/finding.ts';
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

/** One behaviour of every server that obeys the document: how to provoke it, and how a history shows a violation. */
export interface Rule {
  /** `family/sentence-in-kebab-case`; the file name is the sentence. Stable, never reused. */
  readonly id: `${Family}/${string}`;
  readonly level: Level;
  /** The harm to clients if the rule is broken. Default: the impact of the family (`impact.ts`). */
  readonly impact?: Impact;
  /** The sentence, as reports print it. */
  readonly title: string;
  /** Ids of the clauses from which it follows; at least one. */
  readonly cites: readonly [string, ...string[]];
  /** The operations over which it is quantified. Untabulated ones are judged if the target offers them. */
  readonly operations: readonly Operation[];
  /**
   * The features of the target that its cases need, beside the operation itself. Default `create`. If the target lacks
   * one, the rule is `unsupported`.
   */
  readonly needs?: readonly Feature[];
  /**
   * Cases that make the rule apply to that operation. On a server that obeys, each case must apply it at least once.
   */
  readonly cases: (operation: Operation, choices: DialectChoices) => Arbitrary<Program>;
  readonly check: Check;
  /**
   * The number of cases in a full run (`--runs 100`) per operation, if cases are slow: 1 or 2. By default a hundred
   * cases are spread over the operations, at least 3 for each.
   */
  readonly least?: number;
  /**
   * One case sends every form of its operation (every equal query, every media type, every pair of names), so one
   * case judges the operation. Every operation gets that case in the quickest run too, because a fault of one form
   * on one operation shows nowhere else.
   */
  readonly sweep?: true;
  /**
   * The operations of one resource have the same case. A run sends that case once, and judges each operation by the
   * part about that operation. This saves time if a case is slow or makes many objects.
   */
  readonly shared?: true;
  /**
   * The cases of the rule are sent before all others, while no other case is under way: some bugs show only if nobody
   * else writes. The rule reads no mixed walks, because many of them are under way at the same time.
   */
  readonly alone?: true;
  /**
   * The cases of the rule send requests that may or must be refused, or have no effect. By default, requests must
   * succeed.
   */
  readonly negative?: true;
  /**
   * The rule judges writes that restore an earlier state and return the version of that state, which another write had
   * replaced. For all other rules, the outcome of such a write is unknown.
   */
  readonly judgesRestoringWrites?: true;
  /**
   * The id under which the cases are sent, if another rule or a mixed walk made them (`judgedFor`). Only that one knows
   * which of their requests are mistakes.
   */
  readonly sender?: string;
}
