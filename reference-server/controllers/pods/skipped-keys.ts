import { objectKey } from '../../objects/object-key.ts';
import type { ServerContext } from '../../objects/server-context.ts';
import { cIdentifier } from '../../resources/values/formats.ts';
import { items, members, type Members, text } from '../../resources/values/json-members.ts';
import type { Occurrence } from '../runtime/event-recorder.ts';
import { controlledResource } from '../runtime/controller-writes.ts';

/** Members of a source of variables, and the kind of each. */
const SOURCES = [
  ['configMapRef', 'ConfigMap'],
  ['secretRef', 'Secret'],
] as const;

/** The most keys that are named; an object may hold very many. */
const MOST_NAMED = 20;

/**
 * The events for a starting container whose `envFrom` has keys that are no valid names of variables (document,
 * Container, Events 5): one for each such source. Missing sources cause none.
 */
export async function skippedKeys(
  { store }: ServerContext,
  namespace: string | undefined,
  container: Members,
): Promise<Occurrence[]> {
  const happenings = items(container['envFrom'])
    .map(members)
    .flatMap((source) =>
      SOURCES.map(async ([member, kind]): Promise<readonly Occurrence[]> => {
        const name = text(members(source[member])['name']);
        const entry = name === '' ? undefined : await store.get(objectKey(controlledResource(kind), namespace, name));
        const skipped = Object.keys(members(entry?.value.object['data']))
          .filter((key) => cIdentifier(`${text(source['prefix'])}${key}`) !== undefined)
          .sort();
        if (skipped.length === 0) return [];
        const more = skipped.length > MOST_NAMED ? ` and ${skipped.length - MOST_NAMED} more` : '';
        const message = `${kind} ${name} has keys that no environment variable can be called by; they were left out: ${skipped.slice(0, MOST_NAMED).join(', ')}${more}`;
        return [{ type: 'Warning', reason: 'InvalidEnvironmentVariableNames', message }];
      }),
    );
  return (await Promise.all(happenings)).flat();
}
