import { isObject, itemsOf, jsonAnswer, metadataOf, succeeded } from '../bend.ts';
import type { Answered, Asked, Bendable, Hooks, Upstream } from '../fault.ts';

/**
 * A collection delete of pods works through one options object: the grace that the first pod gets - none, where it is on no host - is
 * that of all which follow.
 */
export function sharedGrace(): Hooks {
  return {
    request: async (asked, upstream) => {
      const { verb, resource } = asked.call ?? {};
      if (verb !== 'deleteCollection' || resource?.kind !== 'Pod' || (asked.headers['accept'] ?? '').includes('yaml') || (asked.raw.length > 0 && !isObject(asked.json))) return undefined;
      const listed = await upstream.send('GET', `${asked.path}?${selectorsOf(asked)}`);
      const pods = itemsOf(listed);
      if (pods === undefined || pods.some((pod) => metadataOf(pod)['deletionTimestamp'] !== undefined)) return undefined;
      return (await deleteInTurn(pods, asked, upstream)) ?? jsonAnswer(200, listed.json);
    },
  };
}

/** Resolves with the answer that ended it early, if one did. */
async function deleteInTurn(pods: readonly Bendable[], asked: Asked, upstream: Upstream): Promise<Answered | undefined> {
  const options: Bendable = isObject(asked.json) ? { ...asked.json } : {};
  for (const pod of pods) {
    options['gracePeriodSeconds'] = graceOf(pod, options['gracePeriodSeconds']);
    const deleted = await upstream.send('DELETE', `${asked.path.replace(/\/$/, '')}/${encodeURIComponent(String(metadataOf(pod)['name']))}`, options);
    if (!succeeded(deleted) && deleted.status !== 404) return deleted;
  }
  return undefined;
}

function graceOf(pod: Bendable, asked: unknown): unknown {
  const spec = isObject(pod['spec']) ? pod['spec'] : {};
  const phase = isObject(pod['status']) ? pod['status']['phase'] : undefined;
  if ((spec['nodeName'] ?? '') === '' || phase === 'Succeeded' || phase === 'Failed') return 0;
  return asked ?? spec['terminationGracePeriodSeconds'];
}

function selectorsOf({ query }: Asked): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => name.endsWith('Selector')));
}
