import type { FaultyResponse, Hooks, WatchFrame } from '../fault.ts';

/** Combines hooks: a request goes through them until one responds; responses and frames go through all. */
export function together(...all: readonly Hooks[]): Hooks {
  return {
    yaml: true,
    request: async (asked, upstream): Promise<void | FaultyResponse> => {
      for (const { request } of all) {
        const own = await request?.(asked, upstream);
        if (own !== undefined) return own;
      }
    },
    response: async (answered, asked, upstream) => {
      for (const { response } of all) await response?.(answered, asked, upstream);
    },
    event: async (frame, asked, stream) => {
      let frames: readonly WatchFrame[] = [frame];
      for (const { event } of all) {
        if (event !== undefined) frames = (await Promise.all(frames.map((each) => event(each, asked, stream)))).flat();
      }
      return frames;
    },
    opening: (asked) => all.flatMap(({ opening }) => opening?.(asked) ?? []),
    lasting: (asked) => all.map(({ lasting }) => lasting?.(asked)).find((ms) => ms !== undefined),
  };
}
