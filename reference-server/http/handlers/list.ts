import { badRequest } from '../../resources/api-error.ts';
import { listObjects } from '../../objects/list-objects.ts';
import type { Page } from '../../objects/list-page.ts';
import { listPage } from '../../objects/list-page.ts';
import type { Answer } from '../answer.ts';
import { listAnswer } from '../answer.ts';
import type { Call } from '../call.ts';
import { filterOf } from '../call.ts';
import { requireReachable } from '../routing/resource-version.ts';
import { asVersioned } from './unversioned-list.ts';

export async function list(call: Call): Promise<Answer> {
  const { world, resource, query, path } = call;
  query.integer('timeoutSeconds');
  await requireReachable(call);
  return listAnswer(await pageOf(call), resource, path, world.answers['list.item-types']);
}

/** All of the list, unless less is asked for in a form that can say that there is more, in a dialect that knows of pages. */
async function pageOf(call: Call): Promise<Page> {
  const { world, resource, namespace, query, pages } = call;
  const filter = filterOf(call);
  if (world.answers['list.pages'] === 'ignored')
    return asVersioned(call, filter, await listObjects(world, resource, namespace, filter));
  const token = query.text('continue');
  const limit = query.integer('limit') ?? 0;
  if (limit < 0) throw badRequest(`query parameter limit is ${limit}, expected 0 for all or more`);
  if (!pages || (limit === 0 && token === ''))
    return asVersioned(call, filter, await listObjects(world, resource, namespace, filter));
  return listPage(world, resource, namespace, { filter, limit, token });
}
