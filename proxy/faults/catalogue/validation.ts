import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import {
  containersOf,
  copyOf,
  failureStatus,
  isObject,
  jsonResponse,
  metadataOf,
  objectAt,
  objectPath,
  walk,
} from '../bend.ts';
import type { Asked, Bendable, Fault, FaultyResponse } from '../fault.ts';
import { faults } from '../named.ts';
import { isPatch, isOfType, isOne, isWatch } from '../requests.ts';
import {
  asItIs,
  asking,
  asSent,
  BODIED,
  forgiving,
  membersOf,
  podSpecsOf,
  refusing,
  sending,
  showing,
} from '../ways.ts';

const brokenDown = (message: string): FaultyResponse => jsonResponse(500, failureStatus(500, 'InternalError', message));

const isJson = (asked: Asked): boolean => isOfType(asked, 'application/json');

/** Whether a selector contains a character that no label can have. */
const isUnreadable = ({ query }: Asked): boolean => /[^\w.\-/=!,() ]/.test(query.get('labelSelector') ?? '');

const TYPES: Readonly<Record<string, string>> = {
  gracePeriodSeconds: 'number',
  orphanDependents: 'boolean',
  propagationPolicy: 'string',
};

function hasWrongOption(options: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(TYPES).some(
    ([name, type]) => Object.hasOwn(options, name) && options[name] !== null && typeof options[name] !== type,
  );
}

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

/** Hooks that correct every pod spec in a create or a replace: a server without validation of that member. */
function podSpecs(mend: (spec: Bendable) => void): Fault['hooks'] {
  return sending(BODIED, (body) => podSpecsOf(body).forEach(mend));
}

/** A server that returns success for a create or a replace with such a pod spec, without storing it. */
function echoing(isSuch: (spec: Bendable) => boolean): Fault['hooks'] {
  return forgiving((asked) => isOne(asked, BODIED) && podSpecsOf(asked.json).some(isSuch), [422], asSent);
}

/** A server that replaces illegal values of a pod spec's member by the given legal one. */
function anyOf(
  member: string,
  known: readonly string[],
  holders: (spec: Bendable) => readonly Bendable[] = (spec) => [spec],
): Fault['hooks'] {
  return podSpecs((spec) => {
    for (const holder of holders(spec))
      if (Object.hasOwn(holder, member) && !known.includes(String(holder[member]))) holder[member] = known[0];
  });
}

const containers = (spec: Bendable): readonly Bendable[] => [
  ...membersOf(spec, 'containers'),
  ...membersOf(spec, 'initContainers'),
];

function rollingUpdates(mend: (strategy: Bendable) => void): Fault['hooks'] {
  return sending(BODIED, (body) => {
    const strategy = objectAt(body, 'spec', 'strategy');
    if (strategy !== undefined) mend(strategy);
  });
}

/** A server that drops members with a wrong JSON type. */
function ofType(
  holders: (body: Bendable) => readonly (Bendable | undefined)[],
  types: Readonly<Record<string, string>>,
): Fault['hooks'] {
  return sending(BODIED, (body) => {
    for (const holder of holders(body)) {
      for (const [member, type] of Object.entries(types)) {
        if (
          holder !== undefined &&
          Object.hasOwn(holder, member) &&
          holder[member] !== null &&
          typeof holder[member] !== type
        )
          delete holder[member];
      }
    }
  });
}

const JOB_TYPES = {
  parallelism: 'number',
  completions: 'number',
  activeDeadlineSeconds: 'number',
  manualSelector: 'boolean',
} as const;

function hasNull(value: unknown): boolean {
  let found = false;
  walk(value, (object) => {
    if (Object.values(object).includes(null)) found = true;
  });
  return found;
}

/** Hooks that correct requests before the upstream sees them: a server without validation. */
function lenient(mend: (body: Bendable, asked: Asked) => void): Fault['hooks'] {
  return () => ({
    request: (asked) => {
      if ((asked.method === 'POST' || asked.method === 'PUT') && isObject(asked.json)) mend(asked.json, asked);
    },
  });
}

/** A refused body that names another kind, or another apiVersion, than its path is answered as if it were stored. */
function acceptingForeign(member: 'kind' | 'apiVersion'): Fault['hooks'] {
  return forgiving(['create', 'replace'], [400, 409, 422], (_, asked) =>
    isObject(asked.json) && asked.json[member] !== asked.call?.resource?.[member]
      ? jsonResponse(200, copyOf(asked.json))
      : undefined,
  );
}

/** Faults that rules of the family `validation` find. */
export const VALIDATION_FAULTS: readonly Fault[] = faults({
  'change-of-an-init-container-ignored': {
    summary:
      'a PUT of a pod that changes its init containers answers 200 and keeps them as they are; a change of its containers is refused',
    caughtBy: 'validation/no-member-of-a-container-changes',
    seenIn: 'kubernetes/kubernetes#29034',
    hooks: () => ({
      request: async (asked, upstream) => {
        const spec =
          isOne(asked, 'replace') && asked.call?.resource?.kind === 'Pod' ? objectAt(asked.json, 'spec') : undefined;
        const stored =
          spec === undefined
            ? undefined
            : objectAt((await upstream.send('GET', asked.path)).json, 'spec')?.['initContainers'];
        if (spec !== undefined && stored !== undefined) spec['initContainers'] = stored;
      },
    }),
  },
  'negative-grace-period-of-a-delete-accepted': {
    summary: 'a negative gracePeriodSeconds of a delete is taken for 0',
    caughtBy: 'validation/negative-grace-periods-are-refused',
    seenIn: 'kubernetes/kubernetes#51019',
    hooks: asking(
      (asked) => asked.method === 'DELETE',
      (asked) => {
        if (Number(asked.query.get('gracePeriodSeconds') ?? 0) < 0) asked.query.set('gracePeriodSeconds', '0');
        if (isObject(asked.json) && Number(asked.json['gracePeriodSeconds'] ?? 0) < 0)
          asked.json['gracePeriodSeconds'] = 0;
      },
    ),
  },
  'grace-period-that-is-a-word-is-left-out': {
    summary: 'a gracePeriodSeconds of a delete that is a word is left out, and the delete carried out',
    caughtBy: 'validation/grace-period-is-an-integer',
    hooks: asking(
      (asked) => asked.method === 'DELETE',
      ({ query, json }) => {
        if (Number.isNaN(Number(query.get('gracePeriodSeconds') ?? 0))) query.delete('gracePeriodSeconds');
        if (isObject(json) && typeof json['gracePeriodSeconds'] === 'string') delete json['gracePeriodSeconds'];
      },
    ),
  },
  'delete-of-absent-is-a-server-error': {
    summary: 'a delete of an object that is not there is answered 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kubernetes/kubernetes#486',
    hooks: forgiving('delete', [404], () => jsonResponse(500, failureStatus(500, 'InternalError', 'no such key'))),
  },
  'strategic-and-merge-patches-are-not-validated': {
    summary:
      'a merge patch or strategic merge patch that would make an object invalid answers 200 and changes nothing; a JSON patch is refused',
    caughtBy: 'validation/strategy-type-is-one-of-two',
    hooks: forgiving((asked) => isOne(asked, 'patch') && !isOfType(asked, JSON_PATCH_TYPE), [422], asItIs),
  },
  'missing-body-taken-for-nothing': {
    summary: 'a PATCH without a body answers 200 and the object as it is',
    caughtBy: 'validation/missing-bodies-are-refused',
    seenIn: 'strongloop/strong-remoting#342',
    hooks: () => ({
      request: async (asked, upstream) =>
        isOne(asked, ['patch', 'patchStatus']) && asked.raw.length === 0 ? upstream.send('GET', asked.path) : undefined,
    }),
  },
  'array-body-taken-for-its-element': {
    summary: 'a body that is no object is taken for an empty one: a create makes something nobody asked for',
    caughtBy: 'validation/bodies-that-are-no-objects-are-refused',
    hooks: () => ({
      request: (asked) => {
        if (
          !isOne(asked, 'create') ||
          asked.json === undefined ||
          isObject(asked.json) ||
          asked.call?.resource?.kind !== 'ConfigMap'
        )
          return;
        asked.json = { metadata: { generateName: 'element-' } };
      },
    }),
  },
  'unreadable-timeout-ignored': {
    summary: 'a timeoutSeconds that is no number is ignored',
    caughtBy: 'validation/numbers-in-parameters-are-read',
    hooks: asking(
      (asked) => !/^\d*$/.test(asked.query.get('timeoutSeconds') ?? ''),
      (asked) => asked.query.delete('timeoutSeconds'),
    ),
  },
  'kind-of-the-body-wins': {
    summary: 'a body that names another kind is accepted, and its object shown with the kind that it named',
    caughtBy: 'validation/foreign-kinds-are-not-stored-as-sent',
    hooks: acceptingForeign('kind'),
  },
  'version-of-the-body-wins': {
    summary: 'a body that names another apiVersion is accepted, and its object shown with the one that it named',
    caughtBy: 'validation/unknown-api-versions-are-not-stored-as-sent',
    hooks: acceptingForeign('apiVersion'),
  },
  'namespace-of-the-body-ignored': {
    summary: 'a body that names another namespace than its path is stored in that of the path',
    caughtBy: 'validation/body-cannot-name-another-namespace',
    hooks: sending(['create', 'replace'], (body, { call }) => {
      if (call?.namespace !== undefined) metadataOf(body)['namespace'] = call.namespace;
    }),
  },
  'failing-test-is-a-server-error': {
    summary: 'a JSON patch whose test fails, or that does not apply, is answered 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kubernetes/kubernetes#68202',
    hooks: forgiving(
      (asked) => isPatch(asked, JSON_PATCH_TYPE),
      [400, 409, 422],
      () => jsonResponse(500, failureStatus(500, 'InternalError', 'testing value failed')),
    ),
  },
  'malformed-patch-is-a-server-error': {
    summary: 'a patch that is no object is answered 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kubernetes/kubernetes#54423',
    hooks: forgiving(
      (asked) => asked.method === 'PATCH' && !isObject(asked.json),
      [400, 415, 422],
      () => jsonResponse(500, failureStatus(500, 'InternalError', 'cannot unmarshal')),
    ),
  },
  'patch-of-wrong-types-is-a-server-error': {
    summary: 'a patch that makes a member of another type is answered 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kubernetes/kubernetes#79210',
    hooks: forgiving(
      (asked) => asked.method === 'PATCH' && isObject(asked.json),
      [400, 422],
      () => jsonResponse(500, failureStatus(500, 'InternalError', 'unrecognized type')),
    ),
  },
  'unreadable-selector-is-a-server-error': {
    summary: 'a label selector that cannot be read is answered 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kubernetes/kubernetes#39730',
    hooks: forgiving(isUnreadable, [400, 422], () => brokenDown('unable to parse requirement')),
  },
  'unreadable-version-is-a-server-error': {
    summary: 'a watch from a version that is no number is answered 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kubernetes/kubernetes#139485',
    hooks: () => ({
      request: (asked) =>
        isWatch(asked) && !/^\d*$/.test(asked.query.get('resourceVersion') ?? '')
          ? brokenDown('invalid syntax')
          : undefined,
    }),
  },
  'delete-options-of-wrong-types-are-a-server-error': {
    summary: 'a delete whose options have members of another JSON type is answered 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kubernetes/kubernetes#139491',
    hooks: () => ({
      request: (asked) =>
        isOne(asked, ['delete', 'deleteCollection']) && isObject(asked.json) && hasWrongOption(asked.json)
          ? brokenDown('cannot unmarshal')
          : undefined,
    }),
  },
  'null-body-is-a-server-error': {
    summary: 'a create whose body is null is answered 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kubernetes/kubernetes#139463',
    hooks: () => ({
      request: (asked) =>
        isOne(asked, 'create') && asked.json === null ? brokenDown('failed to allocate') : undefined,
    }),
  },
  'broken-json-is-a-server-error': {
    summary: 'a create whose body is no JSON, and is said to be, is answered 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kubernetes/kubernetes#2111',
    hooks: forgiving(
      (asked) => isOne(asked, 'create') && isJson(asked) && asked.json === undefined && asked.raw.length > 0,
      [400, 422],
      () => brokenDown('could not get version and kind'),
    ),
  },
  'numbers-are-shown-as-texts': {
    summary: 'the replicas of a spec are shown as text',
    caughtBy: 'validation/answers-have-the-types-of-their-tables',
    hooks: showing((object) => {
      const spec = objectAt(object, 'spec');
      if (typeof spec?.['replicas'] === 'number') spec['replicas'] = String(spec['replicas']);
    }),
  },
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
    summary: 'a JSON patch that says for how many seconds a pod tolerates a taint is refused',
    caughtBy: 'validation/full-objects-are-stored',
    hooks: refusing(
      (asked) => isOfType(asked, JSON_PATCH_TYPE) && JSON.stringify(asked.json ?? null).includes('tolerationSeconds'),
      422,
      'Invalid',
    ),
  },
  'reason-of-a-later-condition-kept-by-status-puts': {
    summary: 'a PUT of /status leaves the reason of conditions after the first, although its body has none there',
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
    summary: 'a JSON patch that removes the secret name of a TLS entry leaves it',
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
  'pod-without-containers-accepted': {
    summary: 'a pod without containers is stored',
    caughtBy: 'validation/there-is-a-container',
    hooks: podSpecs((spec) => {
      if (membersOf(spec, 'containers').length === 0) spec['containers'] = [{ name: 'none', image: 'none' }];
    }),
  },
  'container-names-not-checked': {
    summary: 'a container whose name is no DNS label is stored',
    caughtBy: 'validation/container-name-is-a-dns-label',
    seenIn: 'rancher/rancher#8470',
    hooks: podSpecs((spec) => {
      for (const [index, container] of containers(spec).entries())
        if (!/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(String(container['name']))) container['name'] = `c${index}`;
    }),
  },
  'names-of-init-containers-not-checked': {
    summary: 'an init container whose name is no DNS label is stored; names of other containers are checked',
    caughtBy: 'validation/container-name-is-a-dns-label',
    hooks: podSpecs((spec) => {
      for (const [index, container] of membersOf(spec, 'initContainers').entries())
        if (!/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(String(container['name']))) container['name'] = `i${index}`;
    }),
  },
  'terminals-of-later-containers-not-checked': {
    summary: 'a container after the first with a tty and without stdin is stored',
    caughtBy: 'validation/tty-needs-stdin',
    hooks: podSpecs((spec) => {
      for (const container of membersOf(spec, 'containers').slice(1))
        if (container['tty'] === true) container['stdin'] = true;
    }),
  },
  'strategy-types-not-checked': {
    summary: 'a strategy whose type is a number or another value that is no text is stored as RollingUpdate',
    caughtBy: 'validation/deployment-strategies-have-the-types-of-their-table',
    hooks: rollingUpdates((strategy) => {
      if (strategy['type'] !== undefined && typeof strategy['type'] !== 'string') strategy['type'] = 'RollingUpdate';
    }),
  },
  'refused-labels-left-behind': {
    summary: 'a PUT that is refused as invalid stores its labels all the same',
    caughtBy: 'validation/there-is-a-container',
    hooks: () => ({
      response: async (answered, asked, upstream) => {
        if (asked.call?.verb !== 'replace' || answered.status !== 422) return;
        await upstream.send(
          'PATCH',
          asked.path,
          { metadata: { labels: metadataOf(asked.json)['labels'] } },
          MERGE_PATCH_TYPE,
        );
      },
    }),
  },
  'second-bound-of-a-rolling-update-not-checked': {
    summary: 'a merge patch that makes maxUnavailable 0 beside a maxSurge of 0 answers as though nothing were wrong',
    caughtBy: 'validation/max-surge-and-max-unavailable-are-not-both-zero',
    hooks: forgiving(
      ({ call, json }) =>
        call?.verb === 'patch' &&
        Object.keys(objectAt(json, 'spec', 'strategy', 'rollingUpdate') ?? {}).join() === 'maxUnavailable',
      [422],
      asItIs,
    ),
  },
  'long-names-of-containers-accepted': {
    summary: 'a create with a container whose name has more than 63 characters is acknowledged',
    caughtBy: 'validation/illegal-values-are-refused-everywhere',
    hooks: forgiving(
      (asked) =>
        isOne(asked, 'create') && containersOf(asked.json).some(({ name }) => /^[a-z0-9-]{64,}$/.test(String(name))),
      [422],
      asSent,
    ),
  },
  'host-network-beside-stored-aliases-accepted': {
    summary:
      'a patch that puts a pod template with host aliases on the host network answers as though nothing were wrong',
    caughtBy: 'validation/illegal-values-are-refused-everywhere',
    hooks: forgiving(
      ({ call, json }) =>
        call?.verb === 'patch' && /hostNetwork/.test(JSON.stringify(json)) && !/hostAliases/.test(JSON.stringify(json)),
      [422],
      asItIs,
    ),
  },
  'stdin-taken-from-a-terminal': {
    summary:
      'a strategic merge patch that takes stdin from a container with a tty answers as though nothing were wrong',
    caughtBy: 'validation/illegal-values-are-refused-everywhere',
    hooks: forgiving(
      (asked) =>
        isOfType(asked, STRATEGIC_MERGE_PATCH_TYPE) &&
        /"stdin"/.test(JSON.stringify(asked.json)) &&
        !/"tty"/.test(JSON.stringify(asked.json)),
      [422],
      asItIs,
    ),
  },
  'strategic-patch-of-a-container-ignored': {
    summary: 'a strategic merge patch that would change a container of a pod answers 200 and the pod as it is',
    caughtBy: 'validation/no-member-of-a-container-changes',
    hooks: forgiving(
      (asked) => asked.call?.verb === 'patch' && isOfType(asked, STRATEGIC_MERGE_PATCH_TYPE),
      [422],
      asItIs,
    ),
  },
  'left-out-members-of-a-container-kept': {
    summary: 'a PUT of a pod that leaves out args or command of a container answers 200, and keeps them',
    caughtBy: 'validation/no-member-of-a-container-changes',
    hooks: forgiving(
      (asked) =>
        asked.call?.verb === 'replace' &&
        podSpecsOf(asked.json).some((spec) =>
          membersOf(spec, 'containers')
            .slice(2)
            .some(({ args, command }) => args === undefined || command === undefined),
        ),
      [422],
      asItIs,
    ),
  },
  'image-pull-policy-not-checked': {
    summary: 'an unknown imagePullPolicy is stored',
    caughtBy: 'validation/image-pull-policy-is-one-of-three',
    hooks: anyOf('imagePullPolicy', ['Always', 'Never', 'IfNotPresent'], containers),
  },
  'restart-policy-not-checked': {
    summary: 'an unknown restartPolicy is stored',
    caughtBy: 'validation/restart-policy-is-one-of-three',
    hooks: anyOf('restartPolicy', ['Always', 'OnFailure', 'Never']),
  },
  'dns-policy-not-checked': {
    summary: 'an unknown dnsPolicy is stored',
    caughtBy: 'validation/dns-policy-is-one-of-three',
    hooks: anyOf('dnsPolicy', ['ClusterFirst', 'ClusterFirstWithHostNet', 'Default']),
  },
  'termination-message-policy-not-checked': {
    summary: 'an unknown terminationMessagePolicy is stored',
    caughtBy: 'validation/termination-message-policy-is-one-of-two',
    hooks: anyOf('terminationMessagePolicy', ['File', 'FallbackToLogsOnError'], containers),
  },
  'zero-active-deadline-accepted': {
    summary: 'an activeDeadlineSeconds of 0 or less is stored',
    caughtBy: 'validation/active-deadline-is-positive',
    hooks: podSpecs((spec) => {
      if (Number(spec['activeDeadlineSeconds'] ?? 1) <= 0) delete spec['activeDeadlineSeconds'];
    }),
  },
  'negative-grace-period-of-a-pod-accepted': {
    summary: 'a negative terminationGracePeriodSeconds is stored',
    caughtBy: 'validation/termination-grace-period-is-not-negative',
    seenIn: 'kubernetes/kubernetes#98866',
    hooks: podSpecs((spec) => {
      if (Number(spec['terminationGracePeriodSeconds'] ?? 0) < 0) spec['terminationGracePeriodSeconds'] = 0;
    }),
  },
  'probes-of-init-containers-accepted': {
    summary: 'an init container with probes is answered as though it were stored',
    caughtBy: 'validation/init-container-has-no-probes',
    hooks: echoing((spec) =>
      membersOf(spec, 'initContainers').some(
        ({ livenessProbe, readinessProbe }) => livenessProbe !== undefined || readinessProbe !== undefined,
      ),
    ),
  },
  'lifecycle-of-init-containers-accepted': {
    summary: 'an init container with lifecycle actions is answered as though it were stored',
    caughtBy: 'validation/init-container-has-no-lifecycle',
    hooks: echoing((spec) => membersOf(spec, 'initContainers').some(({ lifecycle }) => lifecycle !== undefined)),
  },
  'later-init-container-of-a-pod-changes': {
    summary:
      'a PUT of a pod that gives its second init container another working directory is answered as though it were stored',
    caughtBy: 'validation/every-member-of-a-container-stays',
    hooks: forgiving(
      (asked) =>
        asked.call?.verb === 'replace' &&
        podSpecsOf(asked.json).some((spec) => membersOf(spec, 'initContainers')[1]?.['workingDir'] === '/other'),
      [422],
      asSent,
    ),
  },
  'pull-policy-of-later-init-containers-not-checked': {
    summary: 'an init container after the first is answered as stored with an unknown imagePullPolicy',
    caughtBy: 'validation/illegal-values-are-refused-everywhere',
    hooks: echoing((spec) =>
      membersOf(spec, 'initContainers')
        .slice(1)
        .some(({ imagePullPolicy }) => imagePullPolicy === 'Sometimes'),
    ),
  },
  'init-container-with-a-taken-name-accepted': {
    summary: 'an init container that has the name of a container is stored',
    caughtBy: 'validation/init-container-shares-no-name',
    seenIn: 'knative/serving#12260',
    hooks: podSpecs((spec) => {
      for (const [index, container] of membersOf(spec, 'initContainers').entries()) {
        const twins = containers(spec).filter(({ name }) => name === container['name']);
        if (twins.length > 1) container['name'] = `init-${index}`;
      }
    }),
  },
  'host-aliases-on-the-host-network-accepted': {
    summary: 'a pod on the host network with host aliases is stored',
    caughtBy: 'validation/host-aliases-need-a-pod-network',
    hooks: podSpecs((spec) => {
      if (spec['hostNetwork'] === true) delete spec['hostAliases'];
    }),
  },
  'strategy-type-not-checked': {
    summary: 'an unknown type of strategy is taken for RollingUpdate',
    caughtBy: 'validation/strategy-type-is-one-of-two',
    hooks: rollingUpdates((strategy) => {
      if (Object.hasOwn(strategy, 'type') && !['Recreate', 'RollingUpdate'].includes(String(strategy['type'])))
        strategy['type'] = 'RollingUpdate';
    }),
  },
  'rolling-update-of-recreate-accepted': {
    summary: 'a strategy of type Recreate that has rollingUpdate is answered as though it were stored',
    caughtBy: 'validation/rolling-update-needs-its-type',
    hooks: forgiving(
      (asked) => isOne(asked, BODIED) && objectAt(asked.json, 'spec', 'strategy')?.['type'] === 'Recreate',
      [422],
      asSent,
    ),
  },
  'bounds-of-a-rolling-update-not-checked': {
    summary: 'a maxSurge or maxUnavailable that is text and no percentage is taken for 1',
    caughtBy: 'validation/bounds-of-a-rolling-update-are-numbers-or-percentages',
    hooks: rollingUpdates((strategy) => {
      const bounds = objectAt(strategy, 'rollingUpdate');
      for (const bound of ['maxSurge', 'maxUnavailable'])
        if (typeof bounds?.[bound] === 'string' && !/^\d+%$/.test(bounds[bound])) bounds[bound] = 1;
    }),
  },
  'schedule-not-checked': {
    summary: 'a schedule that is not in cron format is stored',
    caughtBy: 'validation/schedule-is-in-cron-format',
    hooks: forgiving((asked) => asked.call?.resource?.kind === 'CronJob' && asked.method !== 'GET', [422], asSent),
  },
  'types-of-a-deployment-spec-not-checked': {
    summary: 'members of a Deployment spec that have another JSON type are dropped',
    caughtBy: 'validation/deployment-specs-have-the-types-of-their-table',
    hooks: ofType((body) => (body['kind'] === 'Deployment' ? [objectAt(body, 'spec')] : []), {
      replicas: 'number',
      minReadySeconds: 'number',
      revisionHistoryLimit: 'number',
      progressDeadlineSeconds: 'number',
      paused: 'boolean',
      strategy: 'object',
    }),
  },
  'types-of-a-job-spec-not-checked': {
    summary: 'members of a Job spec that have another JSON type are dropped',
    caughtBy: 'validation/job-specs-have-the-types-that-are-shown',
    hooks: ofType((body) => (body['kind'] === 'Job' ? [objectAt(body, 'spec')] : []), JOB_TYPES),
  },
  'types-of-a-cron-job-spec-not-checked': {
    summary: 'members of a CronJob spec that have another JSON type are dropped',
    caughtBy: 'validation/cron-job-specs-have-the-types-of-their-table',
    hooks: ofType((body) => (body['kind'] === 'CronJob' ? [objectAt(body, 'spec')] : []), {
      suspend: 'boolean',
      concurrencyPolicy: 'string',
      startingDeadlineSeconds: 'number',
      successfulJobsHistoryLimit: 'number',
      failedJobsHistoryLimit: 'number',
    }),
  },
  'types-of-containers-not-checked': {
    summary: 'members of containers that have another JSON type are dropped',
    caughtBy: 'validation/containers-have-the-types-of-their-table',
    hooks: ofType((body) => podSpecsOf(body).flatMap(containers), {
      stdin: 'boolean',
      tty: 'boolean',
      stdinOnce: 'boolean',
      workingDir: 'string',
      imagePullPolicy: 'string',
      terminationMessagePath: 'string',
      env: 'object',
      ports: 'object',
      command: 'object',
      args: 'object',
      volumeMounts: 'object',
      resources: 'object',
    }),
  },
  'types-of-pod-specs-not-checked': {
    summary: 'members of pod specs that have another JSON type are dropped',
    caughtBy: 'validation/pod-specs-have-the-types-of-their-table',
    hooks: ofType(podSpecsOf, {
      hostNetwork: 'boolean',
      hostPID: 'boolean',
      hostIPC: 'boolean',
      hostname: 'string',
      nodeName: 'string',
      restartPolicy: 'string',
      dnsPolicy: 'string',
      terminationGracePeriodSeconds: 'number',
      activeDeadlineSeconds: 'number',
      serviceAccountName: 'string',
      nodeSelector: 'object',
      volumes: 'object',
      initContainers: 'object',
    }),
  },
  'labels-of-numbers-taken-for-texts': {
    summary: 'a label or annotation that is a number or a boolean is stored as text',
    caughtBy: 'validation/metadata-has-the-types-of-its-table',
    hooks: sending(BODIED, (body) => {
      const metadata = metadataOf(body);
      for (const name of ['labels', 'annotations']) {
        const map = metadata[name];
        if (isObject(map)) for (const [key, value] of Object.entries(map)) map[key] = String(value);
        else delete metadata[name];
      }
      for (const name of ['finalizers', 'ownerReferences'])
        if (Object.hasOwn(metadata, name) && !Array.isArray(metadata[name])) delete metadata[name];
    }),
  },
  'invalid-patch-ignored': {
    summary:
      'a PATCH that would make an object invalid answers 200 and changes nothing; creates and replaces are checked',
    caughtBy: 'validation/no-member-of-a-container-changes',
    hooks: forgiving('patch', [422], asItIs),
  },
  'replaces-are-not-validated': {
    summary: 'a PUT that would make an object invalid answers 200 and changes nothing; creates are checked',
    caughtBy: 'validation/restart-policy-is-one-of-three',
    seenIn: 'kubernetes/kubernetes#6219',
    hooks: forgiving('replace', [422], asItIs),
  },
  'null-members-break-validation': {
    summary: 'a create whose body has a null somewhere is answered 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    hooks: forgiving('create', [400, 422], (answered, asked) =>
      hasNull(asked.json) ? { ...answered, status: 500 } : undefined,
    ),
  },
  'tty-without-stdin-accepted': {
    summary: 'a container with tty and without stdin is stored',
    caughtBy: 'validation/tty-needs-stdin',
    hooks: lenient((body) => {
      for (const container of containersOf(body))
        if (container['tty'] === true && container['stdin'] !== true) delete container['tty'];
    }),
  },
  'zero-surge-and-unavailable-accepted': {
    summary: 'a Deployment with maxSurge and maxUnavailable both 0 is stored',
    caughtBy: 'validation/max-surge-and-max-unavailable-are-not-both-zero',
    hooks: lenient((body) => {
      const rolling = objectAt(body, 'spec', 'strategy', 'rollingUpdate');
      const zero = (value: unknown): boolean => value === 0 || value === '0%';
      if (rolling !== undefined && zero(rolling['maxSurge']) && zero(rolling['maxUnavailable']))
        rolling['maxSurge'] = 1;
    }),
  },
  'duplicate-container-names-accepted': {
    summary: 'containers that share a name are stored',
    caughtBy: 'validation/container-names-are-unique',
    seenIn: 'knative/serving#12260',
    hooks: lenient((body) => {
      for (const [index, container] of containersOf(body).entries()) {
        const twins = containersOf(body).filter((other) => other['name'] === container['name']);
        if (twins.length > 1) container['name'] = `${String(container['name'])}-${index}`.slice(-60);
      }
    }),
  },
  'container-change-ignored': {
    summary: 'a PUT of a pod that changes its containers answers 200 and keeps them as they are',
    caughtBy: 'validation/no-member-of-a-container-changes',
    hooks: () => ({
      request: async (asked, upstream) => {
        if (asked.call?.verb !== 'replace' || asked.call.resource?.kind !== 'Pod' || !isObject(asked.json)) return;
        const stored = await upstream.send('GET', asked.path);
        const spec = objectAt(stored.json, 'spec');
        if (spec !== undefined) asked.json['spec'] = spec;
      },
    }),
  },
  'invalid-object-is-a-server-error': {
    summary: 'an invalid object is answered 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kubernetes/kubernetes#7087',
    hooks: () => ({
      response: (answered) => {
        if (answered.status === 422)
          Object.assign(answered, jsonResponse(500, failureStatus(500, 'InternalError', 'validation panicked')));
      },
    }),
  },
  'names-disagree-accepted': {
    summary: 'a PUT whose body names another object than its path is carried out',
    caughtBy: 'validation/body-cannot-name-another-object',
    hooks: () => ({
      request: (asked) => {
        const name = metadataOf(asked.json)['name'];
        if (asked.call?.verb === 'replace' && typeof name === 'string')
          metadataOf(asked.json)['name'] = asked.call.name;
      },
    }),
  },
  'broken-json-accepted': {
    summary: 'a body that is not JSON is taken for an empty object with a name of its own',
    caughtBy: 'validation/malformed-bodies-are-refused',
    hooks: () => ({
      request: (asked) => {
        const { resource, verb } = asked.call ?? {};
        if (
          verb !== 'create' ||
          resource?.kind !== 'ConfigMap' ||
          isObject(asked.json) ||
          !(asked.headers['content-type'] ?? 'json').includes('json')
        )
          return;
        asked.json = { metadata: { generateName: 'unnamed-' } };
      },
    }),
  },
});
