import type { ObjectEntry } from '../../objects/stored-object.ts';
import type { ApiObject } from '../../resources/api-object.ts';
import { members, number } from '../../resources/values/json-members.ts';
import { specOf, templateLabels, withSpec } from '../../resources/template-owner.ts';
import type { ControllerTools } from '../runtime/controller-tools.ts';
import { isActive } from '../pods/pod-readiness.ts';
import { HASH_LABEL, podTemplateHash, withHash } from './pod-template-hash.ts';

/**
 * Adds the hash label to an adopted replica set, so it selects no pods of the others: first in its template, then on
 * its pods, at last in its selector, so it never loses a pod. Resolves with whether it has the label; if not, a
 * change of the replica set follows.
 */
export async function labelWithHash(
  { cache, writes }: ControllerTools,
  replicaSet: ObjectEntry,
  collisions: number,
): Promise<boolean> {
  const { object } = replicaSet.value;
  if (HASH_LABEL in matchLabelsOf(object) || object.metadata.deletionTimestamp !== undefined) return true;
  const hash = members(templateLabels(object))[HASH_LABEL];
  if (typeof hash !== 'string') {
    await writes.change(replicaSet, withHashInTemplate(collisions));
    return false;
  }
  if (number(members(object['status'])['observedGeneration']) < number(object.metadata.generation)) return false;
  const pods = cache.managedBy(object.metadata.uid).filter(({ value }) => isActive(value.object));
  for (const pod of pods)
    if (pod.value.object.metadata.labels?.[HASH_LABEL] !== hash) await writes.change(pod, withLabel(hash));
  await writes.change(replicaSet, (old) => withHashInSelector(withLabel(hash)(old), hash));
  return false;
}

function matchLabelsOf(object: ApiObject): object {
  return members(members(specOf(object)['selector'])['matchLabels']);
}

function withHashInTemplate(collisions: number): (object: ApiObject) => ApiObject {
  return (object) => {
    const template = members(specOf(object)['template']);
    return withSpec(object, { ...specOf(object), template: withHash(template, podTemplateHash(template, collisions)) });
  };
}

function withLabel(hash: string): (object: ApiObject) => ApiObject {
  return (object) => ({
    ...object,
    metadata: { ...object.metadata, labels: { ...object.metadata.labels, [HASH_LABEL]: hash } },
  });
}

function withHashInSelector(object: ApiObject, hash: string): ApiObject {
  const selector = members(specOf(object)['selector']);
  return withSpec(object, {
    ...specOf(object),
    selector: { ...selector, matchLabels: { ...members(selector['matchLabels']), [HASH_LABEL]: hash } },
  });
}
