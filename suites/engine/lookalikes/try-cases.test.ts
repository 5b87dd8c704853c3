import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { CaseOnFault } from '../../../shared/verdict-log/verdict-log.ts';
import { RULES } from '../../rules/index.ts';
import type { FailingCase } from './run-findings.ts';
import { tryCases } from './try-cases.ts';

const LONG = { likeliestMs: 60_000, othersMs: 60_000, survivorsMs: 60_000 };
const [r, s] = RULES.slice(0, 2).map((rule): FailingCase => {
  const violation = { expected: '', actual: '', curl: [], replay: '', transcript: [], fingerprint: rule.id };
  return { rule, operation: 'o', violation, program: [], isRace: false };
});

function casesOf(...cases: readonly (FailingCase | undefined)[]): readonly FailingCase[] {
  return cases.filter((each) => each !== undefined);
}

describe('failing cases', () => {
  it('are sent to the faults that break their rule, and then to those on which other cases failed alike', async () => {
    const lines = await tryCases(
      {
        cases: casesOf(r, s),
        likeliest: (rule) => (rule === r?.rule.id ? ['bug', 'far'] : ['near']),
        outcome: async (_, fault): Promise<CaseOnFault> => (fault === 'far' ? 'holds' : 'alike'),
      },
      LONG,
    );
    expect(lines.map(({ onFaults }) => onFaults)).toEqual([
      { bug: 'alike', far: 'holds', near: 'alike' },
      { near: 'alike', bug: 'alike' },
    ]);
  });

  it('are sent to ten faults, and to the others if they fail alike on none', async () => {
    const many = Array.from({ length: 15 }, (_, index) => `fault-${index}`);
    const triedOn = async (alike: string): Promise<readonly string[]> => {
      const outcome = async (_: FailingCase, fault: string): Promise<CaseOnFault> =>
        fault === alike ? 'alike' : 'holds';
      const [line] = await tryCases({ cases: casesOf(r), likeliest: () => many, outcome }, LONG);
      return Object.keys(line?.onFaults ?? {});
    };
    expect(await triedOn('fault-3')).toEqual(many.slice(0, 10));
    expect(await triedOn('none')).toEqual(many);
  });

  it('are all sent to the fault that explains most, before any is sent to the next', async () => {
    const sent: string[] = [];
    const waiting = { do: 'pause', ms: 1 } as const;
    const [cheap, other, costly] = [r && { ...r }, r && { ...r }, s && { ...s, program: [waiting] }];
    await tryCases(
      {
        cases: casesOf(cheap, other, costly),
        likeliest: (rule) => (rule === r?.rule.id ? ['most'] : ['less']),
        outcome: async ({ program }, fault): Promise<CaseOnFault> => {
          sent.push(`${program.length > 0 ? 'costly' : 'cheap'} to ${fault}`);
          return 'alike';
        },
      },
      LONG,
    );
    expect(sent.slice(3)).toEqual(['costly to most', 'cheap to less', 'cheap to less']);
  });

  it('are sent first to the fault that no case speaks against, even if more cases failed alike on another', async () => {
    const order: string[] = [];
    const third = r && { ...r, operation: 'third' };
    await tryCases(
      {
        cases: casesOf(r, r && { ...r }, third, s),
        likeliest: (rule) => (rule === r?.rule.id ? ['refuted-once'] : ['refuted-never']),
        outcome: async ({ operation }, fault): Promise<CaseOnFault> => {
          order.push(fault);
          return fault === 'refuted-once' && operation === 'third' ? 'holds' : 'alike';
        },
      },
      LONG,
    );
    expect(order.slice(4)).toEqual(['refuted-never', 'refuted-never', 'refuted-never', 'refuted-once']);
  });

  it('are sent in the order of the requests that a trial needs, likely faults first, whatever they wait for', async () => {
    const sent: string[] = [];
    const list = { do: 'call', verb: 'list', resource: 'configmaps', namespace: 'ns1' } as const;
    await tryCases(
      {
        cases: casesOf(
          r && { ...r, program: [list, list, list] },
          s && { ...s, program: [list, { do: 'pause', ms: 1 }] },
        ),
        likeliest: (rule) =>
          rule === r?.rule.id ? ['long-1', 'long-2'] : ['short-1', 'short-2', 'short-3', 'short-4'],
        outcome: async (_, fault): Promise<CaseOnFault> => {
          sent.push(fault);
          return 'holds';
        },
      },
      LONG,
    );
    expect(sent).toEqual(['short-1', 'short-2', 'long-1', 'short-3', 'short-4', 'long-2']);
  });

  it('leave out servers that cannot tell, and are silent if none can', async () => {
    const outcome = async (_: FailingCase, fault: string): Promise<CaseOnFault | undefined> => {
      if (fault === 'throws') throw new Error('it closed the connection');
      return fault === 'broken' ? undefined : 'otherwise';
    };
    const lines = await tryCases({ cases: casesOf(r), likeliest: () => ['broken', 'throws', 'other'], outcome }, LONG);
    expect(lines.map(({ onFaults }) => onFaults)).toEqual([{ other: 'otherwise' }]);
    expect(await tryCases({ cases: casesOf(r), likeliest: () => ['broken'], outcome }, LONG)).toEqual([]);
  });

  it('keep what was found when the time is over or the run is interrupted', async () => {
    const outcome = async (_: FailingCase, fault: string): Promise<CaseOnFault> => {
      if (fault === 'hangs') await sleep(60_000, undefined, { ref: false });
      return 'alike';
    };
    const task = { cases: casesOf(r), likeliest: () => ['quick', 'hangs'], outcome };
    const [late] = await tryCases(task, { likeliestMs: 50, othersMs: 50, survivorsMs: 50 });
    expect(late?.onFaults).toEqual({ quick: 'alike' });
    const interrupt = new AbortController();
    const trying = tryCases(task, { ...LONG, signal: interrupt.signal });
    await sleep(20);
    interrupt.abort();
    expect((await trying)[0]?.onFaults).toEqual({ quick: 'alike' });
  });
});
