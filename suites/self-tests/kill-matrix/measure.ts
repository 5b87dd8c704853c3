import type { ListedFault, ListedVariant } from '../../../fixtures/formats/kill-matrix.ts';
import type { VerdictLine } from '../../../fixtures/formats/verdict-log.ts';
import type { Answers } from '../../../spec/dialects/index.ts';
import type { JudgedTarget } from '../judge-target.ts';
import { openTarget } from '../judge-target.ts';
import { nearest } from './near.ts';
import type { Fires, Job } from './plan.ts';

/** Cases for the rule that a fault names: those of a default run. */
const OWN_RUNS = 100;
/** Cases for each other rule: what needs many to show is not what a fault lights up. */
const OTHER_RUNS = 1;
/** Machines that measure are busy with it: what is late is not lost. */
const PATIENT = { concurrency: 6, timeoutMs: 10_000 } as const;

/** Verdicts of a rule that says that the server is wrong. */
const FIRED: ReadonlySet<string> = new Set(['failed', 'flaky']);
/** And those that no rule may come to where the server obeys. */
const UNSOUND: ReadonlySet<string> = new Set(['failed', 'flaky', 'broken', 'blocked']);

export interface Place {
  readonly url: string;
  /** Short name of the run, a DNS label. */
  readonly run: string;
}

/**
 * Judges a server with one fault: by the rule that the fault names, on all its operations until it fails; by each other rule on the
 * operation nearest to the one that failed.
 */
export async function measureFault({ url, run }: Place, { subject, known, rules }: Job<ListedFault>): Promise<Fires> {
  // Where control loops go wrong, there are some.
  const loops = rules.some(({ id, loop }) => id === subject.caughtBy && loop !== undefined);
  const target = await openTarget(url, { run, loops, ...PATIENT });
  try {
    const own = rules.filter(({ id }) => id === subject.caughtBy).flatMap((rule) => rule.operations.map(({ id }) => ({ rule: rule.id, operation: id })));
    const named = own.length === 0 ? [] : await target.judge(own, { runs: OWN_RUNS, bail: true });
    const wrong = named.find(({ verdict }) => verdict === 'failed')?.operation ?? known?.[subject.caughtBy];
    const others = { subject, known, rules: rules.filter(({ id }) => id !== subject.caughtBy) };
    return firesOf([...named, ...(await judgeOnce(target, others, wrong))], FIRED);
  } finally {
    await target.close();
  }
}

/** Judges a server that obeys by each rule on one operation. */
export async function measureVariant({ url, run }: Place, job: Job<ListedVariant>, answers: Answers): Promise<Fires> {
  const target = await openTarget(url, { run, answers, ...PATIENT });
  try {
    return firesOf(await judgeOnce(target, job, undefined), UNSOUND);
  } finally {
    await target.close();
  }
}

function judgeOnce(target: JudgedTarget, { subject, rules }: Job<{ readonly name: string }>, operation: string | undefined): Promise<VerdictLine[]> {
  return target.judge(rules.map((rule) => ({ rule: rule.id, operation: nearest(rule, operation, subject.name).id })), { runs: OTHER_RUNS, bail: false });
}

function firesOf(verdicts: readonly VerdictLine[], which: ReadonlySet<string>): Fires {
  return Object.fromEntries(verdicts.filter(({ verdict }) => which.has(verdict)).map(({ rule, operation }) => [rule, operation]));
}
