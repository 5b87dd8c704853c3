import { missing } from '../../oracle/comparison.ts';
import type { Json, JsonObject } from '../../oracle/json.ts';
import { at, textAt } from '../../oracle/json.ts';
import { REMOVABLE_MEMBERS } from '../../oracle/validation/immutability.ts';
import { containersIn, namesIn } from '../../oracle/pod-specs.ts';

/** The containers of a pod before a write, and as the write would have them. */
export interface ContainerChange {
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** Whether there would be more containers, one of them of a new name. */
export function addsContainer({ before, after }: ContainerChange): boolean {
  const [old, now] = [namesIn(before, 'containers'), namesIn(after, 'containers')];
  return now.length > old.length && now.some((name) => !old.includes(name));
}

/** Whether there would be fewer containers, some still. */
export function removesContainer({ before, after }: ContainerChange): boolean {
  const [old, now] = [namesIn(before, 'containers'), namesIn(after, 'containers')];
  return now.length > 0 && now.length < old.length && old.some((name) => !now.includes(name));
}

/** Whether there would be as many containers, one of them of another name. */
export function renamesContainer({ before, after }: ContainerChange): boolean {
  const [old, now] = [namesIn(before, 'containers'), namesIn(after, 'containers')];
  return now.length === old.length && now.some((name) => !old.includes(name));
}

/** Whether a container would have another image. */
export function changesImage(change: ContainerChange): boolean {
  return pairsOf(change).some(
    ([old, now]) => (textAt(now, 'image') ?? '') !== '' && textAt(now, 'image') !== textAt(old, 'image'),
  );
}

/** Whether a container would have a member, name and image aside, that it has not, or with another value, or would lose one. What is left out gets its default, if it has one. */
export function changesMember(change: ContainerChange): boolean {
  return pairsOf(change).some(([old, now]) => {
    if (REMOVABLE_MEMBERS.some((member) => hasValue(at(old, member)) && !hasValue(at(now, member)))) return true;
    const delivered = Object.fromEntries(
      Object.entries(now).filter(([member, value]) => member !== 'name' && member !== 'image' && value !== false),
    );
    return missing(delivered, old, { schema: 'core/v1.Container' }).length > 0;
  });
}

/** Whether a member is there with anything in it. */
function hasValue(value: Json | undefined): boolean {
  return (value ?? '') !== '' && (typeof value !== 'object' || Object.keys(value ?? {}).length > 0);
}

/** Containers of one name, and init containers, before and after. */
function pairsOf({ before, after }: ContainerChange): (readonly [JsonObject, JsonObject])[] {
  return (['containers', 'initContainers'] as const).flatMap((list) => {
    const old = containersIn(before, list);
    return containersIn(after, list).flatMap((now) => {
      const same = old.find((container) => textAt(container, 'name') === textAt(now, 'name'));
      return same === undefined ? [] : [[same, now] as const];
    });
  });
}
