import { isObject, type Members, parsedJson } from '../../../shared/json.ts';
import type { WholeResponse } from './ask.ts';

/** Characters of a body in messages. */
const SHOWN = 80;

/**
 * Says in one line that a server is no Cluster Resource API, if a successful or redirecting response is no JSON
 * object, or not the one that `isExpected` accepts; `undefined` for any other response, errors included, because a
 * server may refuse requests.
 */
export function noApi(
  url: URL,
  path: string,
  { status, mediaType, text }: WholeResponse,
  isExpected: (object: Members) => boolean = () => true,
): string | undefined {
  const object = objectIn(text);
  if (status >= 400 || (object !== undefined && isExpected(object))) return undefined;
  const body =
    object === undefined ? (mediaType ?? 'no media type') : text.replaceAll(/\s+/g, ' ').trim().slice(0, SHOWN);
  return `${url.origin} responds to GET ${path} with ${status} and ${body}: this is no Cluster Resource API. Check the URL.`;
}

function objectIn(text: string): Members | undefined {
  const value = parsedJson(text);
  return isObject(value) ? value : undefined;
}
