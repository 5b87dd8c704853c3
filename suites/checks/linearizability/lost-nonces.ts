import type { History } from '../../oracle/history.ts';
import { versionNamed } from '../responses.ts';
import {
  type ObjectKey,
  type Observation,
  type ObservedState,
  observedStateOf,
  type Write,
} from '../../oracle/observed-state.ts';
import type { WriteVerb } from '../../../spec/surface/operations.ts';
import type { Finding } from '../finding.ts';
import { held, violated } from '../findings.ts';
import { DELETED_ELEMENT } from './deleted-elements.ts';
import { type FreshRead, readsSince } from '../fresh-reads.ts';

/** A nonce: a text that only one write carries first. */
const NONCE = /"(mark-[^"\\]+)"/g;

/** Parts of a patch that may delete other clients' content. */
const TAKES_AWAY = /null|\$patch|\$retainKeys|\$deleteFrom|"(?:remove|replace|move)"/;

/**
 * Judges that every later read shows the nonces that an acknowledged write of these verbs stored, even if other
 * clients write concurrently. A nonce is a text `mark-...` whose first carrier is that write, anywhere in its body. A
 * nonce may only disappear if a writer that had seen it omitted it. A PUT without the nonce is no excuse if the
 * version that it names lacked the nonce too, because that version was already replaced (document, Rules 1).
 *
 *     PATCH adds mark-1 -> 200; meanwhile PUT of version 7, which lacks mark-1 -> 200; GET lacks mark-1   wrong
 */
export function* judgeLostNonces(history: History, ...verbs: readonly WriteVerb[]): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const key of observed.keys) {
    if (!observed.soleWriter(key)) continue;
    const writes = observed.writesTo(key).filter(({ outcome }) => outcome !== 'refused');
    const firsts = firstCarriers(writes);
    for (const write of writes) {
      if (write.outcome !== 'acknowledged' || !verbs.includes(write.verb) || write.response === undefined) continue;
      const own = noncesIn(write).filter((nonce) => firsts.get(nonce) === write);
      if (own.length > 0) yield* judgeNonces({ history, observed, key, write, own, writes });
    }
  }
}

interface WriteWithNonces {
  readonly history: History;
  readonly observed: ObservedState;
  readonly key: ObjectKey;
  readonly write: Write;
  /** The nonces that this write carried first. */
  readonly own: readonly string[];
  /** All writes of the object except refused ones. */
  readonly writes: readonly Write[];
}

function* judgeNonces(subject: WriteWithNonces): Iterable<Finding> {
  const { history, observed, key, write, own, writes } = subject;
  const others = writes.filter((other) => other !== write && other.settled > write.began);
  const beside = [...new Set(others.filter(({ began }) => began < write.settled).map(({ verb }) => verb))]
    .sort()
    .join(' ');
  for (const read of readsSince(history, observed, key, write)) {
    const lost = own.find((nonce) => !shows(read, nonce));
    if (lost === undefined) yield held(write.exchange, beside === '' ? 'alone' : `beside ${beside}`);
    else if (
      others.every((other) => other.began > read.exchange.ended || keeps(other, lost, observed.observationsOf(key)))
    ) {
      yield {
        ...violated(
          write.exchange,
          `${lost} in every read after the ${write.verb} that put it there`,
          `it is not in ${read.where}`,
          `an acknowledged ${write.verb} is lost ${beside === '' ? '' : `beside ${beside}`}`.trimEnd(),
        ),
        involved: involvedIn(subject, read),
      };
    }
  }
}

function involvedIn({ write, writes }: WriteWithNonces, { exchange }: FreshRead): readonly number[] {
  const meanwhile = writes.filter(
    ({ outcome, began, settled }) => outcome === 'acknowledged' && began < exchange.began && settled > write.began,
  );
  return [...new Set([write.exchange.id, ...meanwhile.map((other) => other.exchange.id), exchange.id])];
}

/** The first write that carried each nonce. */
function firstCarriers(writes: readonly Write[]): ReadonlyMap<string, Write> {
  const firsts = new Map<string, Write>();
  for (const write of writes) for (const nonce of noncesIn(write)) if (!firsts.has(nonce)) firsts.set(nonce, write);
  return firsts;
}

function noncesIn({ exchange }: Write): string[] {
  return Array.from((exchange.request.body?.text ?? '').matchAll(NONCE), ([, nonce]) => nonce ?? '');
}

function shows({ seen }: FreshRead, nonce: string): boolean {
  return seen !== undefined && JSON.stringify(seen.content).includes(`"${nonce}"`);
}

/** Whether another write cannot explain that the nonce is gone. */
function keeps({ verb, exchange }: Write, nonce: string, observations: readonly Observation[]): boolean {
  const text = exchange.request.body?.text ?? '';
  if (verb === 'patch' || verb === 'patchStatus') return !TAKES_AWAY.test(text.replaceAll(DELETED_ELEMENT, ''));
  if (verb !== 'replace' && verb !== 'replaceStatus') return false;
  if (text.includes(`"${nonce}"`)) return true;
  const version = versionNamed(exchange);
  const based = version === undefined ? [] : observations.filter((observation) => observation.version === version);
  return based.length > 0 && based.every(({ content }) => !JSON.stringify(content).includes(`"${nonce}"`));
}
