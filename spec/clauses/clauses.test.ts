import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../surface/operations.ts';
import { CLAUSES, clauseById, endpointClauseId } from './index.ts';

const DOCUMENT = '../shared/spec/cluster-resource-api.md';

describe('clauses', () => {
  it('have unique and well formed ids', () => {
    const ids = CLAUSES.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+$/.test(id))).toEqual([]);
  });

  it('are whole sentences, each with a reason for its level', () => {
    expect(CLAUSES.filter(({ statement, reason }) => !/^[A-Z{`a-z$].*[.]$/.test(statement) || reason === '')).toEqual(
      [],
    );
  });

  it('are found by id', () => {
    expect(clauseById('semantics.1.2')?.level).toBe('must');
    expect(clauseById('constructor')).toBeUndefined();
  });

  it('have one for each operation of the endpoint tables', () => {
    const tabulated = OPERATIONS.filter((operation) => operation.tabulated);
    expect(tabulated.filter((operation) => clauseById(endpointClauseId(operation)) === undefined)).toEqual([]);
    expect(tabulated).toHaveLength(84);
  });
});

describe.skipIf(!existsSync(DOCUMENT))('the clauses and the document (skipped where ../shared is absent)', () => {
  const sections = sectionsOf(existsSync(DOCUMENT) ? readFileSync(DOCUMENT, 'utf8') : '');

  it('stand under headings of the document', () => {
    const headings = new Set(sections.map(({ heading }) => heading));
    expect(CLAUSES.filter(({ section }) => !headings.has(section))).toEqual([]);
  });

  it('cover every section with a statement', () => {
    const covered = new Set(CLAUSES.map(({ section }) => section));
    expect(sections.filter(({ heading, text }) => text !== '' && !covered.has(heading))).toEqual([]);
  });

  it('have a silence for each "not shown"', () => {
    const silences = (heading: string): number =>
      CLAUSES.filter(({ section, level }) => section === heading && level === 'silent').length;
    const said = sections.map(({ heading, text }) => [heading, text.split('not shown').length - 1] as const);
    expect(said.filter(([heading, times]) => times !== silences(heading))).toEqual([]);
  });

  it('have a clause for each field row and each numbered item', () => {
    const wanted = sections.flatMap(({ heading, text }) => statementsOf(text).map((field) => ({ heading, field })));
    const missing = wanted.filter(
      ({ heading, field }) =>
        !CLAUSES.some(({ section, id, statement }) => section === heading && mentions(id, statement, field)),
    );
    expect(wanted.length).toBeGreaterThan(120);
    expect(missing).toEqual([]);
  });
});

interface Section {
  readonly heading: string;
  readonly text: string;
}

function sectionsOf(markdown: string): Section[] {
  return markdown
    .split(/^#+ /m)
    .slice(1)
    .map((part) => ({ heading: part.slice(0, part.indexOf('\n')), text: part.slice(part.indexOf('\n')).trim() }));
}

/** First cells of the rows of field tables, and the numbers of list items. */
function statementsOf(text: string): string[] {
  const rows = [...text.matchAll(/^\| ([A-Za-z]+) \| (?!\/|\(|Type)/gm)].map(([, field]) => field ?? '');
  const items = [...text.matchAll(/^(\d+)\. /gm)].map(([, number]) => number ?? '');
  return [...rows.filter((row) => !/^(?:Limit|GET|POST|PUT|PATCH|DELETE|Method|Name|Field)$/.test(row)), ...items];
}

function mentions(id: string, statement: string, field: string): boolean {
  return /^\d+$/.test(field) ? new RegExp(String.raw`^[a-z-]+\.${field}(?:\.|$)`).test(id) : statement.includes(field);
}
