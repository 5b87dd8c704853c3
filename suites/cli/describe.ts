import { createHash } from 'node:crypto';
import { CLAUSES } from '../../spec/clauses/index.ts';
import type { ClauseSummary, RuleSummary } from '../../fixtures/formats/verdict-log.ts';
import type { Rule } from '../rules/rule.ts';
import type { Selected } from './selection.ts';

const CLAUSE_BY_ID = new Map(CLAUSES.map((clause) => [clause.id, clause]));

/** What reports print of a rule. */
export function summaryOf(rule: Rule): RuleSummary {
  return { id: rule.id, level: rule.level, family: rule.id.split('/')[0] ?? '', title: rule.title, clauses: clausesOf(rule), covers: rule.operations.length };
}

/** Names a set of rules by what each judges and by which clauses: 12 hex digits that change when any of it does. */
export function catalogueDigest(rules: readonly Rule[]): string {
  const lines = rules.map(({ id, level, cites, operations }) => [id, level, ...cites, ...operations.map((operation) => operation.id)].join(' '));
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex').slice(0, 12);
}

function clausesOf(rule: Rule): ClauseSummary[] {
  return rule.cites.map((id) => {
    const clause = CLAUSE_BY_ID.get(id);
    return { id, section: clause?.section ?? '', statement: clause?.statement ?? '' };
  });
}

/** `--list`: one line for each rule. */
export function listing(selected: readonly Selected[]): string {
  const width = Math.max(...selected.map(({ rule }) => rule.id.length));
  return selected.map(({ rule }) => `${rule.level.padEnd(6)} ${rule.id.padEnd(width)}  ${rule.title}`).join('\n');
}

/** `--explain`: all there is to say of one rule. */
export function explanation(rule: Rule): string {
  return [
    `${rule.id} (${rule.level})`,
    `  ${rule.title}`,
    'follows from',
    ...clausesOf(rule).map(({ id, section, statement }) => `  ${id} (${section}): ${statement}`),
    'judged on',
    ...rule.operations.map(({ id, tabulated }) => `  ${id}${tabulated ? '' : '  (not tabulated: unsupported where refused)'}`),
  ].join('\n');
}
