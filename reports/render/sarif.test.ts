import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import type { VerdictLogLine } from '../../shared/verdict-log/verdict-log.ts';
import { causesOf } from '../causes/causes-of.ts';
import { exampleLog } from '../tally/example-log.fixture.ts';
import { fold } from '../tally/fold.ts';
import { sarif } from './sarif.ts';

interface Sarif {
  readonly runs: readonly [
    {
      readonly tool: { readonly driver: { readonly version: string; readonly rules: readonly SarifRule[] } };
      readonly invocations: readonly [{ readonly exitCode: number; readonly executionSuccessful: boolean }];
      readonly results: readonly Result[];
    },
  ];
}

interface SarifRule {
  readonly id: string;
  readonly help: { readonly text: string };
}

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
}

/** The official schema without the two keywords that only draft 4 has. */
function validator(): (log: unknown) => unknown {
  const text = readFileSync(new URL('../../fixtures/sarif/sarif-2.1.0.schema.json', import.meta.url), 'utf8');
  const { $schema: _, id: __, ...schema } = JSON.parse(text) as Record<string, unknown>;
  const formats = {
    'date-time': (value: string) => /^\d{4}-\d\d-\d\dT\S+Z$/.test(value),
    uri: (value: string) => URL.canParse(value),
    'uri-reference': (value: string) => !/[\s\\]/.test(value),
  };
  const validate = new Ajv({ strict: false, unicodeRegExp: false, formats }).compile(schema);
  return (log) => (validate(log) ? [] : validate.errors);
}

const problemsOf = validator();

function made(lines: readonly VerdictLogLine[]): Sarif {
  return JSON.parse(sarif(fold(lines))) as Sarif;
}

const passing = exampleLog().map((line) =>
  line.kind === 'verdict' && line.verdict === 'failed' ? { ...line, verdict: 'passed' as const, violations: [] } : line,
);
const cut = exampleLog().filter(({ kind }) => kind !== 'done');
const saved = exampleLog().map((line) =>
  line.kind === 'verdict'
    ? {
        ...line,
        violations: line.violations.map((each) => ({ ...each, saved: 'my reports/cases/a.json', exchanges: [1] })),
      }
    : line,
);

describe('the SARIF report', () => {
  it.each([
    ['failing', exampleLog()],
    ['failing, with saved cases', saved],
    ['passing', passing],
    ['cut', cut],
    ['empty', []],
  ])('of a %s run fits the schema of SARIF 2.1.0', (_, lines) => {
    expect(problemsOf(made(lines))).toEqual([]);
  });

  it('has a result for each cause, with its clause as its rule', () => {
    const report = fold(exampleLog());
    const [run] = made(exampleLog()).runs;
    const { rules } = run.tool.driver;
    expect(run.results).toHaveLength(causesOf(report).length);
    for (const { ruleId, ruleIndex, level } of run.results) {
      expect(rules[ruleIndex]?.id).toBe(ruleId);
      expect(level).toBe('error');
    }
    expect(run.invocations[0]).toMatchObject({ exitCode: 1, executionSuccessful: true });
    expect(run.results[0]?.message.text).toContain('Again: pnpm conformance');
  });

  it('explains each clause by the rules that judge it', () => {
    const clause = made(exampleLog()).runs[0].tool.driver.rules.find(({ id }) => id === 'replace.1');
    expect(clause?.help.text).toContain('- replace/stale-version-is-refused (must): A PUT whose object changed');
  });

  it('of an interrupted run says that it did not end', () => {
    expect(made(passing.filter(({ kind }) => kind !== 'done')).runs[0].invocations[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [{ level: 'error', message: { text: expect.stringContaining('cut') as unknown } }],
    });
  });
});
