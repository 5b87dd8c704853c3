import { PATCH_TYPES } from '../../../spec/surface/media-types.ts';
import { stateBefore } from '../../checks/fresh-reads.ts';
import { undecidedInitContainers } from '../../checks/init-containers.ts';
import { judgePatched } from '../../checks/patch/patched.ts';
import { judgeFullCreates } from '../../checks/validation/full-creates.ts';
import { judgeFullStatuses } from '../../checks/validation/full-statuses.ts';
import { madeUpMembers } from '../../checks/validation/made-up.ts';
import { wayOf } from '../../checks/way-of.ts';
import { judgeRefusedWrites } from '../../checks/write/refused-writes.ts';
import { judgeReplaced } from '../../checks/write/replaced.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';
import { applyPatch } from '../../oracle/merge/apply-patch.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { fc, operationsOf, resourceOf, stepsOn } from '../cases.ts';
import { received, callsOf, sent, show, violated, type ResourceCalled, keyCalled } from '../judging.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';
import { STATUS_WRITES } from '../status/status-cases.ts';
import { EMPTIED, FULL_PROGRAMS } from './full-programs.ts';

export const rule: Rule = {
  id: 'validation/full-objects-are-stored',
  level: 'must',
  title:
    'Each kind of write accepts every member of every kind with legal values, stores it as it was sent and can remove it again, in later elements of lists too.',
  cites: [
    'what-the-service-does.1',
    'what-the-service-does.desired-state',
    'errors.1',
    'semantics.1.1',
    'semantics.4.1',
    'semantics.4.2',
    'semantics.4.3',
    'semantics.2.2',
  ],
  operations: [...operationsOf(['create', 'replace', 'patch']), ...STATUS_WRITES],
  cases: (operation, choices) =>
    fc.constant(FULL_PROGRAMS[operation.verb as keyof typeof FULL_PROGRAMS](stepsOn(resourceOf(operation)), choices)),
  check,
  least: 1,
  sweep: true,
};

function* check(history: History, context: CheckContext): Iterable<Finding> {
  yield* judgeRefusedWrites(
    history,
    rule.id,
    'success: every member and value is legal',
    (exchange) => !keyCalled(exchange).name.includes(EMPTIED) && fits(history, exchange),
  );
  yield* judgeMadeUp(history, context);
  yield* judgeFullCreates(history, context, rule.id);
  yield* judgeReplaced(history, context);
  for (const type of PATCH_TYPES) yield* judgePatched(history, context, type);
  yield* judgeFullStatuses(history, rule.id);
}

/**
 * Whether a patch can be applied to the object as it was shown before. If an earlier write of the case stored something
 * else, or nothing, it cannot.
 */
function fits(history: History, exchange: ResourceCalled): boolean {
  const { resource, verb } = exchange.call;
  const patch = exchange.request.body?.value;
  if (verb !== 'patch' || patch === undefined) return true;
  const before = stateBefore(observedStateOf(history), keyCalled(exchange), exchange);
  if (before === undefined) return false;
  return !('refused' in applyPatch(requestType(exchange), before.content, patch, resource.schema));
}

/** Judges the responses to creates and PUTs of its cases: no member without a default may appear. */
function* judgeMadeUp(history: History, { choices }: CheckContext): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'create', 'replace')) {
    const [asked, response] = [sent(exchange), received(exchange)];
    if (!sentFor(exchange, rule.id) || asked === undefined || response === undefined) continue;
    const { kind } = exchange.call.resource;
    for (const { path, actual } of madeUpMembers(kind, asked, response)) {
      if (undecidedInitContainers(kind, choices).some((undecided) => path.startsWith(undecided))) continue;
      const cause = `${path.replaceAll(/\[[^\]]*\]/g, '*')} is made up by ${wayOf(exchange)}`;
      yield violated(exchange, `${path} is absent, for it was not sent`, show(actual), cause);
    }
  }
}
