import { MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { metadataOf, objectAt, succeeded } from '../bend.ts';
import type { Hooks } from '../fault.ts';
import { REVISION } from '../simulated-controllers/deployments.ts';
import { later } from '../ways.ts';

/** The delays after a write before the controller acts, in milliseconds. */
const DELAYS_MS = [5, 20, 60];

/**
 * The deployment controller of a cluster: soon after a write of a Deployment that lacks a revision, it annotates the
 * Deployment with one and adds a condition to its status. It uses the older group-version, whose defaults are fewer.
 */
export function deploymentController(): Hooks {
  let turns = 0;
  return {
    response: (response, { call }, upstream) => {
      const isWrite = call?.verb === 'create' || call?.verb === 'replace' || call?.verb === 'patch';
      if (!isWrite || call.resource?.kind !== 'Deployment' || !succeeded(response)) return;
      const metadata = metadataOf(response.json);
      if (objectAt(metadata, 'annotations')?.[REVISION] !== undefined) return;
      const path = `/apis/extensions/v1beta1/namespaces/${String(metadata['namespace'])}/deployments/${String(metadata['name'])}`;
      const revised = { metadata: { annotations: { [REVISION]: '1' } } };
      const conditions = [{ type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable' }];
      turns += 1;
      later(DELAYS_MS[turns % DELAYS_MS.length] ?? 0, () => {
        void upstream
          .send('PATCH', path, revised, MERGE_PATCH_TYPE)
          .then(() => upstream.send('PATCH', `${path}/status`, { status: { conditions } }, STRATEGIC_MERGE_PATCH_TYPE))
          .catch(() => undefined);
      });
    },
  };
}
