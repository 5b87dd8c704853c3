/** The raw path of a request target, and its query: all that follows the first question mark, or nothing. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const queryStart = target.indexOf('?');
  return queryStart === -1
    ? { path: target, query: '' }
    : { path: target.slice(0, queryStart), query: target.slice(queryStart + 1) };
}
