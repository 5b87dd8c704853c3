import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { Query } from '../query.ts';

/** What a request asks for. */
export interface RequestTarget {
  readonly path: string;
  readonly query: Query;
}

/** Clients of a proxy may name the whole URL, which HTTP has every server understand. */
const AUTHORITY = /^https?:\/\/[^/?]*\/?/i;

/** The path and the query of a request, as its first line names them. */
export function targetOf(asked: string, choices: DialectChoices): RequestTarget {
  const url = asked.startsWith('/') ? asked : asked.replace(AUTHORITY, '/');
  const mark = url.indexOf('?');
  return mark < 0
    ? { path: url, query: new Query('', choices) }
    : { path: url.slice(0, mark), query: new Query(url.slice(mark + 1), choices) };
}
