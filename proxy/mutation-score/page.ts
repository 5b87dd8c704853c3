import { readExchangeLog } from '../../shared/exchange-log/read-exchange-log.ts';
import type { NoiseRule } from '../diff/causes/noise-rules.ts';
import { table } from '../../shared/page/markdown.ts';
import { type FaultScore, scoreOf } from './score.ts';

export const PAGE = 'docs/mutation-score.md';
/** Recordings of real clients into which faults are planted. */
const RECORDINGS: readonly string[] = ['client-node', 'curl', 'kubectl', 'python3-kubernetes', 'two-watches'].map(
  (client) => `fixtures/traffic/${client}.jsonl`,
);

const reason = 'to show what it blinds';
/** Rules that comparators commonly need, and this one does not. */
const RULES: readonly NoiseRule[] = [
  { ignore: '$.metadata.uid', reason },
  { ignore: '$.metadata.resourceVersion', reason },
  { ignore: '$.metadata.creationTimestamp', reason },
  { ignore: '$.metadata', reason },
  { ignore: '$.data', reason },
  { exclude: 'GET /**', reason },
];

/** The page of the mutation score, measured by this call. */
export async function mutationScorePage(): Promise<string> {
  const scores = await scoreOf(await Promise.all(RECORDINGS.map((path) => readExchangeLog(path))), RULES);
  const heads = RULES.map(({ ignore, exclude = '' }) => ignore?.replace('$.', '') ?? `\`exclude ${exclude}\``);
  return [
    '# Mutation score of the comparator',
    '',
    'How many mistakes of a server `pnpm proxy diff` finds. Each mistake below is planted into recordings of real clients (`fixtures/traffic/`), in every place',
    'where it fits, and the result is compared with the original recording, without `--rules`. "As one cause" counts the mistakes that were reported as a single',
    'cause, with all consequences folded beneath it. The columns on the right count the mistakes that one common rule hides, such as `ignore: $.metadata.uid`: the',
    'price of that rule.',
    '',
    '`node --import tsx proxy/mutation-score/main.ts` writes this page, and a test compares it with a new measurement.',
    '',
    table(
      ['planted fault', 'places', 'found', 'as one cause', ...heads],
      [...scores, totalOf(scores)].map(({ fault, planted, found, asOneCause, blinded }) => [
        fault,
        ...[planted, found, asOneCause].map(String),
        ...blinded.map((each) => (each === 0 ? '' : String(each))),
      ]),
    ),
    '',
  ].join('\n');
}

function totalOf(scores: readonly FaultScore[]): FaultScore {
  const sum = (of: (score: FaultScore) => number): number => scores.reduce((total, score) => total + of(score), 0);
  return {
    fault: '**total**',
    planted: sum(({ planted }) => planted),
    found: sum(({ found }) => found),
    asOneCause: sum(({ asOneCause }) => asOneCause),
    blinded: RULES.map((_, index) => sum(({ blinded }) => blinded[index] ?? 0)),
  };
}
