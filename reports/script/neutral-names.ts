import { sentText, type WireExchange } from './wire-case.ts';

/** A namespace of a run, and its number among those of a case. */
const NAMESPACE = /plumbline-[a-z0-9]+(?:-[a-z0-9]+)*?-ns(\d+)/g;

/**
 * Replaces the names of one case by shell variables: `p1f2-7a-b` becomes `$ID-b`, `plumbline-p1f2-3-ns1` becomes
 * `$ID-ns1`. Namespaces that its requests do not name belong to other cases.
 */
export function neutralNames(exchanges: readonly WireExchange[]): (text: string) => string {
  const names = (header: string): string[] => [
    ...new Set(
      exchanges.flatMap(({ headers }) =>
        headers.flatMap(([name, value]) => (name.toLowerCase() === header ? [value] : [])),
      ),
    ),
  ];
  const cases = names('x-plumbline-case').toSorted((a, b) => b.length - a.length);
  const runs = names('x-plumbline-run');
  const own = new Set(exchanges.flatMap((exchange) => sentText(exchange).match(NAMESPACE) ?? []));
  return (text) => {
    let neutral = text.replaceAll(NAMESPACE, (name, number: string) => (own.has(name) ? `$ID-ns${number}` : name));
    for (const name of cases) neutral = neutral.replaceAll(name, '$ID');
    for (const name of runs) neutral = neutral.replaceAll(name, 'plumbline');
    return neutral;
  };
}

/** The namespaces that a neutral text names. */
export function namespacesIn(text: string): string[] {
  return [...new Set(text.match(/\$ID-ns\d+/g) ?? [])].toSorted();
}
