import type { Comparable, Pair } from './comparable.ts';
import { versionOf } from './content.ts';
import type { MemberPredicate } from './known-part.ts';
import { sentValue, type WireExchange } from './wire-case.ts';

/** A case in comparable form. */
interface ComparedExchanges {
  readonly exchanges: readonly WireExchange[];
  readonly form: Comparable;
}

/**
 * Whether two servers got the same request, as far as it depends on earlier responses: its body, and the version in its
 * target. `pairs`: all requests of the case. `isWritten`: the members that the case writes (`writtenBy`): defaults that a
 * request repeats differ between servers.
 */
export function isSentAlike(
  ours: ComparedExchanges,
  theirs: ComparedExchanges,
  pairs: readonly Pair[],
  [step, other]: Pair,
  isWritten: MemberPredicate,
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
    bodyOf(one, ours.form, isWritten) === bodyOf(two, theirs.form, isWritten) &&
    (ours.form.value(version) === theirs.form.value(otherVersion) || isOfOneResponse())
  );
}

function versionIn(exchange: WireExchange | undefined): string | null {
  return new URLSearchParams(exchange?.target.split('?')[1]).get('resourceVersion');
}

/** The comparable form of a body in JSON or YAML, or its text if it has none. */
function bodyOf(exchange: WireExchange | undefined, form: Comparable, isWritten: MemberPredicate): string | undefined {
  if (exchange?.body === undefined) return undefined;
  try {
    return inOrder(writtenPart(form.body(sentValue(exchange)), isWritten));
  } catch {
    // It is malformed, or an alias of YAML contains itself.
    return JSON.stringify(form.value(exchange.body));
  }
}

/** The parts of an object whose defaults servers choose. */
const WITH_DEFAULTS: ReadonlySet<string> = new Set(['spec', 'status']);

/** A body without the members of its spec and status that the case does not write. */
function writtenPart(value: unknown, isWritten: MemberPredicate, isInside = false): unknown {
  if (Array.isArray(value)) return value.map((each) => writtenPart(each, isWritten, isInside));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([member]) => (!isInside && member !== 'status') || isWritten(member))
      .map(([member, inner]) => [member, writtenPart(inner, isWritten, isInside || WITH_DEFAULTS.has(member))]),
  );
}

/** JSON with members in alphabetical order, without the generation, which each server counts in its own way. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (member, inner: unknown) => {
    if (member === 'generation') return undefined;
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
