import { MERGE_PATCH_TYPE } from '../../spec/surface/media-types.ts';
import { isObject, metadataOf, succeeded } from './bend.ts';
import type { FaultyRequest, Bendable, Fault, FaultyResponse } from './fault.ts';

/** The chosen PUTs lose the version in their body. */
export function unlocked(only: (request: FaultyRequest) => boolean): Fault['hooks'] {
  return () => ({
    request: (request) => {
      if (request.method === 'PUT' && only(request)) delete metadataOf(request.json)['resourceVersion'];
    },
  });
}

/** After a successful write on the path of an object, also writes another part of its body. */
export function alsoWrites(
  verb: string,
  write: (
    request: FaultyRequest,
    response: FaultyResponse,
    send: (path: string, body: Bendable) => Promise<FaultyResponse>,
  ) => Promise<FaultyResponse | undefined>,
): Fault['hooks'] {
  return () => ({
    response: async (response, request, upstream) => {
      if (request.call?.verb !== verb || !succeeded(response) || !isObject(response.json)) return;
      const send = (path: string, body: Bendable): Promise<FaultyResponse> =>
        upstream.send('PATCH', path, body, MERGE_PATCH_TYPE);
      const written = await write(request, response, send);
      if (written !== undefined && succeeded(written)) response.json = written.json;
    },
  });
}
