import { isObject } from '../../oracle/json.ts';
import type { Json, JsonObject } from '../../oracle/json.ts';
import type { Question } from './questions.ts';

/** How a target answered one question of the preflight. */
export interface Response {
  readonly question: Question;
  /** Absent if no response head came. */
  readonly status: number | undefined;
  /** Without parameters: `text/html`. */
  readonly mediaType: string | undefined;
  readonly location: string | undefined;
  /** The body, or the part of it that was read. */
  readonly text: string;
  /** Why the exchange did not end as HTTP says it should, in one line. */
  readonly failure: string | undefined;
}

/** A response whose head came. */
export type Answered = Response & { readonly status: number };

/** Whether the head of a response came. */
export function isAnswered(response: Response): response is Answered {
  return response.status !== undefined;
}

/** Whether a response reports success. */
export function isSuccessful({ status }: Response): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

/** The body as a JSON object; `undefined` if it is none or did not come whole. */
export function objectIn({ text, failure }: Response): JsonObject | undefined {
  if (failure !== undefined) return undefined;
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a response holds what a Cluster Resource API keeps at that path: then the target is one, whatever its other paths do. */
export function isOfTheApi(response: Response): boolean {
  const { holds } = response.question;
  return holds !== undefined && isSuccessful(response) && Array.isArray(objectIn(response)?.[holds]);
}
