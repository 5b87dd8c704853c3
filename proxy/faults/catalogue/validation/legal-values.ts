import { JSON_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { isObject, objectAt, objectPath } from '../../bend.ts';
import type { Asked, Bendable, Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isOfType, isOne } from '../../requests.ts';
import { asking, membersOf, podSpecsOf, refusing, sending } from '../../ways.ts';

/** A server that refuses some writes with a legal pod spec. */
function refusingSpecs(which: (asked: Asked) => boolean, isUnwanted: (spec: Bendable) => boolean): Fault['hooks'] {
  return refusing((asked) => which(asked) && podSpecsOf(asked.json).some(isUnwanted), 422, 'Invalid');
}

function removesSecret(operation: unknown): boolean {
  return isObject(operation) && operation['op'] === 'remove' && String(operation['path']).endsWith('/secretName');
}

function conditionsOf(object: unknown): Bendable[] {
  const conditions = objectAt(object, 'status')?.['conditions'];
  return Array.isArray(conditions) ? conditions.filter(isObject) : [];
}

/** Legal values that one kind of write refuses, drops or makes up. */
export const LEGAL_VALUES: readonly Fault[] = faults({
  'dns-policy-for-host-networks-refused-by-put': {
    summary: 'a PUT whose pod template has the dnsPolicy ClusterFirstWithHostNet is refused',
    caughtBy: 'validation/legal-values-are-accepted',
    hooks: refusingSpecs(
      (asked) => isOne(asked, 'replace'),
      (spec) => spec['dnsPolicy'] === 'ClusterFirstWithHostNet',
    ),
  },
  'pull-policy-of-a-later-container-refused-by-strategic-patches': {
    summary: 'a strategic merge patch that gives a container after the first the imagePullPolicy Never is refused',
    caughtBy: 'validation/legal-values-are-accepted',
    hooks: refusingSpecs(
      (asked) => isOfType(asked, STRATEGIC_MERGE_PATCH_TYPE),
      (spec) =>
        membersOf(spec, 'containers')
          .slice(1)
          .some((container) => container['imagePullPolicy'] === 'Never'),
    ),
  },
  'host-network-dropped-by-creates': {
    summary: 'a create stores hostNetwork as false, whatever its body says',
    caughtBy: 'validation/legal-values-are-accepted',
    hooks: sending('create', (body) => podSpecsOf(body).forEach((spec) => delete spec['hostNetwork'])),
  },
  'failure-threshold-dropped-by-strategic-patches': {
    summary: 'a strategic merge patch loses the failureThreshold of the probes of containers after the first',
    caughtBy: 'validation/full-objects-are-stored',
    hooks: sending(
      (asked) => isOfType(asked, STRATEGIC_MERGE_PATCH_TYPE),
      (body) => {
        for (const { livenessProbe, readinessProbe } of podSpecsOf(body).flatMap((spec) =>
          membersOf(spec, 'containers').slice(1),
        )) {
          for (const probe of [livenessProbe, readinessProbe]) if (isObject(probe)) delete probe['failureThreshold'];
        }
      },
    ),
  },
  'tolerations-with-seconds-refused-by-json-patches': {
    summary: 'a JSON patch that sets tolerationSeconds of a pod is refused',
    caughtBy: 'validation/full-objects-are-stored',
    hooks: refusing(
      (asked) => isOfType(asked, JSON_PATCH_TYPE) && JSON.stringify(asked.json ?? null).includes('tolerationSeconds'),
      422,
      'Invalid',
    ),
  },
  'reason-of-a-later-condition-kept-by-status-puts': {
    summary: 'a PUT of /status whose conditions lack reasons keeps the reason of every condition after the first',
    caughtBy: 'validation/full-objects-are-stored',
    hooks: () => ({
      request: async (asked, upstream) => {
        if (!isOne(asked, 'replaceStatus')) return;
        const stored = conditionsOf((await upstream.send('GET', objectPath(asked))).json);
        for (const [index, condition] of conditionsOf(asked.json).entries())
          if (index > 0 && condition['type'] === stored[index]?.['type'])
            condition['reason'] ??= stored[index]?.['reason'];
      },
    }),
  },
  'tls-secrets-kept-by-json-patches': {
    summary: 'a JSON patch that removes the secretName of a TLS entry leaves it',
    caughtBy: 'validation/full-objects-are-stored',
    hooks: asking(
      (asked) => isOfType(asked, JSON_PATCH_TYPE),
      (asked) => {
        if (Array.isArray(asked.json)) asked.json = (asked.json as unknown[]).filter((each) => !removesSecret(each));
      },
    ),
  },
  'later-init-containers-get-a-command': {
    summary: 'an init container after the first that has no command gets one',
    caughtBy: 'validation/full-objects-are-stored',
    hooks: sending(
      (asked) => isOne(asked, 'create') || isOne(asked, 'replace'),
      (body) => {
        for (const container of podSpecsOf(body).flatMap((spec) => membersOf(spec, 'initContainers').slice(1)))
          container['command'] ??= ['/bin/sh'];
      },
    ),
  },
});
