import { KUBERNETES_1_7, type DialectQuestion, type QuestionId, QUESTIONS, SPEC } from '../../spec/dialects/index.ts';
import { REAL_DIFFERENCES } from '../../spec/dialects/real-differences.ts';
import type { SpecFailures } from '../self-tests/spec-failures/stored-failures.ts';
import type { ChoiceReaders } from './dialect-readers.ts';
import { made } from './markdown.ts';
import { table } from '../../shared/page/markdown.ts';

const INTRODUCTION = `The document leaves some points open, and the real system of its era deviates from it on others. Each such point is a question with named choices; a dialect
takes one choice for each question. With \`--dialect\`, rules hold a target to these choices, and the reference server follows them.

- \`spec\` is the document to the letter. It is the default.
- \`kubernetes-1.7\` is the measured behaviour of kube-apiserver 1.7.5.
- A file of your own has the choices in which your server differs, under \`answers\`, and takes the others from the dialect that it extends.`;

const EXAMPLE = `## A dialect of your own

\`\`\`yaml
# ours.yaml (JSON does as well)
name: ours
summary: our simulator, as of March
extends: kubernetes-1.7      # default: spec
answers:
  create.status: 200
  delete.answer: status
\`\`\`

\`\`\`sh
pnpm conformance --target http://localhost:8001 --dialect ours.yaml
pnpm reference-server --dialect ours.yaml
\`\`\`

For an unknown member, question or choice, the command prints one line with the nearest name and exits 2.`;

/**
 * `docs/dialects.md`: every question with its choices and its readers, and every measured difference with its
 * question.
 */
export function dialects(readers: ReadonlyMap<QuestionId, ChoiceReaders>, measured: SpecFailures): string {
  return [
    made('Dialects', 'spec/dialects'),
    INTRODUCTION,
    EXAMPLE,
    '## The questions',
    ...Object.values<DialectQuestion>(QUESTIONS).map((question) =>
      entry(question, readers.get(question.id as QuestionId)),
    ),
    '## Where the real system differs from the document',
    `${REAL_DIFFERENCES.length} differences were measured on a real server. For each, the page has the question that expresses it, or the reason why none is needed.`,
    table(
      ['Difference', 'Document', 'kube-apiserver 1.7.5', 'Question'],
      REAL_DIFFERENCES.map(({ id, document, real, questions, unasked }) => [
        id,
        document,
        real,
        questions?.map(link).join(', ') ?? unasked ?? '',
      ]),
    ),
    ...failingRules(measured),
  ]
    .join('\n\n')
    .concat('\n');
}

/**
 * The rules that fail if the imitation of the real system is held to `spec`, each with the differences that cause
 * it.
 */
function failingRules({ seeds, runs, failures }: SpecFailures): string[] {
  const must = failures.filter(({ level }) => level === 'must').length;
  return [
    '## Rules that fail for it under `spec`',
    [
      `${failures.length} rules fail, ${must} of them \`must\`. \`pnpm spec-failures\` measured this table on an imitation, not on a kube-apiserver 1.7.5:`,
      `the reference server with \`--dialect kubernetes-1.7\` behind the variant \`kubernetes-1-7\` of \`pnpm proxy faults\`, which adds lagging caches, refusals and patches of that system.`,
      `The suite ran with \`--dialect spec\` and \`--runs ${runs}\` under seed ${seeds.join(', ')}. Some differences show by chance, so a real server can fail a few rules more or less.`,
    ].join(' '),
    table(
      ['Rule', 'Level', 'Failed under', 'Because of'],
      failures.map(({ rule, level, seeds: own }) => [
        `\`${rule}\``,
        level,
        own.length === seeds.length ? 'every seed' : `seed ${own.join(', ')}`,
        REAL_DIFFERENCES.filter(({ failing = [], failingByChance = [] }) =>
          [...failing, ...failingByChance].includes(rule),
        )
          .map(({ id }) => id)
          .join(', '),
      ]),
    ),
  ];
}

function entry({ id, asks, about, answers, unread }: DialectQuestion, readers: ChoiceReaders | undefined): string {
  const rows = Object.entries(answers).map(([choice, meaning]) => [
    `\`${choice}\``,
    meaning,
    whose(id as QuestionId, choice),
  ]);
  const judged =
    unread === undefined
      ? `Read by ${(readers?.judging ?? []).map((name) => `\`${name}\``).join(', ')}`
      : `No rule reads it: ${unread}`;
  const served = readers?.serving === true && unread === undefined ? ', and by the reference server' : '';
  return [
    `### ${id}`,
    `${asks} About ${about.map((clause) => `\`${clause}\``).join(', ')}.`,
    table(['Choice', 'Meaning', 'Dialect'], rows),
    `${judged}${served}.`,
  ].join('\n\n');
}

function whose(id: QuestionId, choice: string): string {
  return [SPEC, KUBERNETES_1_7]
    .filter(({ choices }) => choices[id] === choice)
    .map(({ name }) => name)
    .join(', ');
}

function link(id: string): string {
  return `[${id}](#${id.replaceAll('.', '')})`;
}
