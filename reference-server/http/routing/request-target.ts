import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { Query } from '../query.ts';
import { splitTarget } from '../../../shared/exchange-log/split-target.ts';

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
  const { path, query } = splitTarget(url);
  return { path, query: new Query(query, choices) };
}
