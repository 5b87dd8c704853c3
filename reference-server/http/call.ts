import type { Resource } from '../../spec/surface/resources.ts';
import { ApiError } from '../resources/api-error.ts';
import { objectFilter, type ObjectFilter, type Selection } from '../objects/selectors/object-filter.ts';
import { type ObjectAddress, type ServerContext, strategyOf } from '../objects/server-context.ts';
import type { Response } from './response.ts';
import type { Query } from './query.ts';

/** A request that a route was found for. */
export interface Call {
  readonly context: ServerContext;
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  /** As sent, without the query. */
  readonly path: string;
  readonly query: Query;
  readonly contentType: string | undefined;
  /** Whether the form of the answer can say that a list has more pages. */
  readonly pages: boolean;
  /** Reads the body; throws `ApiError` 413 and 400. */
  readonly body: () => Promise<Buffer>;
}

export type Handler = (call: Call) => Promise<Response>;

/** The object that the path names. */
export function addressOf({ resource, namespace, name }: Call): ObjectAddress {
  if (name === undefined) throw new ApiError('InternalError', 'a route without a name was taken for one of an object');
  return { resource, namespace, name };
}

/** What the selectors of the query leave. Throws `ApiError` 400. */
export function filterOf({ context, resource, query }: Call): ObjectFilter {
  const selection: Selection = {
    labelSelector: query.text('labelSelector'),
    fieldSelector: query.text('fieldSelector'),
    includeUninitialized: query.flag('includeUninitialized') ?? false,
  };
  return objectFilter(strategyOf(context, resource), selection, context.choices);
}
