import { copyOf, madePath, objectPath, succeeded } from '../../bend.ts';
import type { Fault, FaultyResponse } from '../../fault.ts';
import { faults } from '../../named.ts';
import { acceptsJson, isOne } from '../../requests.ts';

/** Faults of what a delete leaves behind. */
export const REMAINS: readonly Fault[] = faults({
  'status-outlives-its-object': {
    summary: 'a get of /status goes on to return an object that a delete removed, until one of its name is created',
    caughtBy: 'delete/removes-the-object',
    hooks: () => {
      const kept = new Map<string, FaultyResponse>();
      return {
        request: async (request, upstream) => {
          if (!isOne(request, 'delete')) return;
          const path = `${objectPath(request)}/status`;
          const status = await upstream.send('GET', path);
          if (succeeded(status)) kept.set(path, status);
        },
        response: (response, request) => {
          const made = isOne(request, 'create') && succeeded(response);
          if (made) kept.delete(`${madePath(request, response.json)}/status`);
          const last = kept.get(request.path.replace(/\/$/, ''));
          if (last !== undefined && request.method === 'GET' && response.status === 404 && acceptsJson(request))
            Object.assign(response, last, { json: copyOf(last.json) });
        },
      };
    },
  },
});
