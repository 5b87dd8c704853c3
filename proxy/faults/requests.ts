import type { Asked } from './fault.ts';
import { isOne } from './ways.ts';

/** Whether a request deletes one object. */
export const isDelete = (asked: Asked): boolean => asked.call?.verb === 'delete';

/** Whether a request opens a watch. */
export const isWatch = (asked: Asked): boolean => asked.call?.watching === true;

/** The verbs that list, in one namespace or in all. */
export const LISTS = ['list', 'listAll'] as const;

/** Whether a request lists a collection and does not watch it. */
export const isPlainList = (asked: Asked): boolean => isOne(asked, LISTS) && asked.call?.watching !== true;

/** The `Accept` header of a request; empty if it has none. */
export const acceptOf = (asked: Asked): string => asked.headers['accept'] ?? '';

/** Whether a request is a patch, of that media type if one is given. */
export const isPatch = (asked: Asked, type?: string): boolean =>
  asked.method === 'PATCH' && (type === undefined || (asked.headers['content-type'] ?? '').startsWith(type));

/** Whether a request has a label selector that is not empty. */
export const selects = (asked: Asked): boolean => (asked.query.get('labelSelector') ?? '') !== '';

/** The verbs that write `/status`. */
export const STATUS_WRITES = ['replaceStatus', 'patchStatus'] as const;
