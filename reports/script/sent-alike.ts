import { load } from 'js-yaml';
import type { Comparable, Pair } from './comparable.ts';
import { versionOf } from './content.ts';
import type { WireExchange } from './wire-case.ts';

/** A case in comparable form. */
interface ComparedExchanges {
  readonly exchanges: readonly WireExchange[];
  readonly form: Comparable;
}

/**
 * Whether two servers got the same request, as far as it depends on earlier responses: its body, and the version in its
 * target. `pairs`: all requests of the case.
 */
export function isSentAlike(
  ours: ComparedExchanges,
  theirs: ComparedExchanges,
  pairs: readonly Pair[],
  [step, other]: Pair,
): boolean {
  const [one, two] = [ours.exchanges[step], theirs.exchanges[other]];
  const [version, otherVersion] = [versionIn(one), versionIn(two)];
  // A list shows the version of the last write, or a later one if other clients write.
  const isOfOneResponse = (): boolean =>
    pairs.some(
      ([shown, otherShown]) =>
        versionOf(ours.exchanges[shown]?.json) === version &&
        versionOf(theirs.exchanges[otherShown]?.json) === otherVersion,
    );
  return (
    bodyOf(one, ours.form) === bodyOf(two, theirs.form) &&
    (ours.form.value(version) === theirs.form.value(otherVersion) || isOfOneResponse())
  );
}

function versionIn(exchange: WireExchange | undefined): string | null {
  return new URLSearchParams(exchange?.target.split('?')[1]).get('resourceVersion');
}

/** The comparable form of a body in JSON or YAML, or its text if it has none. */
function bodyOf(exchange: WireExchange | undefined, form: Comparable): string | undefined {
  if (exchange?.body === undefined) return undefined;
  const isYaml = exchange.headers.some(([name, value]) => /^content-type$/i.test(name) && value.includes('yaml'));
  try {
    return inOrder(form.body(isYaml ? load(exchange.body) : JSON.parse(exchange.body)));
  } catch {
    // It is malformed, or an alias of YAML contains itself.
    return JSON.stringify(form.value(exchange.body));
  }
}

/** JSON with members in alphabetical order, without the generation, which each server counts in its own way. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (member, inner: unknown) => {
    if (member === 'generation') return undefined;
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
