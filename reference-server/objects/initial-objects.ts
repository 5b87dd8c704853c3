import { ApiError } from '../resources/api-error.ts';
import { createObject } from './create-object.ts';
import { SCOPES } from './namespace-guard.ts';
import type { ServerContext } from './server-context.ts';

/** Namespaces that exist from the start. */
const INITIAL_NAMESPACES = ['default', 'kube-public', 'kube-system'];

/** Creates the initial objects that do not exist yet. */
export async function createInitialObjects(context: ServerContext): Promise<void> {
  for (const name of INITIAL_NAMESPACES) {
    try {
      await createObject(context, SCOPES, undefined, {
        apiVersion: SCOPES.apiVersion,
        kind: SCOPES.kind,
        metadata: { name },
      });
    } catch (error) {
      if (!(error instanceof ApiError) || error.reason !== 'AlreadyExists') throw error;
    }
  }
}
