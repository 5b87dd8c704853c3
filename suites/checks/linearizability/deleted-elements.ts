import type { History } from '../../oracle/history.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import type { Finding } from '../finding.ts';
import { held, violated } from '../findings.ts';
import { readsSince } from '../fresh-reads.ts';

/** The deletion of one element named `gone_...` from a merged list, in the text of a strategic merge patch. */
export const DELETED_ELEMENT = /\{"name":"(gone_[^"\\]+)","\$patch":"delete"\}/g;

/**
 * Judges that no read after an acknowledged patch shows an element named `gone_...` that the patch deleted while another
 * client wrote the object. Elements that another write names are left out.
 */
export function* judgeDeletedElements(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const key of observed.keys) {
    const writes = observed.writesTo(key).filter(({ outcome }) => outcome !== 'refused');
    for (const write of writes) {
      const names = write.outcome === 'acknowledged' ? namesIn(write.exchange.request.body?.text) : [];
      if (names.length === 0 || !observed.soleWriter(key)) continue;
      const others = writes.filter((other) => other !== write && other.settled > write.began);
      const gone = names.filter(
        (name) => !others.some(({ exchange }) => exchange.request.body?.text.includes(`"${name}"`)),
      );
      if (gone.length === 0 || !others.some(({ began }) => began < write.settled)) continue;
      for (const { seen, where } of readsSince(history, observed, key, write)) {
        const text = JSON.stringify(seen.content);
        const left = gone.find((name) => text.includes(`"name":"${name}"`));
        if (left === undefined) yield held(write.exchange, 'an element is deleted beside another write');
        else
          yield violated(
            write.exchange,
            `no element ${left} in any read after the patch that deleted it`,
            `it is in ${where}`,
            'an acknowledged deletion of an element is lost beside another write',
          );
      }
    }
  }
}

function namesIn(text = ''): readonly string[] {
  return Array.from(text.matchAll(DELETED_ELEMENT), ([, name]) => name ?? '');
}
