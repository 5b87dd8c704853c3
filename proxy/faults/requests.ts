import type { Verb } from '../../spec/surface/operations.ts';
import type { Asked } from './fault.ts';

/** A choice of requests: by verb, by several verbs, or by a predicate. */
export type Which = Verb | readonly Verb[] | ((asked: Asked) => boolean);

/** The verbs that list, in one namespace or in all. */
const LISTS = ['list', 'listAll'] as const;

/** The verbs that write `/status`. */
export const STATUS_WRITES = ['replaceStatus', 'patchStatus'] as const;

/** Whether a request is chosen. */
export function isOne(asked: Asked, which: Which): boolean {
  if (typeof which === 'function') return which(asked);
  return (
    asked.call !== undefined &&
    (typeof which === 'string' ? which === asked.call.verb : which.includes(asked.call.verb))
  );
}

/** Whether a request lists a collection, of one namespace or of all. */
export const isList = (asked: Asked): boolean => isOne(asked, LISTS);

/** Whether a request opens a watch. */
export const isWatch = (asked: Asked): boolean => asked.call?.watching === true;

/** Whether a request lists a collection and does not watch it. */
export const isPlainList = (asked: Asked): boolean => isList(asked) && !isWatch(asked);

/** Whether a request is a write, on any path. */
export const isWrite = ({ method }: Asked): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method);

/** The `Content-Type` header of a request; empty if it has none. */
export const contentTypeOf = (asked: Asked): string => asked.headers['content-type'] ?? '';

/** Whether the body of a request is of that media type. */
export const isOfType = (asked: Asked, type: string): boolean => contentTypeOf(asked).startsWith(type);

/** Whether a request is a patch, on any path, of that media type if one is given. */
export const isPatch = (asked: Asked, type?: string): boolean =>
  asked.method === 'PATCH' && (type === undefined || isOfType(asked, type));

/** Whether a request has a label selector that is not empty. */
export const selects = (asked: Asked): boolean => (asked.query.get('labelSelector') ?? '') !== '';

/** The `Accept` header of a request; empty if it has none. */
export const acceptOf = (asked: Asked): string => asked.headers['accept'] ?? '';
