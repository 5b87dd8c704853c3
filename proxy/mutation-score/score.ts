import type { HappeningLine } from '../../shared/exchange-log/exchange-log.ts';
import type { ExchangeLog } from '../../shared/exchange-log/read-exchange-log.ts';
import { compareFiles } from '../replay/compare-replay.ts';
import { causesOf } from '../diff/causes/causes.ts';
import { applyNoiseRules, type NoiseRule } from '../diff/causes/noise-rules.ts';
import { PLANTED_FAULTS } from './plants.ts';

/** The results of a comparator for one fault, over all places. */
export interface FaultScore {
  readonly fault: string;
  readonly planted: number;
  readonly found: number;
  /** The number of found faults that were reported as one cause. */
  readonly asOneCause: number;
  /** The number of found faults that each rule hides, in the order of the rules. */
  readonly blinded: readonly number[];
}

/** Lines of a recording, and places per fault, for measuring what rules hide. */
const SAMPLE = { lines: 400, places: 3 };

/**
 * For each rule the faults that it hides in every place of a sample: the beginning of a recording with each fault in
 * a few places. Faults without a place there are left out.
 */
export async function hiddenBy(
  rules: readonly NoiseRule[],
  recording: ExchangeLog,
): Promise<readonly (readonly string[])[]> {
  const beginning = {
    ...recording,
    lines: recording.lines.slice(0, SAMPLE.lines).map((line) => JSON.parse(JSON.stringify(line)) as HappeningLine),
  };
  const scores = await scoreOf([beginning], rules, SAMPLE.places);
  return rules.map((_, index) =>
    scores.filter(({ found, blinded }) => found > 0 && blinded[index] === found).map(({ fault }) => fault),
  );
}

/**
 * Plants every fault into some recordings, in all places or at most so many of each, and compares the results with
 * the recording.
 */
export async function scoreOf(
  recordings: readonly ExchangeLog[],
  rules: readonly NoiseRule[],
  most = Number.POSITIVE_INFINITY,
): Promise<readonly FaultScore[]> {
  const scores: FaultScore[] = [];
  for (const { name, plant } of PLANTED_FAULTS) {
    const score = { fault: name, planted: 0, found: 0, asOneCause: 0, blinded: rules.map(() => 0) };
    for (const recording of recordings) {
      for (const lines of spread(plant(recording.lines), most)) {
        const { differences } = (await compareFiles(recording, { ...recording, lines })).comparison;
        score.planted += 1;
        if (differences.length === 0) continue;
        score.found += 1;
        if (causesOf(differences).length === 1) score.asOneCause += 1;
        const requests = recording.lines.flatMap((line) =>
          line.kind === 'request' ? [`${line.method} ${line.target}`] : [],
        );
        for (const [index, rule] of rules.entries()) {
          if (applyNoiseRules(differences, [rule], requests).differences.length === 0)
            score.blinded[index] = (score.blinded[index] ?? 0) + 1;
        }
      }
    }
    scores.push(score);
  }
  return scores;
}

/** At most so many elements, spread over the list. */
function spread<Item>(list: readonly Item[], most: number): readonly Item[] {
  return list.length <= most
    ? list
    : Array.from({ length: most }, (_, index) => list[Math.floor((index * list.length) / most)]).flatMap((each) =>
        each === undefined ? [] : [each],
      );
}
