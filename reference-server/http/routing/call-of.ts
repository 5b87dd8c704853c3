import type { IncomingMessage } from 'node:http';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import type { ServerContext } from '../../objects/server-context.ts';
import type { RoutedCall } from '../call.ts';
import { JSON_CODEC } from '../media/codecs.ts';
import { contextFor } from './dry-run.ts';
import type { Accepted } from '../media/negotiation.ts';
import { readBody } from '../body/read-body.ts';
import type { RequestTarget } from './request-target.ts';
import type { RouteMatch } from './router.ts';

/** Settings for a request. */
interface CallSettings {
  readonly context: ServerContext;
  /** Largest request body in bytes. */
  readonly maxBody: number;
}

/** The request of a route, with the format of its response. Throws `ApiError` 400 for an invalid dry run. */
export function callOf(
  request: IncomingMessage,
  { path, query }: RequestTarget,
  { route, namespace, name }: RouteMatch,
  { codec: { pages } }: Accepted,
  { context, maxBody }: CallSettings,
): RoutedCall {
  const dryRun = context.choices['parameters.dry-run'] === 'ignored' ? '' : query.text('dryRun');
  return {
    context: contextFor(dryRun === '' ? [] : [dryRun], context),
    resource: route.resource,
    namespace,
    name,
    path,
    query,
    pages,
    contentType: contentTypeOf(request, context.choices),
    body: () => readBody(request, maxBody),
  };
}

/** The type of a body; in some dialects a missing or empty one means JSON. */
function contentTypeOf({ headers }: IncomingMessage, choices: DialectChoices): string | undefined {
  const sent = headers['content-type'];
  return choices['media-types.other-request-types'] === 'refused' && (sent ?? '') === '' ? JSON_CODEC.mediaType : sent;
}
