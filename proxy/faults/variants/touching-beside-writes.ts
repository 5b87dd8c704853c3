import { isUpdate } from '../../../spec/surface/operations.ts';
import type { FaultyRequest, Hooks } from '../fault.ts';
import { touching } from '../touch.ts';

/** A controller writes just before one write in this many, and just after as many. */
const RACED = 4;

/** A controller that writes the unchanged object just before some writes, and just after as many. */
export function touchingBesideWrites(): Hooks {
  let writes = 0;
  const isWatched = ({ call }: FaultyRequest): boolean => call?.resource?.hasStatus === true && isUpdate(call.verb);
  return touching((touch) => ({
    request: async (request, upstream) => {
      if (!isWatched(request)) return;
      writes += 1;
      if (writes % RACED === 0) await touch(request, upstream);
    },
    response: async (_, request, upstream) => {
      if (isWatched(request) && writes % RACED === 1) await touch(request, upstream);
    },
  }));
}
