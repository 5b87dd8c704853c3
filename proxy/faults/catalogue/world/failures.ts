import { brokenDown } from '../../bend.ts';
import { CutError } from '../../cut-error.ts';
import type { Fault, Hooks } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isOne, isWatch, STATUS_WRITES } from '../../requests.ts';
import { notFound } from '../../responses.ts';

function breakingAfterPatches(): Hooks {
  const patched = new Set<string>();
  return {
    request: (request) => {
      if (isOne(request, 'patch')) patched.add(request.path);
      return isOne(request, 'get') && patched.has(request.path) ? brokenDown('cannot decode') : undefined;
    },
  };
}

/** Faults of plain calls that fail. */
export const FAILURES: readonly Fault[] = faults({
  'get-of-a-patched-object-is-a-server-error': {
    summary: 'a get of an object that was patched gets 500',
    caughtBy: 'world/well-formed-requests-never-break-the-server',
    hooks: breakingAfterPatches,
  },
  'reads-of-a-status-drop-the-connection': {
    summary: 'a get of /status closes the connection without a response, as if the handler had crashed',
    caughtBy: 'world/keeps-answering',
    hooks: () => ({
      request: (request) => {
        if (isOne(request, 'getStatus')) throw new CutError('cut');
      },
    }),
  },
  'list-is-not-found': {
    summary: 'every list of one namespace gets 404',
    caughtBy: 'world/plain-calls-succeed',
    hooks: () => ({
      request: (request) => (isOne(request, 'list') && !isWatch(request) ? notFound() : undefined),
    }),
  },
  'status-write-breaks-for-one-kind': {
    summary: 'a write of the /status of a DaemonSet gets 500; every other kind is right',
    caughtBy: 'world/plain-calls-succeed',
    hooks: () => ({
      request: (request) =>
        isOne(request, STATUS_WRITES) && request.call?.resource?.kind === 'DaemonSet'
          ? brokenDown('no status')
          : undefined,
    }),
  },
});
