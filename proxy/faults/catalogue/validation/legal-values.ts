import { JSON_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { containersOf, isObject, objectAt, objectPath, walk } from '../../bend.ts';
import type { FaultyRequest, Bendable, Fault } from '../../fault.ts';
import { operationsOf } from '../../json-patch.ts';
import { faults } from '../../named.ts';
import { isOfType, isOne, ofKind } from '../../requests.ts';
import { asking, BODIED, changedByStored, conditionsOf, membersOf, podSpecsOf, refusing, sending } from '../../ways.ts';
import { refusingSpecs } from './bend-specs.ts';

function removesSecret(operation: unknown): boolean {
  return isObject(operation) && operation['op'] === 'remove' && String(operation['path']).endsWith('/secretName');
}

const FLAGS = ['paused', 'suspend'] as const;

function turnsOff({ path, value }: Bendable): boolean {
  return value === false && FLAGS.some((flag) => path === `/spec/${flag}`);
}

/** Members that a struct of Go leaves out when they are false or 0. */
const LEFT_OUT = [
  'paused',
  'minReadySeconds',
  'stdin',
  'stdinOnce',
  'tty',
  'readOnly',
  'hostNetwork',
  'hostPID',
  'hostIPC',
] as const;

/** Legal values that one kind of write refuses, drops or makes up. */
export const LEGAL_VALUES: readonly Fault[] = faults({
  'stdin-once-without-stdin-refused': {
    summary: 'a create of a container with stdinOnce and without stdin is refused; only tty needs stdin',
    caughtBy: 'validation/legal-values-are-accepted',
    hooks: refusingSpecs('create', (spec) =>
      containersOf(spec).some(({ stdin, stdinOnce }) => stdinOnce === true && stdin !== true),
    ),
  },
  'names-of-containers-must-begin-with-a-letter': {
    summary: 'a write of a container whose name begins with a digit is refused',
    caughtBy: 'validation/legal-values-are-accepted',
    hooks: refusingSpecs(['create', 'replace', 'patch'], (spec) =>
      containersOf(spec).some(({ name }) => /^\d/.test(String(name))),
    ),
  },
  'dns-policy-for-host-networks-refused-by-put': {
    summary: 'a PUT whose pod template has the dnsPolicy ClusterFirstWithHostNet is refused',
    caughtBy: 'validation/legal-values-are-accepted',
    hooks: refusingSpecs('replace', (spec) => spec['dnsPolicy'] === 'ClusterFirstWithHostNet'),
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
  // Container, envFrom: "keys must be C_IDENTIFIER" - which may begin with an underscore, as `_JAVA_OPTIONS` does.
  'variables-with-a-leading-underscore-are-refused': {
    summary: 'a write of a container with an environment variable whose name begins with an underscore is refused',
    caughtBy: 'validation/full-objects-are-stored',
    hooks: refusingSpecs([...BODIED, 'patch'], (spec) =>
      containersOf(spec).some((container) =>
        membersOf(container, 'env').some(({ name }) => String(name).startsWith('_')),
      ),
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
  'flags-stay-on-in-patches': {
    summary: 'a patch that sets paused of a deployment or suspend of a cron job to false leaves it true',
    caughtBy: 'validation/legal-values-are-accepted',
    hooks: asking('patch', (request) => {
      const spec = objectAt(request.json, 'spec');
      for (const flag of FLAGS) if (spec?.[flag] === false) delete spec[flag];
      if (Array.isArray(request.json)) request.json = operationsOf(request).filter((each) => !turnsOff(each));
    }),
  },
  'flags-stay-on-in-puts': {
    summary: 'a PUT that sets paused of a deployment or suspend of a cron job to false leaves it true',
    caughtBy: 'validation/legal-values-are-accepted',
    hooks: changedByStored('replace', (body, stored) => {
      const spec = objectAt(body, 'spec');
      for (const flag of FLAGS) if (spec?.[flag] === false) spec[flag] = objectAt(stored, 'spec')?.[flag];
    }),
  },
  'strategic-patch-leaves-zero-values-out': {
    summary:
      'a strategic merge patch cannot set paused, stdin, stdinOnce, tty, readOnly or the host namespaces to false, nor minReadySeconds to 0',
    caughtBy: 'validation/legal-values-are-accepted',
    hooks: sending(
      (request) => isOfType(request, STRATEGIC_MERGE_PATCH_TYPE),
      (body) =>
        walk(body, (inner) => {
          for (const member of LEFT_OUT) if (inner[member] === false || inner[member] === 0) delete inner[member];
        }),
    ),
  },
  'workloads-keep-their-scale': {
    summary: 'a PUT of a replica set or a job keeps the stored replicas or parallelism',
    caughtBy: 'validation/full-objects-are-stored',
    hooks: changedByStored('replace', (body, stored) => {
      const [spec, kept] = [objectAt(body, 'spec'), objectAt(stored, 'spec')];
      if (spec === undefined || kept === undefined || !['ReplicaSet', 'Job'].includes(String(stored['kind']))) return;
      for (const count of ['replicas', 'parallelism'])
        if (typeof spec[count] === 'number' && kept[count] !== undefined) spec[count] = kept[count];
    }),
  },
  'backend-of-an-ingress-stays-beside-rules': {
    summary: 'a PUT of an ingress that has rules and no backend keeps the stored backend',
    caughtBy: 'validation/full-objects-are-stored',
    hooks: changedByStored('replace', (body, stored) => {
      const spec = objectAt(body, 'spec');
      if (spec?.['rules'] !== undefined) spec['backend'] ??= objectAt(stored, 'spec')?.['backend'];
    }),
  },
  'service-without-a-selector-keeps-it': {
    summary: 'a PUT of a service that has no selector keeps the stored one',
    caughtBy: 'validation/full-objects-are-stored',
    hooks: changedByStored(ofKind('Service', 'replace'), (body, stored) => {
      const spec = objectAt(body, 'spec');
      if (spec !== undefined) spec['selector'] ??= objectAt(stored, 'spec')?.['selector'];
    }),
  },
  // Semantics 1: "Replace (PUT) replaces the existing `spec` with the supplied one."
  'put-keeps-a-starting-deadline': {
    summary: 'a PUT of a CronJob without startingDeadlineSeconds keeps the stored one',
    caughtBy: 'validation/full-objects-are-stored',
    hooks: changedByStored(ofKind('CronJob', 'replace'), (body, stored) => {
      const [sent, kept] = [objectAt(body, 'spec'), objectAt(stored, 'spec')?.['startingDeadlineSeconds']];
      if (sent !== undefined && kept !== undefined && !Object.hasOwn(sent, 'startingDeadlineSeconds'))
        sent['startingDeadlineSeconds'] = kept;
    }),
  },
  'fractions-of-quantities-are-cut': {
    summary: 'a create or PUT stores 1.5Gi of memory as 1Gi',
    caughtBy: 'validation/full-objects-are-stored',
    hooks: sending(BODIED, (body) => {
      for (const quantities of containersOf(body).flatMap((each) => [
        objectAt(each, 'resources', 'limits'),
        objectAt(each, 'resources', 'requests'),
      ]))
        for (const [name, quantity] of Object.entries(quantities ?? {}))
          if (quantities !== undefined) quantities[name] = String(quantity).replace(/^(\d+)\.\d+([KMG]i)$/, '$1$2');
    }),
  },
  'resources-are-made-up-in-templates': {
    summary: 'a container of a pod template that has no resources gets requests',
    caughtBy: 'validation/full-objects-are-stored',
    hooks: sending(BODIED, (body, { call }) => {
      if (call?.resource?.kind !== 'Pod')
        for (const container of containersOf(body)) container['resources'] ??= { requests: { cpu: '100m' } };
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
  'patched-to-a-rolling-update-without-bounds': {
    summary: 'the response to a patch that turns Recreate into RollingUpdate and names no bounds shows none',
    caughtBy: 'validation/full-objects-are-stored',
    hooks: () => {
      const without = new WeakSet<FaultyRequest>();
      return {
        request: async (request, upstream) => {
          if (!isOne(request, 'patch')) return;
          const strategy = objectAt((await upstream.send('GET', request.path)).json, 'spec', 'strategy');
          if (strategy?.['type'] === 'Recreate' && !JSON.stringify(request.json).includes('maxSurge'))
            without.add(request);
        },
        response: ({ json }, request) => {
          const strategy = objectAt(json, 'spec', 'strategy');
          if (without.has(request) && strategy !== undefined) delete strategy['rollingUpdate'];
        },
      };
    },
  },
});
