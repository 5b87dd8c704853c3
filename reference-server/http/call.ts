import type { Resource } from '../../spec/surface/resources.ts';
import { ApiError } from '../resources/api-error.ts';
import { objectFilter, type ObjectFilter, type ListSelection } from '../objects/selectors/object-filter.ts';
import { type ObjectAddress, type ServerContext, strategyOf } from '../objects/server-context.ts';
import type { HandlerResponse } from './handler-response.ts';
import type { Query } from './query.ts';

/** A request with its route. */
export interface RoutedCall {
  readonly context: ServerContext;
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  /** Path of the request as sent, without the query. */
  readonly path: string;
  readonly query: Query;
  readonly contentType: string | undefined;
  /** Whether the format of the response can say that a list has more pages. */
  readonly pages: boolean;
  /** Reads the body; throws `ApiError` 413 and 400. */
  readonly body: () => Promise<Buffer>;
}

export type CallHandler = (call: RoutedCall) => Promise<HandlerResponse>;

/** The object of the path. */
export function addressOf({ resource, namespace, name }: RoutedCall): ObjectAddress {
  if (name === undefined) throw new ApiError('InternalError', 'the path of this route names no object');
  return { resource, namespace, name };
}

/** The selectors of the query. Throws `ApiError` 400. */
export function filterOf({ context, resource, query }: RoutedCall): ObjectFilter {
  const selection: ListSelection = {
    labelSelector: query.text('labelSelector'),
    fieldSelector: query.text('fieldSelector'),
    includeUninitialized: query.flag('includeUninitialized') ?? false,
  };
  return objectFilter(strategyOf(context, resource), selection, context.choices);
}
