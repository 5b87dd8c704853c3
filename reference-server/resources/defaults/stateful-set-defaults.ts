import type { ApiObject } from '../api-object.ts';
import {
  isAbsent,
  members,
  type Members,
  withChanged,
  withDefaults,
  withEach,
  withMember,
} from '../values/json-members.ts';
import { claimDefaults } from './plain-defaults.ts';
import { withStatusDefaults } from '../status-isolation.ts';
import type { StrategyContext } from '../strategy.ts';
import { isAppsV1, specOf, withSpec } from '../template-owner.ts';
import { selectingOwnerDefaults } from './template-owner-defaults.ts';

const SPEC: Members = {
  replicas: 1,
  podManagementPolicy: 'OrderedReady',
  updateStrategy: {},
  revisionHistoryLimit: 10,
};

/** The status of an unbound claim, also in claim templates. */
export const PENDING: Members = { phase: 'Pending' };

/**
 * Defaults of a stateful set, whose members clients read unconditionally. The group-version of that era uses
 * OnDelete; clients of the newer one expect RollingUpdate.
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

/** The older group-version has no default partition. */
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
