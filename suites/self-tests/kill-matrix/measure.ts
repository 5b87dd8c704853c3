import type { ListedFault, ListedVariant } from '../../../shared/verdict-log/kill-matrix.ts';
import type { VerdictLine } from '../../../shared/verdict-log/verdict-log.ts';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import type { Assignment } from '../../engine/run-config.ts';
import { needsControllers } from '../../rules/needs.ts';
import type { Rule } from '../../rules/rule.ts';
import { pairsOf } from '../pairs-of.ts';
import { type JudgedTarget, openTarget } from '../judge-target.ts';
import { nearest } from './near.ts';
import type { Fires, Job, MeasuredServer } from './plan.ts';
import { measureSymptoms, RELATED, relatedRules } from './symptoms.ts';

/** Cases for the rule that a fault names. */
const OWN_RUNS = 100;
/** Cases for each other rule: failures that need many cases are no symptoms of the fault. */
const OTHER_RUNS = 1;
/** The seed of the second measurement, by the rules that failed under seed 1. */
const SYMPTOMS_SEED = 2;
/** Measuring machines are busy: a late response is not a missing one. */
const PATIENT = { concurrency: 6, timeoutMs: 10_000 } as const;

/** Verdicts that call the server wrong. */
const FIRED: ReadonlySet<string> = new Set(['failed']);
/** In addition, verdicts that no rule may have on a correct server. */
const UNSOUND: ReadonlySet<string> = new Set(['failed', 'broken', 'blocked']);

export interface MeasuredTarget {
  readonly url: string;
  /** Short name of the run, a DNS label. */
  readonly run: string;
}

/**
 * Judges a server with one fault: by the rule that the fault names, on all its operations until it fails; by each
 * other rule on the operation nearest to the failing one; and again, under another seed, by the failing rules on
 * several of their operations. `all`: the known results of all faults, for finding similar ones.
 */
export async function measureFault(
  place: MeasuredTarget,
  job: Job<ListedFault>,
  all: readonly MeasuredServer[],
): Promise<MeasuredServer> {
  const fires = job.rules.length === 0 ? {} : await measureFires(place, job);
  const failing = { ...job.known?.fires, ...fires };
  const missing = job.failing.filter(({ id }) => Object.hasOwn(failing, id));
  if (missing.length === 0) return { fires };
  const { caughtBy } = job.subject;
  const target = await openTarget(place.url, {
    run: `${place.run}s`,
    seed: SYMPTOMS_SEED,
    controllers: job.failing.some((rule) => rule.id === caughtBy && needsControllers(rule)),
    // A small case has few words that do not belong to the fault.
    shrinkMs: 500,
    ...PATIENT,
  });
  try {
    const related = new Set(relatedRules(failing, all).slice(0, RELATED));
    const others = job.failing.filter(({ id }) => related.has(id));
    return { fires, symptoms: await measureSymptoms(target, job.subject, missing, others, failing) };
  } finally {
    await target.close();
  }
}

async function measureFires({ url, run }: MeasuredTarget, { subject, known, rules }: Job<ListedFault>): Promise<Fires> {
  // A server with a controller fault has controllers.
  const controllers = rules.some((rule) => rule.id === subject.caughtBy && needsControllers(rule));
  const own = rules
    .filter(({ id }) => id === subject.caughtBy)
    .flatMap((rule) => rule.operations.map(({ id }) => ({ rule: rule.id, operation: id })));
  const others = rules.filter(({ id }) => id !== subject.caughtBy);
  // If only other rules are left, the needed operations are known beforehand.
  const staged =
    own.length === 0 ? { assignments: nearestPairs(others, known?.fires[subject.caughtBy], subject.name) } : {};
  const target = await openTarget(url, { run, controllers, ...PATIENT, ...staged });
  try {
    const named = own.length === 0 ? [] : await target.judge(own, { runs: OWN_RUNS, bail: true });
    const wrong = named.find(({ verdict }) => verdict === 'failed')?.operation ?? known?.fires[subject.caughtBy];
    return firesOf([...named, ...(await judgeOnce(target, nearestPairs(others, wrong, subject.name)))], FIRED);
  } finally {
    await target.close();
  }
}

/** Judges a correct server by each rule on one operation. */
export async function measureVariant(
  { url, run }: MeasuredTarget,
  job: Job<ListedVariant>,
  choices: DialectChoices,
): Promise<MeasuredServer> {
  const { name, departsFrom = [] } = job.subject;
  const target = await openTarget(url, { run, choices, ...PATIENT });
  // A departure may show on few operations only.
  const departures = pairsOf(job.rules.filter(({ id }) => departsFrom.includes(id)));
  try {
    const verdicts = await judgeOnce(target, [...nearestPairs(job.rules, undefined, name), ...departures]);
    return { fires: firesOf(verdicts, UNSOUND) };
  } finally {
    await target.close();
  }
}

/** Each rule on its operation nearest to the given one; without one, chosen by the subject's name. */
function nearestPairs(rules: readonly Rule[], operation: string | undefined, name: string): Assignment[] {
  return rules.map((rule) => ({ rule: rule.id, operation: nearest(rule, operation, name).id }));
}

function judgeOnce(target: JudgedTarget, pairs: readonly Assignment[]): Promise<VerdictLine[]> {
  return target.judge(pairs, { runs: OTHER_RUNS, bail: false });
}

function firesOf(verdicts: readonly VerdictLine[], which: ReadonlySet<string>): Fires {
  return Object.fromEntries(
    verdicts.filter(({ verdict }) => which.has(verdict)).map(({ rule, operation }) => [rule, operation]),
  );
}
