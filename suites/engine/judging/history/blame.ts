import { cached } from '../../../../shared/cached.ts';
import {
  brokeDown,
  isResourceCall,
  keyCalled,
  type ResourceCalled,
  responseOf,
  statusOf,
  turnedDown,
} from '../../../checks/responses.ts';
import { isReplacedBeside } from '../../../checks/write/locks.ts';
import { isTerminating } from '../../../oracle/state/terminating.ts';
import type { CheckContext, Finding, Violated } from '../../../checks/finding.ts';
import { mayBeMistaken } from '../../../checks/mistakes.ts';
import { isUpdate, type OperationId } from '../../../../spec/surface/operations.ts';
import type { Exchange, History } from '../../../oracle/history.ts';
import { observedStateOf } from '../../../oracle/observed-state.ts';
import { isOwning, OWNERS, OWNING_RULES } from '../../../rules/owners.ts';
import type { Rule } from '../../../rules/rule.ts';

/** Why a rule cannot be judged: the rule that owns the failed precondition, and the evidence. */
export interface Blocker {
  /** Id of the owning rule. */
  readonly by: string;
  /** Id of the operation whose call failed; absent if the call is not a tabulated operation. */
  readonly operation?: OperationId;
  /** `GET /api/v1/pods?watch=true: a PodList instead of an event`. */
  readonly evidence: string;
  /** The owning rule's finding; absent if only a refusal shows the failure. */
  readonly violation?: Violated;
}

/** A rule's own findings in a history, and the violations that other rules own. */
export interface Blamed {
  readonly findings: readonly Finding[];
  readonly owned: readonly Blocker[];
}

const OWNING_IDS: ReadonlySet<string> = new Set(OWNING_RULES.map(({ id }) => id));

/**
 * Removes violations that another rule owns, so that each failure is reported by the rule whose clause it violates:
 *
 *     watch/misses-nothing is violated by exchange 4, and so is watch/answers-a-stream   -> owned by watch/answers-a-stream
 */
export function blame(rule: Rule, found: readonly Finding[], history: History, context: CheckContext): Blamed {
  if (OWNING_IDS.has(rule.id) || found.every(({ outcome }) => outcome !== 'violated'))
    return { findings: found, owned: [] };
  const failures = ownedFailures(history, context);
  const ownerOf = (finding: Finding): Blocker | undefined =>
    finding.outcome === 'violated'
      ? [finding.exchange, ...(finding.involved ?? [])].flatMap((id) => failures.get(id) ?? [])[0]
      : undefined;
  return {
    findings: found.filter((finding) => ownerOf(finding) === undefined),
    owned: found.flatMap((finding) => ownerOf(finding) ?? []),
  };
}

/**
 * Why a rule did not apply in the history of its case, if another rule owns the reason:
 *
 *     patch/last-write-wins, whose PATCH returned 500   -> patch/well-formed-patch-is-accepted
 */
export function blockerOf(rule: Rule, history: History, context: CheckContext): Blocker | undefined {
  if (OWNING_IDS.has(rule.id)) return undefined;
  return [...ownedFailures(history, context).values()][0] ?? refusedCall(rule, history);
}

const OWNED = new WeakMap<History, ReadonlyMap<number, Blocker>>();

/** The failed precondition of each exchange, cached per history. */
function ownedFailures(history: History, context: CheckContext): ReadonlyMap<number, Blocker> {
  return cached(OWNED, history, () => findOwnedFailures(history, context));
}

function findOwnedFailures(history: History, context: CheckContext): ReadonlyMap<number, Blocker> {
  const exchanges = new Map(history.exchanges.map((exchange) => [exchange.id, exchange]));
  return new Map(
    OWNING_RULES.flatMap((owner) =>
      [...owner.check(history, context)].flatMap((finding): (readonly [number, Blocker])[] =>
        finding.outcome === 'violated' && isOwning(owner, finding)
          ? [
              [
                finding.exchange,
                { ...blockerAt(exchanges.get(finding.exchange), owner.id, finding.actual), violation: finding },
              ],
            ]
          : [],
      ),
    ),
  );
}

/**
 * Statuses of refusals that a valid case may cause: another client, or an earlier step, may have created or changed
 * the object.
 */
const MAY_BE_SOUND: ReadonlySet<number> = new Set([409, 410, 412]);

/** The first refused call of a case whose calls must all succeed. */
function refusedCall({ negative }: Rule, history: History): Blocker | undefined {
  if (negative === true) return undefined;
  const { exchanges } = history;
  const refused = exchanges.find(
    (exchange) =>
      exchange.call !== undefined &&
      ((brokeDown(exchange) && !isOwnMistake(history, exchange)) ||
        (turnedDown(exchange) &&
          !MAY_BE_SOUND.has(statusOf(exchange)) &&
          !(exchange.call.verb === 'create' && isOwnMistake(history, exchange)))) &&
      !cameTooLate(history, exchange),
  );
  if (refused?.call === undefined) return undefined;
  return blockerAt(refused, OWNERS[refused.call.verb].id, responseOf(refused));
}

/**
 * Whether the request was invalid in the server's state, such as a create with a taken name; the document leaves the
 * error code open.
 */
function isOwnMistake(history: History, exchange: Exchange): boolean {
  return isResourceCall(exchange) && mayBeMistaken(observedStateOf(history), exchange);
}

/**
 * Whether a write met another state than its case expects: another client, such as a controller, has replaced the
 * version that it names, or the object is being deleted. Whether and with which code that is refused is open.
 */
function cameTooLate(history: History, exchange: Exchange): boolean {
  if (!isResourceCall(exchange) || !isUpdate(exchange.call.verb)) return false;
  return isReplacedBeside(history, exchange) || (turnedDown(exchange) && changesLeaving(history, exchange));
}

/** Whether a write is about an object that is being deleted, and does not release it by a patch of its finalizers. */
function changesLeaving(history: History, exchange: ResourceCalled): boolean {
  const before = observedStateOf(history).lastObservation(keyCalled(exchange), exchange.began, true);
  const releases = exchange.request.method === 'PATCH' && exchange.request.body?.text.includes('finalizers') === true;
  return isTerminating(before?.content) && !releases;
}

function blockerAt(exchange: Exchange | undefined, by: string, actual: string): Blocker {
  const operation = exchange?.call?.operation.id;
  const request = exchange === undefined ? 'a request' : `${exchange.request.method} ${exchange.request.target}`;
  return { by, evidence: `${request}: ${actual}`, ...(operation === undefined ? {} : { operation }) };
}

/** The operations with a successful call in the history to which no owning rule objects. */
export function soundOperations(history: History, context: CheckContext): ReadonlySet<OperationId> {
  const failures = ownedFailures(history, context);
  return new Set(
    history.exchanges.flatMap(({ id, call, response }) =>
      call === undefined || response === undefined || response.status >= 300 || failures.has(id)
        ? []
        : [call.operation.id],
    ),
  );
}
