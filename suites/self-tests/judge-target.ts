import type { VerdictLine } from '../../fixtures/formats/verdict-log.ts';
import type { Answers } from '../../spec/dialects/index.ts';
import { SPEC } from '../../spec/dialects/index.ts';
import { openStage } from '../cli/stage.ts';
import { judgeAssignment } from '../engine/judge-assignment.ts';
import { openRun } from '../engine/open-run.ts';
import type { RunConfig } from '../engine/run-config.ts';
import type { Rule } from '../rules/rule.ts';

export interface JudgeOptions {
  /** Short name of the run, a DNS label. */
  readonly run: string;
  readonly rules: readonly Rule[];
  readonly runs: number;
  readonly answers?: Answers;
}

/** Judges a server by some rules, in this process, until one fails: what `pnpm conformance --bail` does, without vitest and reports round it. */
export async function judgeTarget(url: string, { run, rules, runs, answers = SPEC.answers }: JudgeOptions): Promise<VerdictLine[]> {
  const timeoutMs = 3_000;
  const concurrency = 2;
  const stage = await openStage({ url, timeoutMs }, { run, concurrency, prefix: 'plumbline', timeoutMs });
  if ('unusable' in stage) throw new Error(stage.unusable);
  const config: RunConfig = {
    run,
    target: { url, timeoutMs },
    answers,
    seed: 1,
    runs,
    concurrency,
    timeoutMs,
    bail: true,
    shrinkMs: 0,
    reportDirectory: 'plumbline-report',
    capabilities: stage.capabilities,
    namespaces: stage.namespaces,
    assignments: rules.flatMap((rule) => rule.operations.map(({ id }) => ({ rule: rule.id, operation: id }))),
  };
  const open = openRun(config);
  try {
    return await inTurn(config, open, concurrency);
  } finally {
    await open.close();
    await stage.clear();
    await stage.close();
  }
}

/** All assignments, so many at a time. */
async function inTurn(config: RunConfig, open: ReturnType<typeof openRun>, width: number): Promise<VerdictLine[]> {
  const verdicts: VerdictLine[] = [];
  const left = [...config.assignments];
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) verdicts.push(await judgeAssignment(next, config, open));
  };
  await Promise.all(Array.from({ length: width }, worker));
  return verdicts;
}
