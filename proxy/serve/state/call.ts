import { matchPath } from '../../../spec/surface/match-path.ts';
import type { Verb } from '../../../spec/surface/operations.ts';
import { type Resource, resourceById } from '../../../spec/surface/resources.ts';
import type { SentRequest } from '../exchange/sent-request.ts';
import { splitTarget } from '../../../shared/exchange-log/split-target.ts';

/** The operation of a request on objects of a kind. */
export interface ObjectCall {
  readonly verb: Exclude<Verb, 'discover'>;
  readonly resource: Resource;
  /** Empty for cluster-scoped objects, and for lists of all namespaces. */
  readonly namespace: string;
  /** Empty for collections. */
  readonly name: string;
  readonly watching: boolean;
  readonly parameters: URLSearchParams;
}

/** The operation of a request; `undefined` if it is about no object of the document. */
export function callOf({ method, target, watching }: SentRequest): ObjectCall | undefined {
  const { path, query } = splitTarget(target);
  const match = matchPath(path);
  const operation = match?.operations.get(method);
  if (match === undefined || operation?.resource === undefined || operation.verb === 'discover') return undefined;
  return {
    verb: operation.verb,
    resource: resourceById(operation.resource),
    namespace: match.namespace ?? '',
    name: match.name ?? '',
    watching,
    parameters: new URLSearchParams(query),
  };
}

/** Path of a call's collection. */
export function collectionPath({ resource, namespace }: ObjectCall): string {
  return `${resource.prefix}${namespace === '' ? '' : `/namespaces/${namespace}`}/${resource.plural}`;
}
