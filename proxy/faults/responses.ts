import { failureStatus, isObject, itemsOf, jsonResponse } from './bend.ts';
import type { Bendable, FaultyResponse } from './fault.ts';

/** The response to a write whose version is stale. */
export const conflict = (): FaultyResponse =>
  jsonResponse(409, failureStatus(409, 'Conflict', 'the object has been modified'));

/** The response to a create whose name another object has. */
export const nameTaken = (): FaultyResponse =>
  jsonResponse(409, failureStatus(409, 'AlreadyExists', 'the name is taken'));

/** Removes the items of a list that `keep` turns down. */
export const keepItems = (response: FaultyResponse, keep: (item: Bendable, index: number) => boolean): void => {
  if (isObject(response.json)) response.json['items'] = (itemsOf(response) ?? []).filter(keep);
};

/** The response for a path that is not served. */
export function notFound(): FaultyResponse {
  return jsonResponse(404, failureStatus(404, 'NotFound', 'the server could not find the requested resource'));
}

/** Whether the body of a request or a response is YAML. */
export const isInYaml = ({ headers }: Pick<FaultyResponse, 'headers'>): boolean =>
  (headers['content-type'] ?? '').includes('yaml');
