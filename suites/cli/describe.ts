import { createHash } from 'node:crypto';
import { CLAUSES } from '../../spec/clauses/index.ts';
import type { ClauseSummary, RuleSummary } from '../../shared/verdict-log/verdict-log.ts';
import {
  type NamedDialect,
  type DialectQuestion,
  type QuestionId,
  QUESTIONS,
  SPEC,
} from '../../spec/dialects/index.ts';
import { impactOf } from '../rules/impact.ts';
import { readingOf } from '../rules/readings.ts';
import type { Rule } from '../rules/rule.ts';
import type { Selected } from './settings/selection.ts';

const CLAUSE_BY_ID = new Map(CLAUSES.map((clause) => [clause.id, clause]));

/** The facts of a rule that reports print. */
export function summaryOf(rule: Rule): RuleSummary {
  const reading = readingOf(rule.id);
  return {
    id: rule.id,
    level: rule.level,
    family: rule.id.split('/')[0] ?? '',
    title: rule.title,
    clauses: clausesOf(rule),
    ...(reading === undefined ? {} : { reading }),
    impact: impactOf(rule),
    covers: rule.operations.length,
  };
}

/** Identifies a set of rules by their operations and clauses: 12 hex digits that change if any of these changes. */
export function catalogueDigest(rules: readonly Rule[]): string {
  const lines = rules.map(({ id, level, cites, operations }) =>
    [id, level, ...cites, ...operations.map((operation) => operation.id)].join(' '),
  );
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex').slice(0, 12);
}

function clausesOf(rule: Rule): ClauseSummary[] {
  return rule.cites.map((id) => {
    const clause = CLAUSE_BY_ID.get(id);
    return { id, section: clause?.section ?? '', statement: clause?.statement ?? '' };
  });
}

/** A dialect's choice for a question about a clause of a rule. */
export interface DescribedChoice {
  readonly question: string;
  readonly answer: string;
  readonly meaning: string;
  /** The choice of `spec`, if it differs. */
  readonly instead?: string;
}

/** The questions about the clauses of a rule, with the dialect's choices. */
export function readingsOf({ cites }: Rule, { choices }: NamedDialect): DescribedChoice[] {
  return Object.values<DialectQuestion>(QUESTIONS)
    .filter(({ about }) => about.some((clause) => cites.includes(clause)))
    .map(({ id, answers: meanings }) => {
      const [answer, usual] = [choices[id as QuestionId], SPEC.choices[id as QuestionId]];
      return { question: id, answer, meaning: meanings[answer] ?? '', ...(answer === usual ? {} : { instead: usual }) };
    });
}

/** `--list`: one line for each rule, with the choices in which the dialect departs from the document. */
export function listing(selected: readonly Selected[], dialect: NamedDialect): string {
  const width = Math.max(...selected.map(({ rule }) => rule.id.length));
  return selected
    .map(
      ({ rule }) =>
        `${rule.level.padEnd(6)} ${impactOf(rule).padEnd(7)} ${rule.id.padEnd(width)}  ${rule.title}${differencesOf(readingsOf(rule, dialect))}`,
    )
    .join('\n');
}

function differencesOf(readings: readonly DescribedChoice[]): string {
  const departing = readings.filter(({ instead }) => instead !== undefined);
  return departing.length === 0
    ? ''
    : `  [${departing.map(({ question, answer }) => `${question}: ${answer}`).join(', ')}]`;
}

/** `--explain`: everything about one rule. */
export function explanation(rule: Rule, dialect: NamedDialect): string {
  const readings = readingsOf(rule, dialect);
  const reading = readingOf(rule.id);
  return [
    `${rule.id} (${rule.level}, impact: ${impactOf(rule)})`,
    `  ${rule.title}`,
    'follows from',
    ...clausesOf(rule).map(({ id, section, statement }) => `  ${id} (${section}): ${statement}`),
    ...(reading === undefined ? [] : ['by a reading of the document', `  ${reading}`]),
    ...(readings.length === 0 ? [] : [`choices of dialect ${dialect.name}`]),
    ...readings.map(
      ({ question, answer, meaning, instead }) =>
        `  ${question}: ${answer}, ${meaning}${instead === undefined ? '' : `  (spec: ${instead})`}`,
    ),
    'judged on',
    ...rule.operations.map(
      ({ id, tabulated }) => `  ${id}${tabulated ? '' : '  (not tabulated: unsupported if the server refuses it)'}`,
    ),
  ].join('\n');
}
