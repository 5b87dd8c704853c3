import { copyOf, everyObject, objectAt, objectsOf, succeeded } from '../../bend.ts';
import type { Bendable, Fault, Hooks } from '../../fault.ts';
import { storedOf, uidOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { ofKind } from '../../requests.ts';

/** The bounds of a rolling update stay in their columns while the strategy is another one. */
function rememberingBounds(): Hooks {
  const bounds = new Map<string, Bendable>();
  return {
    request: async (request, upstream) => {
      const strategy = objectAt(request.json, 'spec', 'strategy');
      if (strategy === undefined || !ofKind('Deployment', ['replace', 'patch'])(request)) return;
      if (strategy['type'] !== 'RollingUpdate' || (strategy['rollingUpdate'] ?? null) !== null) return;
      const stored = await storedOf(request, upstream);
      const former = bounds.get(uidOf(stored));
      if (former !== undefined && objectAt(stored, 'spec', 'strategy')?.['type'] === 'Recreate')
        strategy['rollingUpdate'] = copyOf(former);
    },
    response: (response) => {
      for (const object of objectsOf(response)) {
        const rollingUpdate = objectAt(object, 'spec', 'strategy', 'rollingUpdate');
        if (rollingUpdate !== undefined) bounds.set(uidOf(object), copyOf(rollingUpdate));
      }
    },
  };
}

/** The members of a Deployment whose defaults are lost with a null. */
const DEFAULTED = ['progressDeadlineSeconds', 'revisionHistoryLimit'] as const;

/** A Deployment is shown without the defaults of members that a patch sets to null, until these are set again. */
function losingDefaults(): Hooks {
  const lost = new Map<string, Set<string>>();
  const shown = everyObject((object) => {
    for (const member of lost.get(uidOf(object)) ?? []) delete objectAt(object, 'spec')?.[member];
  });
  return {
    event: shown.event,
    response: (response, request) => {
      const uid = uidOf(response.json);
      const spec = objectAt(request.json, 'spec');
      if (succeeded(response) && ofKind('Deployment', 'replace')(request)) lost.delete(uid);
      if (succeeded(response) && ofKind('Deployment', 'patch')(request) && spec !== undefined) {
        const members = lost.get(uid) ?? new Set<string>();
        for (const member of DEFAULTED)
          if (spec[member] === null) members.add(member);
          else if (spec[member] !== undefined) members.delete(member);
        lost.set(uid, members);
      }
      shown.response(response, request);
    },
  };
}

/** Patches after which a member has another value than its default. */
export const DEFAULTS: readonly Fault[] = faults({
  // RollingUpdateDeployment: "default 25%", for a strategy that names no bounds.
  'rolling-update-remembers-former-bounds': {
    summary: 'a write that turns a Deployment from Recreate back to RollingUpdate restores the bounds it once had',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    hooks: rememberingBounds,
  },
  // DeploymentSpec: "progressDeadlineSeconds ... Default 600", "revisionHistoryLimit ... default 2".
  'null-leaves-a-deployment-without-its-default': {
    summary: 'a patch with null for the progress deadline or history limit of a Deployment leaves it without one',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    hooks: losingDefaults,
  },
});
