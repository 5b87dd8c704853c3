import { parsedJson } from '../../../shared/json.ts';
import { isObject, type JsonObject } from '../../oracle/json.ts';
import type { PreflightRequest } from './questions.ts';

/** The response of a target to one question of the preflight. */
export interface PreflightResponse {
  readonly question: PreflightRequest;
  /** Absent if no response head arrived. */
  readonly status: number | undefined;
  /** Without parameters: `text/html`. */
  readonly mediaType: string | undefined;
  readonly location: string | undefined;
  /** The body, or the part that was read. */
  readonly text: string;
  /** Why the exchange did not end as HTTP requires, in one line. */
  readonly failure: string | undefined;
}

/** A response whose head arrived. */
export type ResponseWithHead = PreflightResponse & { readonly status: number };

export function hasHead(response: PreflightResponse): response is ResponseWithHead {
  return response.status !== undefined;
}

export function isSuccessful({ status }: PreflightResponse): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

/** The body as a JSON object; `undefined` if it is no object or did not arrive whole. */
export function objectIn({ text, failure }: PreflightResponse): JsonObject | undefined {
  if (failure !== undefined) return undefined;
  const value = parsedJson(text);
  return isObject(value) ? value : undefined;
}

/**
 * Whether the response holds the list that a Cluster Resource API has at that path. Then the target is such an API,
 * whatever its other paths do.
 */
export function isOfTheApi(response: PreflightResponse): boolean {
  const { holds } = response.question;
  return holds !== undefined && isSuccessful(response) && Array.isArray(objectIn(response)?.[holds]);
}
