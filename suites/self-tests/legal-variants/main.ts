import { Command } from 'commander';
import { dialectNamed } from '../../../spec/dialects/index.ts';
import type { Assignment } from '../../engine/run-config.ts';
import { RULES } from '../../rules/index.ts';
import { needsControllers } from '../../rules/needs.ts';
import type { Rule } from '../../rules/rule.ts';
import { openTarget } from '../judge-target.ts';
import { listedVariants } from '../listed.ts';
import { pairsOf } from '../pairs-of.ts';
import { positiveNumber } from '../flag-parsers.ts';
import { runMain } from '../run-main.ts';
import { startLegalServer } from './legal-server.ts';
import { eachAlone, randomSets, type VariantSet } from './random-sets.ts';

/** Cases per rule of a default run. */
const DEFAULT_RUNS = 30;

/** Verdicts that a run on a correct server must not have. */
const UNSOUND: ReadonlySet<string> = new Set(['failed', 'broken', 'blocked', 'inconclusive']);

/** The variant with active controllers. On the others, rules about controllers would wait in vain. */
const AT_WORK = 'control-loops-at-work';

/** The step between the operations that successive seeds judge: coprime to the number of operations of most rules. */
const STRIDE = 7;

/**
 * `pnpm variants` judges every legal variant under several seeds, or random sets of them. Exits 1 if a rule has a
 * verdict that no correct server may get.
 */
async function main(args: readonly string[]): Promise<void> {
  const command = new Command('variants')
    .description(
      'Judges the legal variants of proxy/faults by every rule, each on one operation per seed, with the number of cases of a default run.',
    )
    .option('--only <name,...>', 'these variants instead of all')
    .option(
      '--together <n>',
      'instead of each variant alone, n random sets of two or three of them under each seed: a server that is unusual in several ways',
      positiveNumber,
    )
    .option('--rules <id,...>', 'these rules instead of all, each on all of its operations')
    .option('--seeds <n>', 'number of seeds', positiveNumber, 1)
    .option('--first-seed <n>', 'the first seed', positiveNumber, 1)
    .option('--runs <n>', 'cases per rule, spread over its operations', positiveNumber, DEFAULT_RUNS)
    .allowExcessArguments(false)
    .exitOverride();
  command.parse(args, { from: 'user' });
  const { only, rules, seeds, firstSeed, runs, together } = command.opts<{
    only?: string;
    together?: number;
    rules?: string;
    seeds: number;
    firstSeed: number;
    runs: number;
  }>();
  const listed = await listedVariants();
  const unknown = only?.split(',').find((name) => !listed.some((variant) => variant.name === name));
  if (unknown !== undefined)
    command.error(`error: --only: there is no variant '${unknown}'. 'pnpm proxy faults --list-variants' shows them.`, {
      exitCode: 2,
    });
  const noRule = rules?.split(',').find((id) => !RULES.some((rule) => rule.id === id));
  if (noRule !== undefined)
    command.error(`error: --rules: there is no rule '${noRule}'. 'pnpm conformance --list' shows them.`, {
      exitCode: 2,
    });
  const variants = listed.filter(({ name }) => only === undefined || only.split(',').includes(name));
  const wanted = { runs, ...(rules === undefined ? {} : { rules: rules.split(',') }) };
  let servers = 0;
  let unsound = 0;
  for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
    const sets = together === undefined ? eachAlone(variants) : randomSets(variants, together, seed);
    for (const [place, set] of sets.entries()) {
      servers += 1;
      unsound += await judged(set, { seed, place }, wanted);
    }
  }
  process.stdout.write(`${servers} servers: ${unsound} verdicts that no correct server may get\n`);
  process.exitCode = unsound === 0 ? 0 : 1;
}

interface WantedRun {
  /** Cases per rule. */
  readonly runs: number;
  /** Ids of rules to judge on all of their operations; by default all rules, each on one operation. */
  readonly rules?: readonly string[];
}

/** The pairs to judge under that seed. */
function assignmentsOf(rules: readonly Rule[], seed: number, wanted: readonly string[] | undefined): Assignment[] {
  if (wanted !== undefined) return pairsOf(rules.filter(({ id }) => wanted.includes(id)));
  return rules.flatMap(({ id, operations }, place): Assignment[] => {
    const operation = operations[(place + seed * STRIDE) % operations.length];
    return operation === undefined ? [] : [{ rule: id, operation: operation.id }];
  });
}

/** Judges a server with these variants, on fresh processes, prints the wrong verdicts, and returns their number. */
async function judged(
  set: VariantSet,
  { seed, place }: { readonly seed: number; readonly place: number },
  { runs, rules: only }: WantedRun,
): Promise<number> {
  const { dialect, variants } = set;
  const named = dialectNamed(dialect);
  if (named === undefined) throw new RangeError(`a variant speaks dialect '${dialect}', which does not exist`);
  const name = variants.map((variant) => variant.name).join(' + ');
  const departsFrom = new Set(variants.flatMap((variant) => variant.departsFrom ?? []));
  const hasControllers = variants.some((variant) => variant.name === AT_WORK);
  await using server = await startLegalServer(set);
  const began = Date.now();
  const rules = RULES.filter((rule) => !needsControllers(rule) || hasControllers);
  const assignments = assignmentsOf(rules, seed, only);
  const target = await openTarget(server.url, {
    run: `l${seed.toString(36)}-${place.toString(36)}`,
    assignments,
    choices: named.choices,
    concurrency: 6,
    timeoutMs: 10_000,
    seed,
  });
  try {
    const verdicts = await target.judge(assignments, { runs, bail: false, whole: pairsOf(rules) });
    const unsound = verdicts.filter(({ rule, verdict }) => UNSOUND.has(verdict) && !departsFrom.has(rule));
    process.stdout.write(
      `${name} seed ${seed}: ${verdicts.length} pairs in ${Math.round((Date.now() - began) / 1000)} s, ${unsound.length} unsound\n`,
    );
    for (const { rule, operation, verdict, reason = '', violations } of unsound)
      process.stdout.write(
        `  ${verdict} ${rule} on ${operation}: ${[reason, ...violations.map(({ expected, actual }) => `wants ${expected}, got ${actual}`)].join(' ')}\n`,
      );
    return unsound.length;
  } finally {
    await target.close();
  }
}

await runMain(main);
