import { clauseById } from '../../spec/clauses/index.ts';
import { HARM, IMPACTS } from '../../shared/verdict-log/impact.ts';
import { impactOf } from '../rules/impact.ts';
import { readingOf } from '../rules/readings.ts';
import type { Rule } from '../rules/rule.ts';
import { byFamily } from './by-family.ts';
import { made } from './markdown.ts';
import { table } from '../../shared/page/markdown.ts';

/** `docs/rules.md`: every rule with its sentence, its level, its clauses and the number of its operations. */
export function ruleCatalogue(rules: readonly Rule[]): string {
  const families = [...byFamily(rules)];
  const rows = families.map(([family, members]) => [`[${family}](#${family})`, String(members.length)]);
  return [
    made('Rules', 'suites/rules'),
    `${rules.length} rules in ${families.length} families. \`pnpm conformance --explain ID\` prints everything about one.`,
    table(['Family', 'Rules'], rows),
    'The impact of a rule says what its failure does to clients. Reports show the causes of failures in this order:',
    table(
      ['Impact', 'Harm'],
      IMPACTS.map((impact) => [`\`${impact}\``, HARM[impact]]),
    ),
    ...families.flatMap(([family, members]) => [`## ${family}`, ...members.map(entry)]),
  ]
    .join('\n\n')
    .concat('\n');
}

function entry(rule: Rule): string {
  const reading = readingOf(rule.id);
  const clauses = rule.cites.map((id) => `- \`${id}\` ${clauseById(id)?.statement ?? ''}`);
  return [
    `### ${rule.id}`,
    '',
    rule.title,
    '',
    `Level \`${rule.level}\`, impact \`${impactOf(rule)}\`, ${counted(rule)}. Follows from`,
    '',
    ...clauses,
    ...(reading === undefined ? [] : ['', `By a reading: ${reading}`]),
  ].join('\n');
}

function counted({ operations }: Rule): string {
  const tabulated = operations.filter((operation) => operation.tabulated).length;
  const rest = operations.length - tabulated;
  return `judged on ${tabulated} operations of the tables${rest === 0 ? '' : ` and ${rest} that they lack`}`;
}
