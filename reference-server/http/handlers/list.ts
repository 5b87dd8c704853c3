import { listObjects } from '../../objects/list-objects.ts';
import type { Answer } from '../answer.ts';
import { listAnswer } from '../answer.ts';
import type { Call } from '../call.ts';
import { filterOf } from '../call.ts';
import { requireReachable } from '../resource-version.ts';

export async function list(call: Call): Promise<Answer> {
  const { world, resource, namespace, query, path } = call;
  const filter = filterOf(call);
  query.integer('timeoutSeconds');
  requireReachable(query, await world.store.revision());
  return listAnswer(await listObjects(world, resource, namespace, filter), resource, path, world.answers['list.item-types']);
}
