import { describe, expect, it } from 'vitest';
import type { VerdictLogLine } from '../../shared/verdict-log/verdict-log.ts';
import { SPEC } from '../../spec/dialects/index.ts';
import { RunFindings } from '../engine/lookalikes/run-findings.ts';
import { RULES } from '../rules/index.ts';
import type { RunScene } from './run-scene.ts';
import { triedOnLookalikes } from './tried-on-lookalikes.ts';

/** A run with one failing case, as far as the comparison looks at it. */
function sceneWith(
  startLookalikes: RunScene['startLookalikes'],
  written: VerdictLogLine[] = [],
  leftMs = Number.POSITIVE_INFINITY,
): RunScene {
  const findings = new RunFindings();
  const violation = { expected: '', actual: '', curl: [], replay: '', transcript: [], fingerprint: 'f', program: [] };
  const [rule] = RULES;
  const pair = { rule: rule?.id ?? '', operation: rule?.operations[0]?.id ?? '' };
  findings.add({
    kind: 'verdict',
    ...pair,
    verdict: 'failed',
    cases: 1,
    shapes: 1,
    durationMs: 1,
    violations: [violation],
  });
  return {
    intent: { run: 'test', flags: { dialect: 'spec' }, dialect: SPEC },
    tally: { findings, notes: ['earlier'], leftMs },
    reports: { write: (line: VerdictLogLine) => void written.push(line), finish: async () => undefined },
    startLookalikes,
  } as unknown as RunScene;
}

describe('the comparison with known faults', () => {
  it('that cannot start is a note of the run', async () => {
    const scene = sceneWith(() => Promise.reject(new Error('there is no proxy beside this suite')));
    await triedOnLookalikes(scene, new AbortController().signal);
    expect(scene.tally.notes).toEqual([
      'earlier',
      'failing cases were not compared with known faults: there is no proxy beside this suite',
    ]);
  });

  it('ends at an interrupt, and ends its servers', async () => {
    const interrupt = new AbortController();
    let ended = 0;
    const written: VerdictLogLine[] = [];
    const scene = sceneWith(async () => {
      setTimeout(() => interrupt.abort(), 10);
      return {
        // Nobody listens there, and requests are tried again for a while.
        url: () => 'http://127.0.0.1:9',
        [Symbol.asyncDispose]: async () => void (ended += 1),
      };
    }, written);
    await triedOnLookalikes(scene, interrupt.signal);
    expect([ended, written, scene.tally.notes]).toEqual([1, [], ['earlier']]);
  });

  it('starts nothing after the budget is used up, and says so', async () => {
    const scene = sceneWith(() => Promise.reject(new Error('started')), [], 0);
    await triedOnLookalikes(scene, new AbortController().signal);
    expect(scene.tally.notes).toEqual([
      'earlier',
      'failing cases were not compared with known faults: the budget was used up',
    ]);
  });

  it('ends with the budget, whatever its length, and says so', async () => {
    const servers = { url: () => 'http://127.0.0.1:9', [Symbol.asyncDispose]: async () => undefined };
    const scene = sceneWith(async () => servers, [], 20.5);
    await triedOnLookalikes(scene, new AbortController().signal);
    expect(scene.tally.notes).toEqual([
      'earlier',
      'failing cases were not compared with known faults: the budget was used up before the end',
    ]);
  });

  it('starts nothing after an interrupt', async () => {
    let started = 0;
    const scene = sceneWith(() => Promise.reject(new Error(String((started += 1)))));
    await triedOnLookalikes(scene, AbortSignal.abort());
    expect(started).toBe(0);
  });
});
