import { describe, expect, it } from 'vitest';
import type { RequestLine } from '../../../../shared/exchange-log/exchange-log.ts';
import type { Finding } from '../../../checks/finding.ts';
import { historyOf } from '../../../oracle/exchanges/history-of.ts';
import { RULES } from '../../../rules/index.ts';
import type { Rule } from '../../../rules/rule.ts';
import type { SharedCase } from './case-runner.ts';
import { SharedCases } from './shared-cases.ts';

const REQUEST: RequestLine = { kind: 'request', n: 1, t: 1, exchange: 1, method: 'GET', target: '/api', headers: [] };
const HELD: Finding = { outcome: 'held', operation: 'one', exchange: 1, shape: 'any' };
const VIOLATED: Finding = {
  outcome: 'violated',
  operation: 'one',
  exchange: 1,
  expected: 'a list',
  actual: 'nothing',
  cause: 'gone',
};

function ruleOne(): Rule {
  const [rule] = RULES;
  if (rule === undefined) throw new Error('there are rules');
  return rule;
}

describe('a case that several operations share', () => {
  /** The numbers of lines that three operations get, and how often the case was sent. */
  async function linesOf(...findings: readonly Finding[]): Promise<{ lines: number[]; sent: number }> {
    const shared = new SharedCases();
    let sent = 0;
    const send = (): Promise<SharedCase> => {
      sent += 1;
      const lines = [REQUEST];
      return Promise.resolve({ sent: { lines, history: historyOf(lines) }, blamed: { findings, owned: [] } });
    };
    const got = await Promise.all([1, 2, 3].map(() => shared.get(ruleOne(), [], false, send)));
    expect(got.map(({ blamed }) => blamed.findings)).toEqual([findings, findings, findings]);
    return { lines: got.map(({ sent: { lines } }) => lines.length), sent };
  }

  it('keeps its lines for the first operation only, if it breaks nothing', async () => {
    expect(await linesOf(HELD)).toEqual({ lines: [1, 0, 0], sent: 1 });
  });

  it('keeps its lines for all operations, if it breaks the rule on one of them', async () => {
    expect(await linesOf(HELD, VIOLATED)).toEqual({ lines: [1, 1, 1], sent: 1 });
  });

  it('is sent again if a request got no response', async () => {
    const shared = new SharedCases();
    let sent = 0;
    const get = (): Promise<SharedCase> =>
      shared.get(ruleOne(), [], false, async () => {
        sent += 1;
        const trouble = { reason: 'a connection was dropped', again: true, forAll: false };
        return { sent: { lines: [], history: historyOf([]), trouble }, blamed: { findings: [], owned: [] } };
      });
    await get();
    await get();
    expect(sent).toBe(2);
  });

  it('is sent once, and once with the full patience', async () => {
    const shared = new SharedCases();
    const sent: boolean[] = [];
    const get = (patient: boolean): Promise<SharedCase> =>
      shared.get(ruleOne(), [], patient, async () => {
        sent.push(patient);
        return { sent: { lines: [], history: historyOf([]) }, blamed: { findings: [], owned: [] } };
      });
    await Promise.all([get(false), get(false), get(true), get(true)]);
    expect(sent).toEqual([false, true]);
  });
});
