import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { Query } from '../query.ts';

/** The target of a request. */
export interface RequestTarget {
  readonly path: string;
  readonly query: Query;
}

/** Clients of a proxy may send the whole URL, which every HTTP server must accept. */
const AUTHORITY = /^https?:\/\/[^/?]*\/?/i;

/** The path and the query in the request line. */
export function targetOf(asked: string, choices: DialectChoices): RequestTarget {
  const url = asked.startsWith('/') ? asked : asked.replace(AUTHORITY, '/');
  const queryStart = url.indexOf('?');
  return queryStart < 0
    ? { path: url, query: new Query('', choices) }
    : { path: url.slice(0, queryStart), query: new Query(url.slice(queryStart + 1), choices) };
}
