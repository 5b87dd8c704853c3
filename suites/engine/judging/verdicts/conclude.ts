import { needsControllers } from '../../../rules/needs.ts';
import type { Rule } from '../../../rules/rule.ts';
import type { CaseRunner } from '../sending/case-runner.ts';
import type { Conclusion } from '../repeating/conclusion.ts';
import { blockedBy, type Tally } from './tally.ts';

/** The reason for skipped rules after `--bail` found its failure. */
export const BAILED = '--bail stopped the run at an earlier failure';

/**
 * The verdict on a rule without an investigated failure. It is `passed` only if the rule applied often enough and at
 * least one finding is `held`:
 *
 *     9 wanted, 5 needed:   9 or 5 applied -> passed;   2 applied -> inconclusive, "applied in 2 of 9 cases wanted ... To settle it: --rules ID --runs 60"
 */
export function conclude(rule: Rule, tally: Tally, runner: CaseRunner): Conclusion {
  if (tally.passedOver)
    return { verdict: 'skipped', reason: `${BAILED}; a case had broken this rule, and was not looked into` };
  const seen = [...tally.observations].sort().join('; ');
  if (tally.cases < tally.needed) return tooSeldom(rule, tally, runner);
  const verdict = rule.level === 'silent' || !tally.kept ? 'informational' : 'passed';
  return seen === '' && verdict === 'passed' ? { verdict } : { verdict, reason: seen };
}

function tooSeldom(rule: Rule, tally: Tally, runner: CaseRunner): Conclusion {
  const applied = `applied in ${tally.cases} of ${tally.wanted} cases wanted`;
  const stop = runner.stopped();
  if (stop !== undefined) return { verdict: stop.verdict, reason: `${stop.reason}: ${applied}` };
  const blocked = blockedBy(tally) ?? tally.troubles[0]?.reason;
  if (blocked !== undefined) return { verdict: 'blocked', reason: `${blocked}; ${applied}` };
  const blocker = tally.blockers.find(
    ({ operation }) => operation === undefined || runner.notOffered(operation) === undefined,
  );
  if (blocker !== undefined)
    return {
      verdict: 'blocked',
      reason: `blocked by ${blocker.by}: ${blocker.evidence}; ${applied}`,
      blockedBy: blocker.by,
    };
  const none = whyLacking(tally, runner) ?? (tally.cases === 0 ? whyNever : whyNotOften)(rule, runner, applied);
  return (
    none ?? {
      verdict: 'inconclusive',
      reason: `${applied}, of which ${tally.needed} are needed: the others did not come to where the rule applies${tally.forbiddenRequest === undefined ? '' : ` (${tally.forbiddenRequest})`}${runner.shares.isSpent(rule.id) ? ', and the rule has used up its share of the run' : ''}. ${howToSettle(rule, tally, runner)}`,
    }
  );
}

/**
 * What may give the rule a verdict: a permission, or flags of the command line for more cases, and for more time if
 * awaited events did not come.
 */
function howToSettle({ id }: Rule, { hurried, forbiddenRequest }: Tally, { runs }: CaseRunner): string {
  if (forbiddenRequest !== undefined) return 'To settle it: allow the suite that request';
  return `To settle it: --rules ${id} --runs ${2 * runs}${hurried.size > 0 ? ' and a longer --timeout' : ''}`;
}

/**
 * The reason, if cases used operations that the target does not offer, or it keeps deleted objects, or ignores
 * finalizers, grace periods or owners, or refused what the document lets it refuse and nothing else.
 */
function whyLacking(
  { lacking, heldBy, unheld, openRefusal, forbiddenRequest }: Tally,
  runner: CaseRunner,
): Conclusion | undefined {
  const [operation] = lacking;
  const open = forbiddenRequest === undefined ? openRefusal : undefined;
  const reason =
    operation === undefined
      ? (open ?? (heldBy && `deleted objects stay: ${heldBy}`) ?? (unheld && `nothing binds objects: ${unheld}`))
      : `its cases need ${operation}: ${runner.notOffered(operation) ?? 'not offered'}`;
  return reason === undefined ? undefined : { verdict: 'unsupported', reason };
}

/** The reason, if the run withholds steps, so that the rule rarely applies. */
function whyNotOften(rule: Rule, runner: CaseRunner, applied: string): Conclusion | undefined {
  const withheld = runner.withheldFrom(rule.id);
  return withheld === undefined
    ? undefined
    : { verdict: 'skipped', reason: `${applied}: the other cases need ${withheld}` };
}

/** The reason why a rule never applied, if known. */
function whyNever(rule: Rule, runner: CaseRunner): Conclusion | undefined {
  const withheld = runner.withheldFrom(rule.id);
  if (withheld !== undefined) return { verdict: 'skipped', reason: `its cases need ${withheld}` };
  return needsControllers(rule)
    ? { verdict: 'unsupported', reason: 'nothing acted on what its cases made, in the time that they wait' }
    : undefined;
}
