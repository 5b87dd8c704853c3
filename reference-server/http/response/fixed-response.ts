import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { type HandlerResponse, valueResponse } from '../handler-response.ts';
import { wrongMethod } from './wrong-method.ts';

/** The response of a path without a resource. */
export interface FixedResponse {
  readonly response: HandlerResponse;
  /** Whether it is an API object, which every codec can encode. */
  readonly typed: boolean;
}

/**
 * The discovery document at a path, for GET only, except for the groups in some dialects; `undefined` for every
 * other path. Throws `ApiError` 405.
 */
export function fixedResponse(
  method: string,
  path: string,
  documents: ReadonlyMap<string, object>,
  choices: DialectChoices,
): FixedResponse | undefined {
  const trimmed = path.length > 2 && path.endsWith('/') ? path.slice(0, -1) : path;
  const document = documents.get(trimmed);
  if (document === undefined) return undefined;
  const takesAny = trimmed === '/apis' && choices['discovery.methods'] === 'any-of-groups';
  if (method !== 'GET' && !takesAny) throw wrongMethod(method, ['GET']);
  return { response: valueResponse(200, document), typed: 'kind' in document };
}
