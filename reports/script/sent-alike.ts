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
 * target.
 */
export function isSentAlike(ours: ComparedExchanges, theirs: ComparedExchanges, [step, other]: Pair): boolean {
  const [one, two] = [ours.exchanges[step], theirs.exchanges[other]];
  return (
    bodyOf(one, ours.form) === bodyOf(two, theirs.form) &&
    isOfOneVersion(ours, versionIn(one), theirs.form.value(versionIn(two)))
  );
}

/** Whether a version is the one that a symbol of the other case stands for, as `<3 .metadata.resourceVersion>`. */
function isOfOneVersion({ exchanges, form }: ComparedExchanges, version: string | null, symbol: unknown): boolean {
  const [, shown] = /^<(\d+) \.metadata\.resourceVersion>$/.exec(String(symbol)) ?? [];
  return (
    form.value(version) === symbol || (shown !== undefined && versionOf(exchanges[Number(shown)]?.json) === version)
  );
}

function versionIn(exchange: WireExchange | undefined): string | null {
  return new URLSearchParams(exchange?.target.split('?')[1]).get('resourceVersion');
}

function bodyOf(exchange: WireExchange | undefined, form: Comparable): string | undefined {
  return exchange?.body === undefined ? undefined : JSON.stringify(form.value(parsed(exchange.body)));
}

/** The value of a body in JSON or YAML, or its text. */
function parsed(body: string): unknown {
  for (const read of [JSON.parse, load])
    try {
      return read(body);
    } catch {}
  return body;
}
