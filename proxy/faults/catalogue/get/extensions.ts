import type { Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { asking } from '../../ways.ts';

/** Faults of gets under extensions/v1beta1. */
export const EXTENSIONS: readonly Fault[] = faults({
  'export-through-extensions-is-ignored': {
    summary: 'a get with export=true under extensions/v1beta1 returns the whole object',
    caughtBy: 'get/export-drops-what-a-user-cannot-specify',
    hooks: asking(
      ({ method, path }) => method === 'GET' && path.startsWith('/apis/extensions/'),
      ({ query }) => {
        query.delete('export');
        query.delete('exact');
      },
    ),
  },
});
