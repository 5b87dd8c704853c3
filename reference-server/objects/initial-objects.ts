import { createObject } from './create-object.ts';
import { SCOPES } from './namespace-guard.ts';
import type { World } from './world.ts';

/** Namespaces that are there from the start. */
const INITIAL_NAMESPACES = ['default', 'kube-public', 'kube-system'];

export async function createInitialObjects(world: World): Promise<void> {
  for (const name of INITIAL_NAMESPACES) {
    await createObject(world, SCOPES, undefined, { apiVersion: SCOPES.apiVersion, kind: SCOPES.kind, metadata: { name } });
  }
}
