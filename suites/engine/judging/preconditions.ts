import type { Verdict } from '../../../shared/verdict-log/verdict.ts';
import type { Operation } from '../../../spec/surface/operations.ts';
import { operationFor } from '../../../spec/surface/operations.ts';
import { resourceById } from '../../../spec/surface/resources.ts';
import { OWNERS, judgesFailing, tellerOf } from '../../rules/owners.ts';
import type { Rule } from '../../rules/rule.ts';
import { makerOf } from '../../rules/steps.ts';
import type { Capabilities, Capability } from '../../target/capabilities.ts';
import { loopId, protobufId } from '../../target/capabilities.ts';

/** Why a rule cannot be judged on an operation of this target. */
export interface Obstacle {
  readonly verdict: Extract<Verdict, 'unsupported' | 'blocked' | 'skipped'>;
  readonly reason: string;
  /** Of `blocked`: the rule that owns the precondition; of `unsupported`: the rule that fails because a tabulated operation is not served. */
  readonly blockedBy?: string;
}

const NOT_LOOKED_FOR: Capability = {
  offer: 'unsupported',
  evidence: 'it was not looked whether the target runs control loops',
};
const NOT_TRIED: Capability = { offer: 'unsupported', evidence: 'it was not tried whether the target speaks protobuf' };

/** What a write may be answered because of others; rules about locks judge it. */
const CONFLICT = 409;

function blockedOn({ verb }: Operation, evidence: string): Obstacle {
  const { id } = OWNERS[verb];
  return { verdict: 'blocked', reason: `blocked by ${id}: ${evidence}`, blockedBy: id };
}

function unserved(operation: Operation, reason: string): Obstacle {
  return { verdict: 'unsupported', reason, blockedBy: tellerOf(operation).id };
}

/**
 * What stands in the way, if anything: an operation that the target does not serve makes the rule `unsupported`, unless it is the rule that says so of a tabulated one. A
 * needed one, or its own, that is offered by the document but fails makes it `blocked` by the rule that owns such calls, one that the run may not send makes it `skipped`. Where a control loop does not act, or protobuf is not spoken, a rule that needs it is `unsupported`. */
export function obstacleTo(rule: Rule, operation: Operation, capabilities: Capabilities): Obstacle | undefined {
  const own = capabilities[operation.id];
  if (own?.offer === 'withheld') return { verdict: 'skipped', reason: own.evidence };
  if (own?.offer === 'unsupported') return { verdict: 'unsupported', reason: own.evidence };
  if (own?.offer === 'absent')
    return own.shown && rule.id === tellerOf(operation).id ? undefined : unserved(operation, own.evidence);
  if (
    own?.offer === 'failing' &&
    own.status !== undefined &&
    own.status !== CONFLICT &&
    !judgesFailing(rule, operation)
  )
    return blockedOn(operation, own.evidence);
  const loop = rule.loop === undefined ? undefined : (capabilities[loopId(rule.loop)] ?? NOT_LOOKED_FOR);
  if (loop !== undefined && loop.offer !== 'offered') return { verdict: 'unsupported', reason: loop.evidence };
  const protobuf = rule.protobuf === undefined ? undefined : (capabilities[protobufId(rule.protobuf)] ?? NOT_TRIED);
  if (protobuf !== undefined && protobuf.offer !== 'offered')
    return { verdict: 'unsupported', reason: protobuf.evidence };
  for (const needed of neededBy(rule, operation)) {
    const capability = capabilities[needed.id];
    if (capability?.offer === 'withheld')
      return { verdict: 'skipped', reason: `needs ${needed.id}: ${capability.evidence}` };
    if (capability?.offer === 'unsupported')
      return { verdict: 'unsupported', reason: `needs ${needed.id}: ${capability.evidence}` };
    if (capability?.offer === 'absent') return unserved(needed, `needs ${needed.id}: ${capability.evidence}`);
    if (capability?.offer === 'failing') return blockedOn(needed, capability.evidence);
  }
  return undefined;
}

/** What the cases of a rule cannot do without; objects are made through the resource that their kind is created by. */
export function neededBy(rule: Rule, operation: Operation): Operation[] {
  if (operation.resource === undefined) return [];
  const resource = resourceById(operation.resource);
  const needed = (rule.needs ?? ['create']).flatMap(
    (verb) => operationFor(verb === 'create' ? makerOf(resource).id : resource.id, verb) ?? [],
  );
  return needed.filter(({ id }) => id !== operation.id);
}
