import type { DialectChoices } from '../../../spec/dialects/index.ts';
import type { Query } from '../query.ts';
import { pathSegments } from './request-path.ts';
import type { RouteMatch, Router } from './router.ts';
import { wrongMethod } from '../response/wrong-method.ts';

/** The route of a request; `undefined` if nothing is at that path. Throws `ApiError` 405. */
export function matchOf(router: Router, method: string, path: string, choices: DialectChoices): RouteMatch | undefined {
  const segments = pathSegments(
    method === 'GET' && choices['paths.empty-segments'] === 'of-lists' ? withoutEmptySegments(path) : path,
  );
  const routing = segments === undefined ? undefined : router.find(method, segments);
  if (routing?.found === 'route') return routing.match;
  if (routing?.found === 'path') throw wrongMethod(method, routing.methods);
  return undefined;
}

/**
 * The path as servers of some dialects read it: several trailing slashes count as one, and an empty namespace means
 * all of them.
 *
 *     /api/v1/namespaces//pods    ->  /api/v1/pods
 *     /api/v1/pods//              ->  /api/v1/pods/
 */
function withoutEmptySegments(path: string): string {
  return path.replace(/\/{2,}$/, '/').replace(/^((?:\/[^/]+)+)\/namespaces\/(?=\/[^/]+\/?$)/, '$1');
}

/** Whether a request is a watch: by its path, or by a parameter of a list. Throws `ApiError` 400. */
export function isWatch({ route: { verb } }: RouteMatch, query: Query): boolean {
  if (verb === 'watch' || verb === 'watchList' || verb === 'watchAll') return true;
  return (verb === 'list' || verb === 'listAll') && query.flag('watch') === true;
}
