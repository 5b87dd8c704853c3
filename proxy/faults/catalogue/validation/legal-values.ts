import { JSON_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { isObject, objectAt, objectPath } from '../../bend.ts';
import type { FaultyRequest, Bendable, Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isOfType, isOne } from '../../requests.ts';
import { asking, membersOf, podSpecsOf, refusing, sending } from '../../ways.ts';

/** A server that refuses some writes with a legal pod spec. */
function refusingSpecs(
  which: (request: FaultyRequest) => boolean,
  isUnwanted: (spec: Bendable) => boolean,
): Fault['hooks'] {
  return refusing((request) => which(request) && podSpecsOf(request.json).some(isUnwanted), 422, 'Invalid');
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
      (request) => isOne(request, 'replace'),
      (spec) => spec['dnsPolicy'] === 'ClusterFirstWithHostNet',
    ),
  },
  'pull-policy-of-a-later-container-refused-by-strategic-patches': {
    summary: 'a strategic merge patch that gives a container after the first the imagePullPolicy Never is refused',
    caughtBy: 'validation/legal-values-are-accepted',
    hooks: refusingSpecs(
      (request) => isOfType(request, STRATEGIC_MERGE_PATCH_TYPE),
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
      (request) => isOfType(request, STRATEGIC_MERGE_PATCH_TYPE),
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
      (request) =>
        isOfType(request, JSON_PATCH_TYPE) && JSON.stringify(request.json ?? null).includes('tolerationSeconds'),
      422,
      'Invalid',
    ),
  },
  'reason-of-a-later-condition-kept-by-status-puts': {
    summary: 'a PUT of /status whose conditions lack reasons keeps the reason of every condition after the first',
    caughtBy: 'validation/full-objects-are-stored',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isOne(request, 'replaceStatus')) return;
        const stored = conditionsOf((await upstream.send('GET', objectPath(request))).json);
        for (const [index, condition] of conditionsOf(request.json).entries())
          if (index > 0 && condition['type'] === stored[index]?.['type'])
            condition['reason'] ??= stored[index]?.['reason'];
      },
    }),
  },
  'tls-secrets-kept-by-json-patches': {
    summary: 'a JSON patch that removes the secretName of a TLS entry leaves it',
    caughtBy: 'validation/full-objects-are-stored',
    hooks: asking(
      (request) => isOfType(request, JSON_PATCH_TYPE),
      (request) => {
        if (Array.isArray(request.json))
          request.json = (request.json as unknown[]).filter((each) => !removesSecret(each));
      },
    ),
  },
  'later-init-containers-get-a-command': {
    summary: 'an init container after the first that has no command gets one',
    caughtBy: 'validation/full-objects-are-stored',
    hooks: sending(
      (request) => isOne(request, 'create') || isOne(request, 'replace'),
      (body) => {
        for (const container of podSpecsOf(body).flatMap((spec) => membersOf(spec, 'initContainers').slice(1)))
          container['command'] ??= ['/bin/sh'];
      },
    ),
  },
});
