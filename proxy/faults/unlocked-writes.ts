import { MERGE_PATCH_TYPE } from '../../spec/surface/media-types.ts';
import { isObject, metadataOf, succeeded } from './bend.ts';
import type { Asked, Bendable, Fault, FaultyResponse } from './fault.ts';

/** The chosen PUTs lose the version in their body. */
export function unlocked(only: (asked: Asked) => boolean): Fault['hooks'] {
  return () => ({
    request: (asked) => {
      if (asked.method === 'PUT' && only(asked)) delete metadataOf(asked.json)['resourceVersion'];
    },
  });
}

/** After a successful write on the path of an object, also writes another part of its body. */
export function alsoWrites(
  verb: string,
  write: (
    asked: Asked,
    answered: FaultyResponse,
    send: (path: string, body: Bendable) => Promise<FaultyResponse>,
  ) => Promise<FaultyResponse | undefined>,
): Fault['hooks'] {
  return () => ({
    response: async (answered, asked, upstream) => {
      if (asked.call?.verb !== verb || !succeeded(answered) || !isObject(answered.json)) return;
      const send = (path: string, body: Bendable): Promise<FaultyResponse> =>
        upstream.send('PATCH', path, body, MERGE_PATCH_TYPE);
      const written = await write(asked, answered, send);
      if (written !== undefined && succeeded(written)) answered.json = written.json;
    },
  });
}
