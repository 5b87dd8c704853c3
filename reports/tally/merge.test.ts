import { describe, expect, it } from 'vitest';
import type { BaselineEntry } from '../../shared/verdict-log/baseline.ts';
import type { DoneLine, Report, RunLine, VerdictLogLine } from '../../shared/verdict-log/verdict-log.ts';
import { exampleLog } from './example-log.fixture.ts';
import { fold } from './fold.ts';
import { merge } from './merge.ts';

const TODAY = '2026-06-15';

/** The example's run in so many parts, with its verdicts dealt out in turn; `change` may alter each of them. */
function shards(
  of: number,
  changes: { readonly run?: Partial<RunLine>; readonly done?: Partial<DoneLine> } = {},
): { file: string; report: Report }[] {
  return Array.from({ length: of }, (_, index) => {
    let dealt = 0;
    const lines = exampleLog().flatMap((line): VerdictLogLine[] => {
      if (line.kind === 'run')
        return [
          {
            ...line,
            catalogue: 'c',
            command: `${line.command} --shard ${index + 1}/${of}`,
            shard: { index: index + 1, of },
            ...changes.run,
          },
        ];
      if (line.kind === 'done') return [{ ...line, ...changes.done }];
      return line.kind === 'verdict' && dealt++ % of !== index ? [] : [line];
    });
    const judged = new Set(lines.flatMap((line) => (line.kind === 'verdict' ? [line.rule] : [])));
    return {
      file: `shard-${index + 1}.json`,
      report: fold(
        lines.map((line) =>
          line.kind === 'run' ? { ...line, rules: line.rules.filter(({ id }) => judged.has(id)) } : line,
        ),
      ),
    };
  });
}

const rows = ({ rules }: Report): string[] =>
  rules
    .flatMap(({ id, operations }) => operations.map(({ operation, verdict }) => `${id} ${operation} ${verdict}`))
    .sort();

describe('a merge of shards', () => {
  it.each([1, 2, 3, 5])(
    'of %i parts has every finding of the whole once, its rules in order, and its verdict',
    (of) => {
      const whole = fold(exampleLog());
      const merged = merge(shards(of).toReversed(), TODAY);
      expect(rows(merged)).toEqual(rows(whole));
      expect(merged.rules.map(({ id }) => id)).toEqual(whole.rules.map(({ id }) => id));
      expect(merged).toMatchObject({
        verdict: 'failed',
        exitCode: 1,
        requests: of * whole.requests,
        command: whole.command,
        operations: whole.operations,
      });
      expect(merged.shard).toBeUndefined();
    },
  );

  it('that lacks one names it and has no verdict better than inconclusive', () => {
    const passing = shards(3, { done: { verdict: 'passed', exitCode: 0 } });
    expect(merge(passing, TODAY).exitCode).toBe(0);
    expect(merge(passing.slice(1), TODAY)).toMatchObject({
      verdict: 'inconclusive',
      exitCode: 4,
      stopped: 'shard 1/3 is missing',
    });
  });

  it('with a failed and a broken one is failed, exit code 1', () => {
    const [one, two] = [shards(2, { done: { verdict: 'broken', exitCode: 70 } })[0], shards(2)[1]];
    expect(
      merge(
        [one, two].flatMap((each) => each ?? []),
        TODAY,
      ),
    ).toMatchObject({ verdict: 'failed', exitCode: 1 });
  });

  it('adds up the exercised operations', () => {
    const exercised = [{ operation: 'GET /api/v1', accepted: 2, refused: 1, concurrent: 0 }];
    expect(merge(shards(2, { done: { exercised } }), TODAY).exercised).toEqual([
      { operation: 'GET /api/v1', accepted: 4, refused: 2, concurrent: 0 },
    ]);
  });

  it('finds a stale entry over many operations that fails in no shard', () => {
    const covers =
      fold(exampleLog()).rules.find(({ id }) => id === 'create/keeps-every-field-that-was-sent')?.operations.length ??
      0;
    const entry: BaselineEntry = {
      rule: 'create/keeps-every-field-that-was-sent',
      operation: 'POST *',
      fingerprint: 'f',
      reason: 'r',
    };
    const rules = (exampleLog()[0] as RunLine).rules.map((rule) => ({ ...rule, covers }));
    const parts = shards(2, {
      run: { baseline: { file: 'b.json', entries: [entry] } },
      done: { verdict: 'passed', exitCode: 0, stale: [] },
    }).map(({ file, report }) => ({
      file,
      report: {
        ...report,
        rules: report.rules.map((rule) => ({ ...rule, ...rules.find(({ id }) => id === rule.id) })) as Report['rules'],
      },
    }));
    expect(parts.every(({ report }) => report.stale?.length === 0)).toBe(true);
    expect(merge(parts, TODAY)).toMatchObject({
      verdict: 'failed',
      exitCode: 1,
      stale: [expect.stringContaining('POST *')],
    });
  });

  it.each<[string, Partial<RunLine>, RegExp]>([
    ['seed', { seed: 43 }, /differ in their seed: 42, and 43/],
    ['dialect', { dialect: 'kubernetes-1.7' }, /differ in their dialect/],
    ['rules', { catalogue: 'd' }, /differ in their set of rules/],
    ['number of shards', { shard: { index: 2, of: 4 } }, /differ in their number of shards: 2, and 4/],
    ['command', { command: 'pnpm conformance --strict --shard 2/2' }, /differ in their command/],
  ])('refuses shards of different runs: another %s', (_, run, message) => {
    const [one] = shards(2);
    const [, two] = shards(2, { run });
    expect(() =>
      merge(
        [one, two].flatMap((each) => each ?? []),
        TODAY,
      ),
    ).toThrow(message);
  });

  it('refuses the same shard twice, and a report of no shard', () => {
    const [one] = shards(2);
    expect(() =>
      merge(
        [one, one].flatMap((each) => each ?? []),
        TODAY,
      ),
    ).toThrow(/are both shard 1\/2/);
    expect(() => merge([{ file: 'whole.json', report: fold(exampleLog()) }], TODAY)).toThrow(
      /whole\.json: is of a whole run/,
    );
  });
});
