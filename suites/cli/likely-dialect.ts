import { REAL_DIFFERENCES } from '../../spec/dialects/real-differences.ts';

/** Rules that fail for kube-apiserver 1.7.5 under the dialect `spec`, always or now and then. */
const FAILING_FOR_REAL: ReadonlySet<string> = new Set(
  REAL_DIFFERENCES.flatMap(({ failing = [], failingByChance = [] }) => [...failing, ...failingByChance]),
);

/** Fewer of them can have another common cause than that the target is such a server, or imitates one. */
const LEAST = 10;

/**
 * One line for a run under the dialect `spec` whose failed rules are mostly those that fail for kube-apiserver 1.7.5:
 * it names the dialect by which such a server is judged.
 */
export function likelyDialect(failed: readonly string[]): string | undefined {
  const alike = failed.filter((rule) => FAILING_FOR_REAL.has(rule)).length;
  if (alike < LEAST || 2 * alike < failed.length) return undefined;
  return `${alike} of ${failed.length} failed rules fail for kube-apiserver 1.7.5 as well: --dialect kubernetes-1.7 judges a server that is meant to respond as it does`;
}
