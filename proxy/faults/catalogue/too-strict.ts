import { JSON_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { failureStatus, isObject, jsonResponse, objectAt, objectPath } from '../bend.ts';
import type { Asked, Bendable, Fault } from '../fault.ts';
import { faults } from '../named.ts';
import { isOfType } from '../races.ts';
import { asking, isOne, membersOf, podSpecsOf, refusing, sending } from '../ways.ts';

/** A server that refuses some writes with a legal pod spec. */
function refusingSpecs(which: (asked: Asked) => boolean, isUnwanted: (spec: Bendable) => boolean): Fault['hooks'] {
  return refusing((asked) => which(asked) && podSpecsOf(asked.json).some(isUnwanted), 422, 'Invalid');
}

/** Servers that refuse or drop legal input. */
export const TOO_STRICT_FAULTS: readonly Fault[] = faults({
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
  'put-with-a-status-refused': {
    summary: 'a PUT whose body carries a status other than the stored one is refused, which should ignore it',
    caughtBy: 'replace/ignores-the-status-sent',
    hooks: () => ({
      request: async (asked, upstream) => {
        if (!isOne(asked, 'replace') || !isObject(asked.json)) return undefined;
        const status = asked.json['status'];
        const stored = (await upstream.send('GET', asked.path)).json;
        const isOther =
          isObject(stored) && isObject(status) && JSON.stringify(status) !== JSON.stringify(stored['status']);
        return isOther ? jsonResponse(422, failureStatus(422, 'Invalid', 'status may not be changed')) : undefined;
      },
    }),
  },
  'patch-with-a-status-refused': {
    summary:
      'a merge patch or strategic merge patch of a resource that carries a status is refused, which should ignore it',
    caughtBy: 'patch/ignores-the-status-sent',
    hooks: refusing(
      (asked) => isOne(asked, 'patch') && isObject(asked.json) && isObject(asked.json['status']),
      422,
      'Invalid',
    ),
  },
  'status-put-with-another-spec-refused': {
    summary: 'a PUT of /status whose body carries another spec than the stored one is refused, which should ignore it',
    caughtBy: 'status/write-leaves-the-spec',
    hooks: () => ({
      request: async (asked, upstream) => {
        const spec = isOne(asked, 'replaceStatus') ? objectAt(asked.json, 'spec') : undefined;
        if (spec === undefined) return undefined;
        const stored = objectAt((await upstream.send('GET', objectPath(asked))).json, 'spec');
        const isOther = stored !== undefined && JSON.stringify(spec) !== JSON.stringify(stored);
        return isOther ? jsonResponse(422, failureStatus(422, 'Invalid', 'the spec is not changed here')) : undefined;
      },
    }),
  },
  'empty-patch-refused': {
    summary: 'a strategic merge patch without a member is refused',
    caughtBy: 'patch/empty-patch-changes-nothing',
    hooks: refusing(
      (asked) =>
        isOne(asked, 'patch') &&
        isOfType(asked, STRATEGIC_MERGE_PATCH_TYPE) &&
        isObject(asked.json) &&
        Object.keys(asked.json).length === 0,
      400,
      'BadRequest',
    ),
  },
  'watches-of-one-object-refuse-empty-selectors': {
    summary: 'a watch of one object is refused if a selector is given, even an empty one',
    caughtBy: 'watch/takes-every-parameter-of-its-set',
    hooks: refusing(
      (asked) => isOne(asked, 'watch') && (asked.query.has('labelSelector') || asked.query.has('fieldSelector')),
      400,
      'BadRequest',
    ),
  },
  'exact-false-is-exact': {
    summary: 'an export with exact=false keeps the namespace, as one with exact=true does',
    caughtBy: 'get/takes-every-parameter-of-its-set',
    hooks: asking('get', ({ query }) => {
      if (query.get('exact') === 'false') query.set('exact', 'true');
    }),
  },
  'exact-alone-exports': {
    summary: 'a get with exact=true and without export answers an export',
    caughtBy: 'get/only-an-export-is-stripped',
    hooks: asking('get', ({ query }) => {
      if (query.get('exact') === 'true') query.set('export', 'true');
    }),
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
  'several-accepted-types-refused': {
    summary: 'a request that accepts more than one media type is answered 406',
    caughtBy: 'media-types/one-of-several-types-is-enough',
    hooks: refusing(
      ({ headers, call }) => call !== undefined && !call.watching && (headers['accept'] ?? '').includes(','),
      406,
      'NotAcceptable',
    ),
  },
  'content-type-of-a-get-refused': {
    summary: 'a get or a list that says the Content-Type application/yaml is answered 415',
    caughtBy: 'media-types/content-type-of-a-read-is-no-matter',
    hooks: refusing(
      ({ method, headers }) => method === 'GET' && (headers['content-type'] ?? '').startsWith('application/yaml'),
      415,
      'UnsupportedMediaType',
    ),
  },
});

function removesSecret(operation: unknown): boolean {
  return isObject(operation) && operation['op'] === 'remove' && String(operation['path']).endsWith('/secretName');
}

function conditionsOf(object: unknown): Bendable[] {
  const conditions = objectAt(object, 'status')?.['conditions'];
  return Array.isArray(conditions) ? conditions.filter(isObject) : [];
}
