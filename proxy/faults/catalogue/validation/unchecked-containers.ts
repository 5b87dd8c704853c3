import { MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { containersOf, copyOf, everyObject, metadataOf, succeeded } from '../../bend.ts';
import type { Fault, FaultyRequest, Hooks } from '../../fault.ts';
import { storedOf, uidOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { contentTypeOf, isOfType, isOne, ofKind } from '../../requests.ts';
import { asItIs, asSent, forgiving, membersOf } from '../../ways.ts';
import { boundsOf, containers, podSpecs, rollingUpdates } from './bend-specs.ts';

/** Whether a merge patch, strategic or not, sets the maxSurge of a Deployment to 0 and names no maxUnavailable. */
function setsZeroSurgeAlone(request: FaultyRequest): boolean {
  const bounds = ofKind('Deployment', 'patch')(request) ? boundsOf(request.json) : undefined;
  return bounds?.['maxSurge'] === 0 && bounds['maxUnavailable'] === undefined;
}

/** Whether a write may set the maxSurge of a Deployment. */
const maySetSurge = (request: FaultyRequest): boolean =>
  isOne(request, 'replace') || (isOne(request, 'patch') && /maxSurge/.test(JSON.stringify(request.json)));

/** A refused patch to maxSurge 0 is stored as one to 1, and the Deployment is shown with 0 until the next value. */
function acceptingZeroSurge(): Hooks {
  const zero = new Set<string>();
  const shown = everyObject((object) => {
    const bounds = boundsOf(object);
    if (bounds?.['maxSurge'] === 1 && zero.has(uidOf(object))) bounds['maxSurge'] = 0;
  });
  const accepting = forgiving(setsZeroSurgeAlone, [422], async (_, request, upstream) => {
    const uid = uidOf(await storedOf(request, upstream));
    const patch = copyOf(request.json);
    Object.assign(boundsOf(patch) ?? {}, { maxSurge: 1 });
    // A watch may tell of the write before its response comes.
    zero.add(uid);
    const patched = await upstream.send('PATCH', request.path, patch, contentTypeOf(request));
    if (succeeded(patched)) return patched;
    zero.delete(uid);
    return undefined;
  })();
  return {
    event: shown.event,
    response: async (response, request, upstream) => {
      if (succeeded(response) && maySetSurge(request)) zero.delete(uidOf(response.json));
      await accepting.response?.(response, request, upstream);
      shown.response(response, request);
    },
  };
}

/** Illegal containers and strategies that are accepted by some writes or in some places. */
export const UNCHECKED_CONTAINERS: readonly Fault[] = faults({
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
  'names-of-containers-may-end-with-a-line-end': {
    summary: 'a container whose name is a DNS label and a line end is stored, as a pattern that ends with $ accepts it',
    caughtBy: 'validation/container-name-is-a-dns-label',
    hooks: podSpecs((spec) => {
      for (const container of containers(spec))
        container['name'] = String(container['name']).replace(/^([a-z0-9]+)\n$/, '$1');
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
    summary: 'a strategy whose type is no string, such as a number, is stored as RollingUpdate',
    caughtBy: 'validation/deployment-strategies-have-the-types-of-their-table',
    hooks: rollingUpdates((strategy) => {
      if (strategy['type'] !== undefined && typeof strategy['type'] !== 'string') strategy['type'] = 'RollingUpdate';
    }),
  },
  'refused-labels-left-behind': {
    summary: 'a PUT that is refused as invalid stores its labels all the same',
    caughtBy: 'validation/there-is-a-container',
    hooks: () => ({
      response: async (response, request, upstream) => {
        if (request.call?.verb !== 'replace' || response.status !== 422) return;
        await upstream.send(
          'PATCH',
          request.path,
          { metadata: { labels: metadataOf(request.json)['labels'] } },
          MERGE_PATCH_TYPE,
        );
      },
    }),
  },
  'second-bound-of-a-rolling-update-not-checked': {
    summary: 'a merge patch that sets maxUnavailable to 0 while maxSurge is 0 returns success',
    caughtBy: 'validation/max-surge-and-max-unavailable-are-not-both-zero',
    hooks: forgiving(
      ({ call, json }) => call?.verb === 'patch' && Object.keys(boundsOf(json) ?? {}).join() === 'maxUnavailable',
      [422],
      asItIs,
    ),
  },
  // Errors 5: "`maxSurge` and `maxUnavailable` cannot both be 0" - in the object, whichever of them a patch names.
  'patch-to-zero-surge-is-checked-alone': {
    summary: 'a merge or strategic merge patch to maxSurge 0 of a Deployment with maxUnavailable 0 is accepted',
    caughtBy: 'validation/max-surge-and-max-unavailable-are-not-both-zero',
    hooks: acceptingZeroSurge,
  },
  'long-names-of-containers-accepted': {
    summary: 'a create with a container whose name has more than 63 characters returns success',
    caughtBy: 'validation/illegal-values-are-refused-everywhere',
    hooks: forgiving(
      (request) =>
        isOne(request, 'create') &&
        containersOf(request.json).some(({ name }) => /^[a-z0-9-]{64,}$/.test(String(name))),
      [422],
      asSent,
    ),
  },
  'host-network-beside-stored-aliases-accepted': {
    summary: 'a patch that puts a pod template with host aliases on the host network returns success',
    caughtBy: 'validation/illegal-values-are-refused-everywhere',
    hooks: forgiving(
      ({ call, json }) =>
        call?.verb === 'patch' && /hostNetwork/.test(JSON.stringify(json)) && !/hostAliases/.test(JSON.stringify(json)),
      [422],
      asItIs,
    ),
  },
  'stdin-taken-from-a-terminal': {
    summary: 'a strategic merge patch that removes stdin from a container with a tty returns success',
    caughtBy: 'validation/illegal-values-are-refused-everywhere',
    hooks: forgiving(
      (request) =>
        isOfType(request, STRATEGIC_MERGE_PATCH_TYPE) &&
        /"stdin"/.test(JSON.stringify(request.json)) &&
        !/"tty"/.test(JSON.stringify(request.json)),
      [422],
      asItIs,
    ),
  },
});
