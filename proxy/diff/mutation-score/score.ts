import type { ExchangeLog } from '../../../fixtures/formats/read-exchange-log.ts';
import { compareFiles } from '../../replay/compare-replay.ts';
import { causesOf } from '../causes.ts';
import type { NoiseRule } from '../noise-rules.ts';
import { applyNoiseRules } from '../noise-rules.ts';
import { PLANTED_FAULTS } from './plants.ts';

/** How a comparator did on one fault, over all places where it was planted. */
export interface FaultScore {
  readonly fault: string;
  readonly planted: number;
  readonly found: number;
  /** Of those found, how many came out as one cause. */
  readonly asOneCause: number;
  /** How many of those found each rule hides, in the order of the rules. */
  readonly blinded: readonly number[];
}

/** Plants every fault everywhere in some recordings, and compares each with the recording as it was. */
export async function scoreOf(recordings: readonly ExchangeLog[], rules: readonly NoiseRule[]): Promise<readonly FaultScore[]> {
  const scores: FaultScore[] = [];
  for (const { name, plant } of PLANTED_FAULTS) {
    const score = { fault: name, planted: 0, found: 0, asOneCause: 0, blinded: rules.map(() => 0) };
    for (const recording of recordings) {
      for (const lines of plant(recording.lines)) {
        const { differences } = (await compareFiles(recording, { ...recording, lines })).comparison;
        score.planted += 1;
        if (differences.length === 0) continue;
        score.found += 1;
        if (causesOf(differences).length === 1) score.asOneCause += 1;
        const requests = recording.lines.flatMap((line) => (line.kind === 'request' ? [`${line.method} ${line.target}`] : []));
        for (const [index, rule] of rules.entries()) {
          if (applyNoiseRules(differences, [rule], requests).differences.length === 0) score.blinded[index] = (score.blinded[index] ?? 0) + 1;
        }
      }
    }
    scores.push(score);
  }
  return scores;
}
