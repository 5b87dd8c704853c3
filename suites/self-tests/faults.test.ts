import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedFault } from '../../shared/verdict-log/kill-matrix.ts';
import type { VerdictLine } from '../../shared/verdict-log/verdict-log.ts';
import { groupBy } from '../../shared/group-by.ts';
import { lazy } from '../../shared/lazy.ts';
import type { Assignment } from '../engine/run-config.ts';
import { RULES, ruleById } from '../rules/index.ts';
import { Turnstile } from '../drivers/removal/turnstile.ts';
import { needsControllers } from '../rules/needs.ts';
import type { Rule } from '../rules/rule.ts';
import { judgeTarget } from './judge-target.ts';
import { storedMatrix } from '../../shared/verdict-log/stored-matrix.ts';
import { whereItShows } from './kill-matrix/where-it-shows.ts';
import { listedFaults } from './listed.ts';
import { needsQuiet } from './needs-quiet.ts';
import { type Servers, startServers } from './servers.ts';
import { oneOfEachInTurn } from './turn.fixture.ts';

/**
 * Proves that each rule can fail: the reference server with each named fault in front of it, judged by the rule that
 * the fault names until it fails. The faults belong to another program of the project; their list is read from its
 * output.
 */
const everyFault = await listedFaults();
/** All faults; with a turn one of each rule whose turn it is. */
const faults = oneOfEachInTurn(groupBy(everyFault, ({ caughtBy }) => caughtBy).values());
const measured = new Map(storedMatrix().faults.map((fault) => [fault.name, whereItShows(fault)]));

const FAMILIES = [...new Set(RULES.map(({ id }) => id.slice(0, id.indexOf('/'))))].sort();

/** Rules about controllers that some fault breaks. */
const CONTROLLER_RULES = RULES.filter(
  (rule) => needsControllers(rule) && faults.some(({ caughtBy }) => caughtBy === rule.id),
);

/** Some faults show only after megabytes, or by an event that never comes. */
const JUDGED_WITHIN_MS = 600_000;

describe('every fault is caught by the rule that it names', () => {
  let servers: Servers;
  /** Servers of their own for faults that show only while nobody else writes: one of them is judged at a time. */
  let quiet: Servers;
  const oneAtATime = new Turnstile(1);

  beforeAll(async () => {
    [servers, quiet] = await Promise.all([startServers([]), startServers([])]);
  });

  afterAll(async () => {
    await Promise.all([servers, quiet].map((each) => each[Symbol.asyncDispose]()));
  });

  it('has at least 120 faults, over every family of rules that judges a server', () => {
    expect(everyFault.length).toBeGreaterThanOrEqual(120);
    const families = new Set(everyFault.map(({ caughtBy }) => caughtBy.split('/')[0]));
    expect([...families].sort()).toEqual(FAMILIES);
  });

  it('names the source of a fault by owner, repository and number', () => {
    expect(everyFault.filter(({ seenIn }) => seenIn !== undefined && !/^[\w.-]+\/[\w.-]+#\d+$/.test(seenIn))).toEqual(
      [],
    );
  });

  /** While one fault waits for an event that never comes, others are judged: each test starts a later one early. */
  const judged = faults.map((fault, index) =>
    lazy(() =>
      needsQuiet(fault) ? oneAtATime.pass(() => verdictsOn(fault, index, quiet)) : verdictsOn(fault, index, servers),
    ),
  );
  const right = CONTROLLER_RULES.map((rule, index) =>
    lazy(() =>
      judgeTarget(servers.url('spec', 'control-loops-at-work'), {
        run: `r${index}`,
        assignments: assignmentsOf(rule, undefined).slice(0, 1),
        concurrency: 1,
        runs: 1,
      }),
    ),
  );

  /** Rules about controllers, and those that run alone, mostly wait, so they all begin first. */
  beforeAll(() => {
    faults.forEach((fault, index) => void (needsQuiet(fault) && begin(judged[index])));
    faults.forEach(
      ({ caughtBy }, index) => void (CONTROLLER_RULES.some(({ id }) => id === caughtBy) && begin(judged[index])),
    );
    right.forEach(begin);
  });

  it.each(CONTROLLER_RULES.map(({ id }, index) => ({ id, index })))(
    '$id passes with correct controllers',
    async ({ index }) => {
      expect((await right[index]?.())?.map(({ verdict }) => verdict)).toEqual(['passed']);
    },
    JUDGED_WITHIN_MS,
  );

  it.concurrent.each(faults.map((fault, index) => ({ ...fault, index })))(
    '$name: $summary',
    async ({ index }) => {
      begin(judged[index + AHEAD]);
      expect((await judged[index]?.())?.map(({ verdict }) => verdict)).toContain('failed');
    },
    JUDGED_WITHIN_MS,
  );
});

/** How many tests ahead: vitest runs five at a time by itself. */
const AHEAD = 3;

function begin(judging: (() => Promise<unknown>) | undefined): void {
  void judging?.().catch(() => undefined);
}

/** How often all operations are tried: races do not occur on every machine at every time. */
const ROUNDS = 3;

/** The verdicts of the fault's rule on the operation where it is known to fail; if it does not, on all others. */
async function verdictsOn({ name, caughtBy }: ListedFault, index: number, servers: Servers): Promise<VerdictLine[]> {
  const rule = ruleById(caughtBy);
  if (rule === undefined) throw new Error(`fault '${name}' names rule '${caughtBy}', which does not exist`);
  const [first, ...others] = assignmentsOf(rule, measured.get(name));
  if (first === undefined) throw new Error(`rule '${caughtBy}' covers no operation`);
  const url = servers.url('spec', name);
  const verdicts = await judgeTarget(url, {
    run: `f${index.toString(36)}`,
    assignments: [first],
    concurrency: 1,
    runs: 100,
  });
  if (verdicts.some(({ verdict }) => verdict === 'failed')) return verdicts;
  for (let round = 1; ; round += 1) {
    const judged = await judgeTarget(url, {
      run: `g${round}-${index.toString(36)}`,
      assignments: others.length === 0 ? [first] : others,
      runs: 100,
    });
    if (round === ROUNDS || judged.some(({ verdict }) => verdict === 'failed')) return judged;
  }
}

/** All operations of a rule, first the one on which it is known to fail: normally the others are not needed. */
function assignmentsOf({ id, operations }: Rule, first: string | undefined): Assignment[] {
  const ids = operations.map((operation) => operation.id);
  return [...ids.filter((each) => each === first), ...ids.filter((each) => each !== first)].map((operation) => ({
    rule: id,
    operation,
  }));
}
