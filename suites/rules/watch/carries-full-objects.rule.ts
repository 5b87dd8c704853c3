import * as fc from 'fast-check';
import type { Finding } from '../../checks/finding.ts';
import { held, show, violated } from '../../checks/findings.ts';
import type { Watch } from '../../checks/watches.ts';
import { watchesIn } from '../../checks/watches.ts';
import type { History, StreamEvent } from '../../oracle/history.ts';
import { textAt } from '../../oracle/json.ts';
import type { Rule } from '../rule.ts';
import { BEFORE, WATCHED, deeds, watchedStory } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/carries-full-objects',
  level: 'must',
  title: 'Every event has a type and an object with kind, version of its path, name, uid and resourceVersion.',
  cites: ['events.1.1', 'events.2.3', 'other-shapes.watch-event.1', 'other-shapes.watch-event.2'],
  operations: WATCHED,
  cases: (operation) => fc.record({ there: BEFORE, story: deeds(operation, 1, 3) }).map((case_) => watchedStory(operation, case_)),
  check,
  least: 1,
};

/** How newer servers tell how far a stream is, where nothing changed: no notification of the document, and no object. */
const BOOKMARK = 'BOOKMARK';

function* check(history: History): Iterable<Finding> {
  for (const watch of watchesIn(history)) {
    if (watch.gaveUp) continue;
    for (const event of watch.exchange.events.filter(({ type }) => type !== BOOKMARK)) {
      const lack = lacking(watch, event);
      if (lack === undefined) yield held(watch.exchange, `${event.type}, ${watch.form}`);
      else yield violated(watch.exchange, `${lack.member} ${lack.expected} in an event`, show(lack.actual), `${lack.member} in an event`);
    }
  }
}

interface Lack {
  readonly member: string;
  readonly expected: string;
  readonly actual: unknown;
}

function lacking({ exchange: { call } }: Watch, { type, object, text }: StreamEvent): Lack | undefined {
  if (type === '' || object === undefined) return { member: 'a type and an object', expected: '', actual: text };
  const { kind, apiVersion } = call.resource;
  if (textAt(object, 'kind') !== kind) return { member: 'kind', expected: show(kind), actual: textAt(object, 'kind') };
  if (textAt(object, 'apiVersion') !== apiVersion) return { member: 'apiVersion', expected: show(apiVersion), actual: textAt(object, 'apiVersion') };
  const missing = ['name', 'uid', 'resourceVersion'].find((member) => (textAt(object, 'metadata', member) ?? '') === '');
  return missing === undefined ? undefined : { member: `metadata.${missing}`, expected: 'that is set', actual: undefined };
}
