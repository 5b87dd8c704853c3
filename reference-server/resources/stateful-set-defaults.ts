import type { ApiObject } from './api-object.ts';
import { isAbsent, members, type Members, withChanged, withDefaults, withEach, withMember } from './json-members.ts';
import { claimDefaults } from './plain-defaults.ts';
import { withStatusDefaults } from './status-isolation.ts';
import type { StrategyContext } from './strategy.ts';
import { isAppsV1, selectingOwnerDefaults, specOf, withSpec } from './template-owner.ts';

const SPEC: Members = {
  replicas: 1,
  podManagementPolicy: 'OrderedReady',
  updateStrategy: {},
  revisionHistoryLimit: 10,
};

/** What a claim is until it is bound, in a template of claims too. */
export const PENDING: Members = { phase: 'Pending' };

/**
 * What a stateful set has that nobody named: controllers read it without asking whether it is there. As with daemons, the view of that era leaves
 * pods to be deleted by hand, and clients of the newer one reckon with what that brought.
 */
export function statefulSetDefaults(object: ApiObject, context: StrategyContext): ApiObject {
  const filled = selectingOwnerDefaults(object, SPEC, context);
  const spec = specOf(filled);
  const withStrategy = withMember(
    spec,
    'updateStrategy',
    strategyOf(members(spec['updateStrategy']), isAppsV1(context)),
  );
  return withStatusDefaults(withSpec(filled, withPendingClaims(withStrategy)), { replicas: 0 });
}

/** The older view says nothing of shares that nobody named. */
function strategyOf(sent: Members, isNewer: boolean): Members {
  const strategy = withDefaults(sent, { type: isNewer ? 'RollingUpdate' : 'OnDelete' });
  if (strategy['type'] !== 'RollingUpdate') return strategy;
  const rolling = isNewer && isAbsent(strategy['rollingUpdate']) ? withMember(strategy, 'rollingUpdate', {}) : strategy;
  return withChanged(rolling, 'rollingUpdate', (share) => withDefaults(share, { partition: 0 }));
}

function withPendingClaims(spec: Members): Members {
  return withEach(spec, 'volumeClaimTemplates', (claim) =>
    claimDefaults(withMember(claim, 'status', withDefaults(members(claim['status']), PENDING))),
  );
}
