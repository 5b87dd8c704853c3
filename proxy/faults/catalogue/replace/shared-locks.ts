import { isObject, keyOf, succeeded } from '../../bend.ts';
import type { Fault } from '../../fault.ts';
import { versionOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { isOne, isWrite } from '../../requests.ts';
import { conflict } from '../../responses.ts';

/** Faults of locks that several objects share. */
export const SHARED_LOCKS: readonly Fault[] = faults({
  'lock-is-shared-with-namesakes-of-other-kinds': {
    summary: 'a PUT with the current version gets 409 if an object of its name and another kind was written since',
    caughtBy: 'replace/current-version-succeeds',
    hooks: () => {
      const last = new Map<string, { readonly kind: string | undefined; readonly version: number }>();
      return {
        request: (request) => {
          const version = versionOf(request.json);
          if (!isOne(request, 'replace') || !(version > 0)) return undefined;
          const { name, namespace, resource } = request.call ?? {};
          const other = last.get(`${namespace ?? ''}/${name ?? ''}`);
          return other !== undefined && other.kind !== resource?.kind && other.version > version
            ? conflict()
            : undefined;
        },
        response: (response, request) => {
          const { json } = response;
          const isOfObject = isWrite(request) && request.method !== 'DELETE' && request.call?.resource !== undefined;
          if (!isOfObject || !succeeded(response) || !isObject(json)) return;
          const version = versionOf(json);
          if (version > 0) last.set(keyOf(json), { kind: request.call?.resource?.kind, version });
        },
      };
    },
  },
});
