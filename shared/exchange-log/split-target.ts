/** Splits a request target at its first question mark into the raw path and the query, which may be empty. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const queryStart = target.indexOf('?');
  return queryStart === -1
    ? { path: target, query: '' }
    : { path: target.slice(0, queryStart), query: target.slice(queryStart + 1) };
}
