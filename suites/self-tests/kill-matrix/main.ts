import { Command } from 'commander';
import { inParallel } from '../../../shared/in-parallel.ts';
import {
  KILL_MATRIX_FORMAT,
  type KillMatrix,
  type ListedFault,
  type ListedVariant,
  type MeasuredFault,
  type MeasuredVariant,
} from '../../../shared/verdict-log/kill-matrix.ts';
import { dialectNamed } from '../../../spec/dialects/index.ts';
import { RULES } from '../../rules/index.ts';
import { listedFaults, listedVariants } from '../listed.ts';
import { type Servers, startServers } from '../servers.ts';
import { needsQuiet } from '../needs-quiet.ts';
import { runMain } from '../run-main.ts';
import { measureFault, measureVariant } from './measure.ts';
import { isDone, type Job, type MeasuredServer, merged, plan, type WantedSubjects } from './plan.ts';
import { storeMatrix, storedMatrix } from '../../../shared/verdict-log/stored-matrix.ts';

/** Servers judged at the same time: while one waits for its watches, another works. */
const AT_ONCE = 4;

/**
 * `pnpm kill-matrix` measures which rules fail for each fault and each variant, and stores that in
 * `fixtures/kill-matrix.json`.
 */
async function main(args: readonly string[]): Promise<void> {
  const command = new Command('kill-matrix')
    .description(
      'Judges every fault and every legal variant of proxy/faults by every rule, and writes fixtures/kill-matrix.json.',
    )
    .option('--only <names>', 'measure these faults and variants, separated by commas, and keep the rest')
    .option(
      '--missing',
      'measure what the file lacks: new or changed faults and variants, and new rules on all of them',
    )
    .allowExcessArguments(false)
    .exitOverride();
  command.parse(args, { from: 'user' });
  const { only, missing } = command.opts<{ only?: string; missing?: true }>();
  const [faults, variants] = await Promise.all([listedFaults(), listedVariants()]);
  const names = only?.split(',');
  const unknown = names?.find((name) => ![...faults, ...variants].some((each) => each.name === name));
  if (unknown !== undefined)
    command.error(
      `error: --only: there is no fault and no variant '${unknown}'; 'pnpm proxy faults --list' and '--list-variants' show them`,
      { exitCode: 2 },
    );
  await measureAll(faults, variants, {
    missing: missing === true,
    ...(names === undefined ? {} : { only: new Set(names) }),
  });
}

async function measureAll(
  faults: readonly ListedFault[],
  variants: readonly ListedVariant[],
  wanted: WantedSubjects,
): Promise<void> {
  const stored = storedMatrix();
  const rules =
    wanted.only === undefined || stored.rules.length === 0
      ? RULES
      : RULES.filter(({ id }) => stored.rules.includes(id));
  const faultJobs = plan(faults, { rules: stored.rules, subjects: stored.faults }, rules, wanted);
  const variantJobs = plan(variants, { rules: stored.rules, subjects: stored.variants }, rules, wanted);
  const jobs = [...faultJobs, ...variantJobs];
  const measured = new Map(
    jobs.flatMap(({ subject, known }) => (known === undefined ? [] : [[subject.name, merged(RULES, known)]])),
  );
  const all = rules.map(({ id }) => id);
  const keep = (judgedBy: readonly string[]): void => storeMatrix(matrixOf(faults, variants, measured, judgedBy));
  // If nothing must be measured, changed descriptions of the same behaviour are stored.
  if (jobs.every(isDone)) return keep(all);
  // Until everything is measured, new rules have not judged everything.
  const judgedByNow = stored.rules.length === 0 ? all : all.filter((id) => stored.rules.includes(id));
  const servers = await startServers(variants.map(({ dialect }) => dialect));
  const measure = async <T extends ListedFault | ListedVariant>(
    { subject, known }: Job<T>,
    by: () => Promise<MeasuredServer>,
  ): Promise<void> => {
    measured.set(subject.name, merged(RULES, known, await by()));
    say(subject, measured);
    // The results are stored however the command ends.
    keep(judgedByNow);
  };
  try {
    const measureNamed = (job: Job<ListedFault>, index: number): Promise<void> =>
      measure(job, () =>
        measureFault({ url: servers.url('spec', job.subject.name), run: `k${index.toString(36)}` }, job, stored.faults),
      );
    // All servers stand in front of one reference server, and some faults show only while nobody else writes there.
    const isQuiet = ({ subject }: Job<ListedFault>): boolean => needsQuiet(subject);
    const areQuietDone = await measureOpen(faultJobs, measureNamed, isQuiet, 1);
    const areOthersDone = await measureOpen(faultJobs, measureNamed, (job) => !isQuiet(job));
    const areVariantsDone = await measureOpen(variantJobs, (job, index) =>
      measure(job, () => measureVariantAt(servers, job, index)),
    );
    if (areQuietDone && areOthersDone && areVariantsDone) keep(all);
    else process.exitCode = 1;
  } finally {
    await servers[Symbol.asyncDispose]();
  }
}

function measureVariantAt(servers: Servers, job: Job<ListedVariant>, index: number): Promise<MeasuredServer> {
  const { name, dialect } = job.subject;
  const named = dialectNamed(dialect);
  if (named === undefined) throw new RangeError(`variant '${name}' speaks dialect '${dialect}', which does not exist`);
  return measureVariant({ url: servers.url(dialect, name), run: `u${index.toString(36)}` }, job, named.choices);
}

/**
 * Runs the wanted open jobs, some at a time, and names those that cannot be measured.
 * @returns whether all are measured
 */
async function measureOpen<T extends { readonly name: string }>(
  jobs: readonly Job<T>[],
  measure: (job: Job<T>, index: number) => Promise<void>,
  isWanted: (job: Job<T>) => boolean = () => true,
  atOnce = AT_ONCE,
): Promise<boolean> {
  let areAll = true;
  const open = [...jobs.entries()].filter(([, job]) => !isDone(job) && isWanted(job));
  await inParallel(open, atOnce, async ([index, job]) => {
    await measure(job, index).catch((error: unknown) => {
      areAll = false;
      process.stderr.write(`${job.subject.name}: ${String(error)}\n`);
    });
  });
  return areAll;
}

/** Unmeasured subjects are left out: another test proves that the file is complete. */
function matrixOf(
  faults: readonly ListedFault[],
  variants: readonly ListedVariant[],
  measured: ReadonlyMap<string, MeasuredServer>,
  rules: readonly string[],
): KillMatrix {
  return {
    format: KILL_MATRIX_FORMAT,
    seed: 1,
    rules,
    faults: faults.flatMap((fault): MeasuredFault[] => withFires(fault, measured)),
    variants: variants.flatMap((variant): MeasuredVariant[] => withFires(variant, measured)),
  };
}

function withFires<T extends { readonly name: string }>(
  subject: T,
  measured: ReadonlyMap<string, MeasuredServer>,
): (T & MeasuredServer)[] {
  const found = measured.get(subject.name);
  return found === undefined ? [] : [{ ...subject, ...found }];
}

function say(subject: ListedFault | ListedVariant, measured: ReadonlyMap<string, MeasuredServer>): void {
  const fired = Object.keys(measured.get(subject.name)?.fires ?? {});
  const missed = 'caughtBy' in subject && !fired.includes(subject.caughtBy) ? `, not ${subject.caughtBy}` : '';
  process.stdout.write(`${subject.name}: ${fired.length} rules fire${missed}\n`);
}

await runMain(main);
