import type { Violation } from '../../shared/verdict-log/verdict-log.ts';

interface Clause {
  readonly id: string;
  readonly statement: string;
}

/** Members in the words of a violation: `containers[*].name`, `with tty`, `dnsPolicy`. */
const MEMBERS = /(?:\bwith |[./])(\w+)|\b([a-z]+[A-Z]\w*)/g;

/** The clause that a violation breaks: the first about the member that it names last, or else the first of the rule. */
export function clauseOf<C extends Clause>(
  { clauses }: { readonly clauses: readonly C[] },
  { expected }: Pick<Violation, 'expected'>,
): C | undefined {
  const named = [...expected.matchAll(MEMBERS)].map(([, member, camelCase]) => member ?? camelCase);
  const about = (member: string | undefined): C | undefined =>
    clauses.find(({ statement }) => statement.startsWith(`\`${member}\``));
  return (
    named
      .toReversed()
      .map(about)
      .find((clause) => clause !== undefined) ?? clauses[0]
  );
}
