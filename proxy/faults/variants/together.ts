import type { FaultyResponse, Hooks, WatchFrame } from '../fault.ts';

/** Combines hooks: a request goes through them until one responds; responses and frames go through all. */
export function together(...all: readonly Hooks[]): Hooks {
  return {
    yaml: true,
    request: async (request, upstream): Promise<void | FaultyResponse> => {
      for (const hooks of all) {
        const own = await hooks.request?.(request, upstream);
        if (own !== undefined) return own;
      }
    },
    response: async (response, request, upstream) => {
      for (const hooks of all) await hooks.response?.(response, request, upstream);
    },
    event: async (frame, request, stream) => {
      let frames: readonly WatchFrame[] = [frame];
      for (const { event } of all) {
        if (event !== undefined)
          frames = (await Promise.all(frames.map((each) => event(each, request, stream)))).flat();
      }
      return frames;
    },
    opening: async (request) => {
      const frames = await Promise.all(all.map(({ opening }) => opening?.(request) ?? []));
      return frames.flat();
    },
    lasting: (request) => all.map(({ lasting }) => lasting?.(request)).find((ms) => ms !== undefined),
  };
}
