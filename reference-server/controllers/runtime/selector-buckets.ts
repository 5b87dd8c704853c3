import { members, text } from '../../resources/values/json-members.ts';

/**
 * Buckets match selectors and labels without a full scan: a selector is filed under one of its `matchLabels`, an
 * object is looked up under each of its labels.
 *
 *     bucketOf('Pod', 'a', { matchLabels: { app: 'x', tier: 'y' } })   'Pod a app=x'
 *     bucketsOf('Pod', 'a', { app: 'x', zone: 'z' })                   'Pod a', 'Pod a app=x', 'Pod a zone=z'
 */
export function bucketOf(kind: string, namespace: string, selector: unknown): string {
  const [first] = Object.entries(members(members(selector)['matchLabels'])).sort(([a], [b]) => (a < b ? -1 : 1));
  return first === undefined ? `${kind} ${namespace}` : `${kind} ${namespace} ${first[0]}=${text(first[1])}`;
}

/** The buckets with selectors that may match these labels, and with such objects. */
export function bucketsOf(
  kind: string,
  namespace: string,
  labels: Readonly<Record<string, string>> | undefined,
): string[] {
  const each = Object.entries(labels ?? {}).map(([key, value]) => `${kind} ${namespace} ${key}=${value}`);
  return [`${kind} ${namespace}`, ...each];
}
