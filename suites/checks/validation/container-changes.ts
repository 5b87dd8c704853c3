import { missing } from '../../oracle/values/comparison.ts';
import { at, type Json, type JsonObject, textAt } from '../../oracle/json.ts';
import { REMOVABLE_MEMBERS } from '../../oracle/validation/immutability.ts';
import { containersIn, namesIn } from '../../oracle/objects/pod-specs.ts';

/** The containers of a pod before a write, and as the write asks for. */
export interface ContainerChange {
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** Whether the write adds a container with a new name. */
export function addsContainer({ before, after }: ContainerChange): boolean {
  const [old, now] = [namesIn(before, 'containers'), namesIn(after, 'containers')];
  return now.length > old.length && now.some((name) => !old.includes(name));
}

/** Whether the write removes some containers, but not all. */
export function removesContainer({ before, after }: ContainerChange): boolean {
  const [old, now] = [namesIn(before, 'containers'), namesIn(after, 'containers')];
  return now.length > 0 && now.length < old.length && old.some((name) => !now.includes(name));
}

/** Whether the write keeps the number of containers and renames one. */
export function renamesContainer({ before, after }: ContainerChange): boolean {
  const [old, now] = [namesIn(before, 'containers'), namesIn(after, 'containers')];
  return now.length === old.length && now.some((name) => !old.includes(name));
}

/** Whether the write changes a container's image. */
export function changesImage(change: ContainerChange): boolean {
  return pairsOf(change).some(
    ([old, now]) => (textAt(now, 'image') ?? '') !== '' && textAt(now, 'image') !== textAt(old, 'image'),
  );
}

/**
 * Whether the write adds, changes or removes a container member other than name and image. An omitted member gets
 * its default, if it has one.
 */
export function changesMember(change: ContainerChange): boolean {
  return pairsOf(change).some(([old, now]) => {
    if (REMOVABLE_MEMBERS.some((member) => hasValue(at(old, member)) && !hasValue(at(now, member)))) return true;
    const delivered = Object.fromEntries(
      Object.entries(now).filter(([member, value]) => member !== 'name' && member !== 'image' && value !== false),
    );
    return missing(delivered, old, { schema: 'core/v1.Container' }).length > 0;
  });
}

/** Whether a member is present and not empty. */
function hasValue(value: Json | undefined): boolean {
  return (value ?? '') !== '' && (typeof value !== 'object' || Object.keys(value ?? {}).length > 0);
}

/** Containers and init containers with the same name, before and after. */
function pairsOf({ before, after }: ContainerChange): (readonly [JsonObject, JsonObject])[] {
  return (['containers', 'initContainers'] as const).flatMap((list) => {
    const old = containersIn(before, list);
    return containersIn(after, list).flatMap((now) => {
      const same = old.find((container) => textAt(container, 'name') === textAt(now, 'name'));
      return same === undefined ? [] : [[same, now] as const];
    });
  });
}
