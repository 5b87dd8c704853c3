import { objectKey } from '../../objects/object-key.ts';
import type { Page } from '../../objects/list-page.ts';
import type { ObjectFilter } from '../../objects/selectors/object-filter.ts';
import { strategyOf } from '../../objects/server-context.ts';
import type { RoutedCall } from '../call.ts';

/**
 * The list as its dialect shows it. In some dialects a list of one name without a version has no version if the
 * object does not exist: such servers read the one object from their storage, which gives no revision for an absent
 * object.
 */
export async function asVersioned(
  { context, resource, namespace, query }: RoutedCall,
  { name }: ObjectFilter,
  page: Page,
): Promise<Page> {
  if (
    context.choices['list.absent-name'] !== 'without-version' ||
    name === undefined ||
    (resource.namespaced && namespace === undefined)
  )
    return page;
  const isCached = strategyOf(context, resource).byKind?.readsIgnoreVersion !== true;
  if (isCached && query.text('resourceVersion') !== '') return page;
  return (await context.store.get(objectKey(resource, namespace, name))) === undefined
    ? { ...page, isUnversioned: true }
    : page;
}
