import { JSON_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { brokenDown, containersOf, isObject, objectAt, objectPath, succeeded, walk } from '../../bend.ts';
import type { Bendable, Fault, FaultyRequest } from '../../fault.ts';
import { operationsOf } from '../../json-patch.ts';
import { faults } from '../../named.ts';
import { isPatch } from '../../requests.ts';
import { asking, changedByStored, membersOf, podSpecsOf, sending } from '../../ways.ts';
import { patching } from './patching.ts';

const isStrategic = (request: FaultyRequest): boolean => isPatch(request, STRATEGIC_MERGE_PATCH_TYPE);

/** The elements of every list in a patch. */
function elementsOf(patch: unknown): Bendable[] {
  const found: Bendable[] = [];
  walk(patch, (object) => {
    for (const value of Object.values(object)) if (Array.isArray(value)) found.push(...value.filter(isObject));
  });
  return found;
}

/** Lists that merge by a key. */
const MERGED = ['env', 'ports', 'volumeMounts', 'volumes', 'imagePullSecrets', 'initContainers', 'hostAliases'];

function isEmptyList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length === 0;
}

function withoutNullLists(object: Bendable): void {
  for (const member of MERGED) if (object[member] === null) delete object[member];
}

/** Adds that list of each container of a patch to the stored one. */
function addTo(member: 'command' | 'envFrom'): (patch: Bendable, stored: Bendable) => void {
  return (patch, stored) => {
    for (const container of containersOf(patch)) {
      const list = container[member];
      const kept = containersOf(stored).find(({ name }) => name === container['name'])?.[member];
      if (Array.isArray(list) && Array.isArray(kept)) container[member] = [...kept, ...list];
    }
  };
}

/** Makes a strategic merge patch replace that list of its containers after the first `spared` ones. */
function replaceWhole(patch: unknown, of: 'containers' | 'initContainers', member: string, spared = 0): void {
  walk(patch, (spec) => {
    for (const container of membersOf(spec, of).slice(spared)) {
      const list = container[member];
      if (Array.isArray(list) && list.length > 0) list.push({ $patch: 'replace' });
    }
  });
}

/** Hooks that keep, after each strategic merge patch, only the last elements of that list that have one key. */
function mergingEqual(member: 'ports' | 'volumeMounts', key: string): Fault['hooks'] {
  return () => ({
    response: async (response, request, upstream) => {
      if (!isStrategic(request) || !succeeded(response)) return;
      const before = JSON.stringify(response.json);
      for (const container of containersOf(response.json)) {
        const list = container[member];
        if (Array.isArray(list))
          container[member] = [...new Map((list as Bendable[]).map((each) => [each[key], each])).values()];
      }
      if (JSON.stringify(response.json) !== before)
        Object.assign(response, await upstream.send('PUT', objectPath(request), response.json));
    },
  });
}

/** Strategic merge patches that treat the elements of lists wrongly. */
export const ELEMENTS: readonly Fault[] = faults({
  'null-in-a-new-element-refused': {
    summary: 'a strategic merge patch gets 500 if a container that it adds has a null member',
    caughtBy: 'patch/well-formed-patch-is-accepted',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isStrategic(request)) return undefined;
        const { json } = await upstream.send('GET', request.path);
        const names = new Set(containersOf(json).map(({ name }) => name));
        const isBad = (each: Bendable): boolean => !names.has(each['name']) && Object.values(each).includes(null);
        return containersOf(request.json).some(isBad) ? brokenDown('null is no value') : undefined;
      },
    }),
  },
  'null-in-an-element-ignored': {
    summary: 'a strategic merge patch ignores null for a member of a list element; in maps it removes the member',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, ({ json }) => {
      for (const element of elementsOf(json))
        for (const [member, value] of Object.entries(element)) if (value === null) delete element[member];
    }),
  },
  'null-for-a-list-of-an-element-ignored': {
    summary:
      'a strategic merge patch ignores null for a merged list of a list element, such as the ports of a container',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, ({ json }) => elementsOf(json).forEach(withoutNullLists)),
  },
  'host-names-are-added': {
    summary: 'a strategic merge patch adds its hostnames to those of the alias, although that list has no merge key',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: changedByStored(isStrategic, (patch, stored) => {
      const kept = elementsOf(stored);
      for (const { ip, hostnames } of elementsOf(patch)) {
        const names = ip === undefined ? undefined : kept.find((alias) => alias['ip'] === ip)?.['hostnames'];
        if (Array.isArray(names) && Array.isArray(hostnames)) hostnames.unshift(...names);
      }
    }),
  },
  'null-for-host-aliases-ignored': {
    summary: 'a strategic merge patch ignores null for the hostAliases of a pod template',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, ({ json }) => walk(json, withoutNullLists)),
  },
  'strategic-replace-of-inner-maps-merges': {
    summary: 'a strategic merge patch with `$patch: replace` in a map of the spec merges that map',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, ({ json }) =>
      walk(objectAt(json, 'spec'), (object) => {
        if (object['$patch'] === 'replace' && Object.keys(object).length > 1) delete object['$patch'];
      }),
    ),
  },
  'empty-list-in-a-strategic-patch-empties': {
    summary: 'an empty list in a strategic merge patch empties a list that merges by a key',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, ({ json }) =>
      walk(json, (object) => {
        for (const member of MERGED) {
          const list = object[member];
          if (isEmptyList(list)) list.push({ $patch: 'replace' });
        }
      }),
    ),
  },
  'tolerations-are-added': {
    summary:
      'a strategic merge patch adds its tolerations to those of the template, although that list has no merge key',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: changedByStored(isStrategic, (patch, stored) => {
      const kept = podSpecsOf(stored)[0]?.['tolerations'];
      for (const spec of podSpecsOf(patch))
        if (Array.isArray(kept) && Array.isArray(spec['tolerations']))
          spec['tolerations'] = [...kept, ...spec['tolerations']];
    }),
  },
  'commands-are-added': {
    summary: 'a strategic merge patch adds its command to that of the container',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: changedByStored(isStrategic, addTo('command')),
  },
  'sources-of-environment-are-added': {
    summary: 'a strategic merge patch adds its envFrom to that of the container, although that list has no merge key',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: changedByStored(isStrategic, addTo('envFrom')),
  },
  'environment-of-init-containers-is-replaced': {
    summary:
      'a strategic merge patch replaces the environment of an init container; it merges that of other containers',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, ({ json }) => replaceWhole(json, 'initContainers', 'env')),
  },
  'mounts-of-later-containers-are-replaced': {
    summary: 'a strategic merge patch replaces the volumeMounts of every container after the first of its body',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, ({ json }) => replaceWhole(json, 'containers', 'volumeMounts', 1)),
  },
  'volumes-are-replaced-by-strategic-patches': {
    summary:
      'a strategic merge patch replaces the volumes of a pod template, so the server refuses it if a container mounts a former one',
    caughtBy: 'patch/lists-are-merged-by-their-keys',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, ({ json }) =>
      walk(json, ({ volumes }) => {
        if (Array.isArray(volumes) && volumes.length > 0) volumes.push({ $patch: 'replace' });
      }),
    ),
  },
  'maps-of-containers-are-replaced-by-strategic-patches': {
    summary: 'a strategic merge patch that names one member of a probe or security context removes the others',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, ({ json }) =>
      walk(json, (object) => {
        for (const member of ['livenessProbe', 'readinessProbe', 'securityContext'])
          if (isObject(object[member])) object[member]['$patch'] = 'replace';
      }),
    ),
  },
  'empty-lists-in-patches-ignored': {
    summary: 'an empty list of tolerations in a merge patch or strategic merge patch is ignored',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    hooks: asking('patch', ({ json }) =>
      walk(json, (object) => {
        if (isEmptyList(object['tolerations'])) delete object['tolerations'];
      }),
    ),
  },
  'json-patch-test-of-an-object-fails': {
    summary: 'a `test` of an object in a JSON patch fails, whatever its members',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: patching(JSON_PATCH_TYPE, (request) => {
      for (const operation of operationsOf(request))
        if (operation['op'] === 'test' && isObject(operation['value'])) operation['value'] = 'another value';
    }),
  },
  'json-patch-move-of-an-element-copies': {
    summary: 'a `move` of an element of a list leaves it in its former place too',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: patching(JSON_PATCH_TYPE, (request) => {
      for (const operation of operationsOf(request))
        if (operation['op'] === 'move' && /\/\d+$/.test(String(operation['from']))) operation['op'] = 'copy';
    }),
  },
  'strategic-patches-merge-ports-of-one-number': {
    summary: 'a strategic merge patch of anything keeps only the last of the ports of a container with one number',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: mergingEqual('ports', 'containerPort'),
  },
  'strategic-patches-merge-mounts-of-one-volume': {
    summary: 'a strategic merge patch of anything keeps only the last of the mounts of a container of one volume',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: mergingEqual('volumeMounts', 'name'),
  },
  'patched-port-without-a-protocol-becomes-tcp': {
    summary: 'a strategic merge patch of a port that does not mention its protocol sets it to TCP, also if it was UDP',
    caughtBy: 'patch/lists-are-merged-by-their-keys',
    hooks: sending(isStrategic, (body) => {
      for (const port of containersOf(body).flatMap((container) => membersOf(container, 'ports')))
        if (port['containerPort'] !== undefined && port['$patch'] === undefined) port['protocol'] ??= 'TCP';
    }),
  },
});
