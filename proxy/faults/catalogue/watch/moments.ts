import { copyOf, metadataOf } from '../../bend.ts';
import type { Bendable, Fault, Hooks, WatchFrame } from '../../fault.ts';

/** How long a watch has been open when its one failure occurs. */
const AGES: readonly { readonly name: string; readonly words: string; readonly ms: number }[] = [
  { name: '25-ms', words: '25 ms', ms: 25 },
  { name: 'a-second', words: 'a second', ms: 1_000 },
];

const WAYS: readonly {
  readonly name: string;
  readonly words: string;
  readonly bend: (frame: WatchFrame) => readonly WatchFrame[];
}[] = [
  { name: 'loses-an-event', words: 'loses an event', bend: () => [] },
  { name: 'repeats-an-event', words: 'delivers an event twice', bend: (frame) => [frame, frame] },
  {
    name: 'changes-a-type',
    words: 'delivers an event under the type of another',
    bend: (frame) => [{ ...frame, type: frame.type === 'ADDED' ? 'MODIFIED' : 'ADDED' }],
  },
  {
    name: 'renames-an-object',
    words: 'delivers an event with another name of its object',
    bend: (frame) => [{ ...frame, object: renamed(frame.object) }],
  },
  {
    name: 'leaves-an-object-out',
    words: 'delivers an event with an empty object',
    bend: (frame) => [{ ...frame, object: {} }],
  },
];

function renamed(object: Bendable): Bendable {
  const copy = copyOf(object);
  metadataOf(copy)['name'] = `${String(metadataOf(copy)['name'])}-other`;
  return copy;
}

/** Hooks that bend the first frame of each watch that comes at least `ms` after the watch's first frame. */
function bendingOnce(ms: number, bend: (frame: WatchFrame) => readonly WatchFrame[]): Hooks {
  return {
    event: (frame, _, stream) => {
      const now = performance.now();
      const since = Number(stream.get('since') ?? now);
      stream.set('since', since);
      if (stream.has('bent') || now - since < ms) return [frame];
      stream.set('bent', true);
      return bend(frame);
    },
  };
}

/** Watches that fail once, after having been open for a while, and one whose DELETED events are incomplete. */
export const WATCH_MOMENT_FAULTS: readonly Fault[] = [
  ...AGES.flatMap((age) =>
    WAYS.map((way): Fault => ({
      name: `watch-${way.name}-after-${age.name}`,
      summary: `a watch that has been open for ${age.words} ${way.words}, once`,
      caughtBy: 'watch/goes-on-alike-however-long-it-is-open',
      hooks: () => bendingOnce(age.ms, way.bend),
    })),
  ),
  {
    name: 'watch-removal-lacks-labels',
    summary: 'the object of a DELETED event lacks its labels',
    caughtBy: 'watch/goes-on-alike-however-long-it-is-open',
    hooks: () => ({ event: (frame) => [frame.type === 'DELETED' ? without(frame, 'labels') : frame] }),
  },
  {
    name: 'watch-removal-lacks-annotations',
    summary: 'the object of a DELETED event lacks its annotations',
    caughtBy: 'watch/goes-on-alike-however-long-it-is-open',
    hooks: () => ({ event: (frame) => [frame.type === 'DELETED' ? without(frame, 'annotations') : frame] }),
  },
];

function without(frame: WatchFrame, member: string): WatchFrame {
  const object = copyOf(frame.object);
  delete metadataOf(object)[member];
  return { ...frame, object };
}
