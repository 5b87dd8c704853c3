import { asksToWatch, matchPath } from '../../../spec/surface/match-path.ts';
import type { Verb } from '../../../spec/surface/operations.ts';
import { resourceById } from '../../../spec/surface/resources.ts';
import type { Call } from '../history.ts';

/**
 * The API operation that a request calls, by method and path; `undefined` if the document has no such operation.
 * `path` is raw and relative to the base URL of the API; one trailing slash is ignored.
 *
 * `watch=true` on a collection is a parameter of its list operation (document, Events 1). So `operation` stays the
 * list row, and `verb` says that it is a watch:
 *
 *     GET /api/v1/watch/namespaces/a/pods/p                              watch row      verb watch
 *     GET /api/v1/namespaces/a/pods?watch=true                           list row       verb watchList
 *     GET /api/v1/namespaces/a/pods?watch=1&fieldSelector=metadata.name=p  list row     verb watch, name p
 *     GET /api/v1/pods?watch=true                                        list-all row   verb watchAll
 */
export function callOf(method: string, path: string, query: URLSearchParams): Call | undefined {
  const found = matchPath(path);
  const operation = found?.operations.get(method);
  if (found === undefined || operation === undefined) return undefined;
  const call: Call = {
    operation,
    verb: operation.verb,
    resource: operation.resource === undefined ? undefined : resourceById(operation.resource),
    namespace: found.namespace,
    name: found.name,
    watching: isWatchVerb(operation.verb),
  };
  return isCollectionRead(operation.verb) && asksToWatch(query) ? watchByParameter(call, query) : call;
}

function isWatchVerb(verb: Verb): boolean {
  return verb === 'watch' || verb === 'watchList' || verb === 'watchAll';
}

function isCollectionRead(verb: Verb): boolean {
  return verb === 'list' || verb === 'listAll';
}

const ONE_NAME = /^metadata\.name==?([^,=!\\]+)$/;

function watchByParameter(call: Call, query: URLSearchParams): Call {
  if (call.verb === 'listAll') return { ...call, verb: 'watchAll', watching: true };
  const [, name] = ONE_NAME.exec(query.get('fieldSelector') ?? '') ?? [];
  if (name === undefined) return { ...call, verb: 'watchList', watching: true };
  return { ...call, verb: 'watch', name, watching: true };
}
