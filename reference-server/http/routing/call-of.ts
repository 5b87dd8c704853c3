import type { IncomingMessage } from 'node:http';
import type { Answers } from '../../../spec/dialects/index.ts';
import type { World } from '../../objects/world.ts';
import type { Call } from '../call.ts';
import { JSON_CODEC } from '../media/codecs.ts';
import { worldFor } from './dry-run.ts';
import type { Accepted } from '../media/negotiation.ts';
import { readBody } from '../body/read-body.ts';
import type { RequestTarget } from './request-target.ts';
import type { RouteMatch } from './router.ts';

/** What a request is served with. */
interface Serving {
  readonly world: World;
  /** Bytes of a request body beyond which it is refused. */
  readonly maxBody: number;
}

/** The request that a route was found for, answered in that form. Throws `ApiError` 400 for what is no dry run. */
export function callOf(
  request: IncomingMessage,
  { path, query }: RequestTarget,
  { route, namespace, name }: RouteMatch,
  { codec: { pages } }: Accepted,
  { world, maxBody }: Serving,
): Call {
  const dryRun = world.answers['parameters.dry-run'] === 'ignored' ? '' : query.text('dryRun');
  return {
    world: worldFor(dryRun === '' ? [] : [dryRun], world),
    resource: route.resource,
    namespace,
    name,
    path,
    query,
    pages,
    contentType: contentTypeOf(request, world.answers),
    body: () => readBody(request, maxBody),
  };
}

/** The type of a body; where some dialects are told of none, or of an empty one, it is JSON. */
function contentTypeOf({ headers }: IncomingMessage, answers: Answers): string | undefined {
  const sent = headers['content-type'];
  return answers['media-types.other-request-types'] === 'refused' && (sent ?? '') === '' ? JSON_CODEC.mediaType : sent;
}
