import type { Verdict } from '../../../../shared/verdict-log/verdict.ts';
import { type Operation, operationFor } from '../../../../spec/surface/operations.ts';
import { resourceById } from '../../../../spec/surface/resources.ts';
import { OWNERS, judgesFailing, tellerOf } from '../../../rules/owners.ts';
import { featuresNeeded, verbsNeeded } from '../../../rules/needs.ts';
import type { Rule } from '../../../rules/rule.ts';
import { makerOf } from '../../../rules/steps.ts';
import { type Capabilities, whyAbsent } from '../../../target/capabilities.ts';

/** Why a rule cannot be judged on an operation of this target. */
export interface Obstacle {
  readonly verdict: Extract<Verdict, 'unsupported' | 'blocked' | 'skipped'>;
  readonly reason: string;
  /**
   * For `blocked`: the rule that owns the precondition. For `unsupported`: the rule that fails because a tabulated
   * operation is not served.
   */
  readonly blockedBy?: string;
}

/** The status of a write that conflicts with other writers; rules about locks judge it. */
const CONFLICT = 409;

function blockedOn({ verb }: Operation, evidence: string): Obstacle {
  const { id } = OWNERS[verb];
  return { verdict: 'blocked', reason: `blocked by ${id}: ${evidence}`, blockedBy: id };
}

function unserved(operation: Operation, reason: string): Obstacle {
  return { verdict: 'unsupported', reason, blockedBy: tellerOf(operation).id };
}

/**
 * Why a rule cannot be judged, if so. `unsupported`: the target does not serve the operation (except for the rule
 * that reports unserved tabulated operations), or lacks a controller or protobuf that the rule needs. `blocked`: its
 * own or a needed operation is offered but fails. `skipped`: the run may not call a needed operation.
 */
export function obstacleTo(rule: Rule, operation: Operation, capabilities: Capabilities): Obstacle | undefined {
  const own = capabilities[operation.id];
  if (own?.offer === 'withheld') return { verdict: 'skipped', reason: own.evidence };
  if (own?.offer === 'unsupported') return { verdict: 'unsupported', reason: own.evidence };
  if (own?.offer === 'absent')
    return own.shown && rule.id === tellerOf(operation).id ? undefined : unserved(operation, whyAbsent(own));
  if (
    own?.offer === 'failing' &&
    own.status !== undefined &&
    own.status !== CONFLICT &&
    !judgesFailing(rule, operation)
  )
    return blockedOn(operation, own.evidence);
  for (const feature of featuresNeeded(rule)) {
    const capability = capabilities[feature];
    if (capability?.offer !== 'offered')
      return { verdict: 'unsupported', reason: capability?.evidence ?? `the run did not look for this: ${feature}` };
  }
  for (const needed of neededBy(rule, operation)) {
    const capability = capabilities[needed.id];
    if (capability?.offer === 'withheld')
      return { verdict: 'skipped', reason: `needs ${needed.id}: ${capability.evidence}` };
    if (capability?.offer === 'unsupported')
      return { verdict: 'unsupported', reason: `needs ${needed.id}: ${capability.evidence}` };
    if (capability?.offer === 'absent') return unserved(needed, `needs ${needed.id}: ${whyAbsent(capability)}`);
    if (capability?.offer === 'failing') return blockedOn(needed, capability.evidence);
  }
  return undefined;
}

/** The operations that the cases of a rule need. Objects are created through the resource that creates their kind. */
export function neededBy(rule: Rule, operation: Operation): Operation[] {
  if (operation.resource === undefined) return [];
  const resource = resourceById(operation.resource);
  const needed = verbsNeeded(rule).flatMap(
    (verb) => operationFor(verb === 'create' ? makerOf(resource).id : resource.id, verb) ?? [],
  );
  return needed.filter(({ id }) => id !== operation.id);
}
