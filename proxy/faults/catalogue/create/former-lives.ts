import { copyOf, isObject, madePath, metadataOf, objectPath, objectsOf, succeeded } from '../../bend.ts';
import type { Bendable, Fault, Hooks } from '../../fault.ts';
import { faults } from '../../named.ts';
import { STATUS_WRITES, isOne } from '../../requests.ts';

/** A recreated object without labels or annotations gets those of its predecessor. */
function textsOutliveTheObject(...members: readonly ('labels' | 'annotations')[]): Hooks {
  const left = new Map<string, Bendable>();
  return {
    request: async (request, upstream) => {
      if (isOne(request, 'delete'))
        left.set(objectPath(request), metadataOf((await upstream.send('GET', request.path)).json));
      const former = isOne(request, 'create') ? left.get(madePath(request, request.json)) : undefined;
      const metadata = metadataOf(request.json);
      for (const member of members)
        if (former?.[member] !== undefined && metadata[member] === undefined) metadata[member] = copyOf(former[member]);
    },
  };
}

/** A recreated object is shown with the last status written under its name, until somebody writes it. */
function statusOutlivesTheObject(): Hooks {
  const written = new Map<string, unknown>();
  const kept = new Map<string, unknown>();
  const versionOf = (object: Bendable): string =>
    `${String(metadataOf(object)['uid'])} ${String(metadataOf(object)['resourceVersion'])}`;
  return {
    response: (response, request) => {
      if (!succeeded(response) || !isObject(response.json)) return;
      if (isOne(request, STATUS_WRITES)) written.set(objectPath(request), copyOf(response.json['status']));
      const status = isOne(request, 'create') ? written.get(madePath(request, response.json)) : undefined;
      if (status !== undefined) kept.set(versionOf(response.json), status);
      for (const object of objectsOf(response))
        if (kept.has(versionOf(object))) object['status'] = copyOf(kept.get(versionOf(object)));
    },
  };
}

/** Creates that take over something from the deleted object of their name. */
export const FORMER_LIVES: readonly Fault[] = faults({
  'recreated-object-keeps-annotations': {
    summary: 'an object that is created again without annotations gets those of the deleted object of its name',
    caughtBy: 'create/recreated-object-starts-anew',
    hooks: () => textsOutliveTheObject('annotations'),
  },
  'recreated-object-keeps-status': {
    summary: 'an object that is created again shows the status of the deleted object of its name',
    caughtBy: 'create/recreated-object-starts-anew',
    hooks: statusOutlivesTheObject,
  },
  'recreated-object-takes-over-labels-and-annotations': {
    summary: 'a create without labels or annotations takes over those of the deleted object of its name',
    caughtBy: 'create/recreated-object-starts-anew',
    hooks: () => textsOutliveTheObject('labels', 'annotations'),
  },
});
