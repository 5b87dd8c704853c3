import { badRequest } from '../../resources/api-error.ts';
import { listObjects } from '../../objects/list-objects.ts';
import { listPage, type Page } from '../../objects/list-page.ts';
import { listResponse, type HandlerResponse } from '../handler-response.ts';
import { type RoutedCall, filterOf } from '../call.ts';
import { requireReachable } from '../routing/resource-version.ts';
import { asVersioned } from './unversioned-list.ts';

export async function list(call: RoutedCall): Promise<HandlerResponse> {
  const { context, resource, query, path } = call;
  query.integer('timeoutSeconds');
  await requireReachable(call);
  return listResponse(await pageOf(call), resource, path, context.choices['list.item-types']);
}

/** The whole list, unless the client requests a page in a format that can express it, in a dialect with pages. */
async function pageOf(call: RoutedCall): Promise<Page> {
  const { context, resource, namespace, query, pages } = call;
  const filter = filterOf(call);
  if (context.choices['list.pages'] === 'ignored')
    return asVersioned(call, filter, await listObjects(context, resource, namespace, filter));
  const token = query.text('continue');
  const limit = query.integer('limit') ?? 0;
  if (limit < 0) throw badRequest(`query parameter limit is ${limit}, expected 0 for all or more`);
  if (!pages || (limit === 0 && token === ''))
    return asVersioned(call, filter, await listObjects(context, resource, namespace, filter));
  return listPage(context, resource, namespace, { filter, limit, token });
}
