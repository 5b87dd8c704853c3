import { matchPath } from '../../../spec/surface/match-path.ts';
import type { Verb } from '../../../spec/surface/operations.ts';
import { type Resource, resourceById } from '../../../spec/surface/resources.ts';
import { type SentRequest, splitTarget } from '../sent-request.ts';

/** What a request does to the objects of a kind. */
export interface Call {
  readonly verb: Exclude<Verb, 'discover'>;
  readonly resource: Resource;
  /** Empty for objects without one, and for lists of all namespaces. */
  readonly namespace: string;
  /** Empty where the request is about a collection. */
  readonly name: string;
  readonly watching: boolean;
  readonly parameters: URLSearchParams;
}

/** What a request does; `undefined` for one that is about no object of the document. */
export function callOf({ method, target, watching }: SentRequest): Call | undefined {
  const { path, parameters } = splitTarget(target);
  const match = matchPath(path);
  const operation = match?.operations.get(method);
  if (match === undefined || operation?.resource === undefined || operation.verb === 'discover') return undefined;
  return {
    verb: operation.verb,
    resource: resourceById(operation.resource),
    namespace: match.namespace ?? '',
    name: match.name ?? '',
    watching,
    parameters,
  };
}

/** Path of the collection that a call is about. */
export function collectionPath({ resource, namespace }: Call): string {
  return `${resource.prefix}${namespace === '' ? '' : `/namespaces/${namespace}`}/${resource.plural}`;
}
