import { members, text } from '../../resources/json-members.ts';

/**
 * Where selectors and labels meet without a search through all of them: a selector is filed under one of its `matchLabels`, an object
 * is looked for under each of its labels.
 *
 *     bucketOf('Pod', 'a', { matchLabels: { app: 'x', tier: 'y' } })   'Pod a app=x'
 *     bucketsOf('Pod', 'a', { app: 'x', zone: 'z' })                   'Pod a', 'Pod a app=x', 'Pod a zone=z'
 */
export function bucketOf(kind: string, namespace: string, selector: unknown): string {
  const [first] = Object.entries(members(members(selector)['matchLabels'])).sort(([a], [b]) => (a < b ? -1 : 1));
  return first === undefined ? `${kind} ${namespace}` : `${kind} ${namespace} ${first[0]}=${text(first[1])}`;
}

/** The buckets in which selectors that may take these labels are, and in which such an object is looked for. */
export function bucketsOf(
  kind: string,
  namespace: string,
  labels: Readonly<Record<string, string>> | undefined,
): string[] {
  const each = Object.entries(labels ?? {}).map(([key, value]) => `${kind} ${namespace} ${key}=${value}`);
  return [`${kind} ${namespace}`, ...each];
}
