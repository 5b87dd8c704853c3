import { outcomes } from '../../checks/fresh-reads.ts';
import { at } from '../../oracle/json.ts';
import { fc, minimalObject, resourceOf, stepsOn, makeAndRead } from '../cases.ts';
import { observed, violated, sent } from '../judging.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';
import { STATUS_WRITES, writeStatus } from './status-cases.ts';

const METADATA = { metadata: { labels: { 'by-status': 'yes' }, annotations: { 'by-status': 'yes' } } } as const;

export const rule: Rule = {
  id: 'status/metadata-in-a-status-write',
  level: 'silent',
  title:
    'This rule reports whether a write of /status changes labels and annotations; a dialect can require that it changes annotations.',
  cites: ['rules.2.2'],
  operations: STATUS_WRITES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const edits = [
      { set: '/metadata/labels/by-status', to: 'yes' },
      { set: '/metadata/annotations/by-status', to: 'yes' },
    ];
    return fc.constant([
      ...makeAndRead(on, minimalObject(on.maker, '{{a}}')),
      writeStatus(operation, on, {}, edits, METADATA),
    ]);
  },
  check,
  least: 1,
};

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  for (const { exchange, before, response } of outcomes(history, 'replaceStatus', 'patchStatus')) {
    for (const part of ['labels', 'annotations']) {
      const [old, asked, now] = [before.content, sent(exchange), response.content].map((object) =>
        at(object, 'metadata', part, 'by-status'),
      );
      if (asked === undefined || asked === old) continue;
      // In the dialect "by kind", only labels may stay unchanged.
      if (now !== asked && part === 'annotations' && choices['status.metadata'] === 'by-kind')
        yield violated(exchange, 'annotations are written', 'they are left', 'annotations are left');
      else yield observed(exchange, now === asked ? `${part} are written` : `${part} are left`);
    }
  }
}
