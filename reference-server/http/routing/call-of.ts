import type { IncomingMessage } from 'node:http';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import type { ServerContext } from '../../objects/server-context.ts';
import type { Call } from '../call.ts';
import { JSON_CODEC } from '../media/codecs.ts';
import { contextFor } from './dry-run.ts';
import type { Accepted } from '../media/negotiation.ts';
import { readBody } from '../body/read-body.ts';
import type { RequestTarget } from './request-target.ts';
import type { RouteMatch } from './router.ts';

/** What a request is served with. */
interface Serving {
  readonly context: ServerContext;
  /** Bytes of a request body beyond which it is refused. */
  readonly maxBody: number;
}

/** The request that a route was found for, answered in that form. Throws `ApiError` 400 for what is no dry run. */
export function callOf(
  request: IncomingMessage,
  { path, query }: RequestTarget,
  { route, namespace, name }: RouteMatch,
  { codec: { pages } }: Accepted,
  { context, maxBody }: Serving,
): Call {
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

/** The type of a body; where some dialects are told of none, or of an empty one, it is JSON. */
function contentTypeOf({ headers }: IncomingMessage, choices: DialectChoices): string | undefined {
  const sent = headers['content-type'];
  return choices['media-types.other-request-types'] === 'refused' && (sent ?? '') === '' ? JSON_CODEC.mediaType : sent;
}
