import { isObject } from '../bend.ts';
import type { Hooks } from '../fault.ts';

/** Statuses of illegal requests and of conflicts with the state: the document leaves the codes open. */
const WRONG_REQUESTS: ReadonlySet<number> = new Set([400, 406, 409, 410, 411, 413, 415, 422]);

/** Hooks of a server that refuses with one status what has one of some statuses elsewhere: illegal requests, or all. */
export function refusingBy(
  status: number,
  instead: (status: number) => boolean = (code) => WRONG_REQUESTS.has(code),
): () => Hooks {
  return () => ({
    response: (response) => {
      if (!instead(response.status)) return;
      response.status = status;
      if (isObject(response.json)) response.json['code'] = status;
    },
  });
}
