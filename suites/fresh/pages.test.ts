import { spawnSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLAUSES } from '../../spec/clauses/index.ts';
import { OPERATIONS } from '../../spec/surface/operations.ts';
import type { Rule } from '../rules/rule.ts';
import { coverage } from './coverage.ts';
import { wrapped } from '../../shared/page/markdown.ts';
import { ruleCatalogue } from './rule-catalogue.ts';
import { waysOf } from './ways.ts';

const RULE: Rule = {
  id: 'get/a-sentence',
  level: 'must',
  title: 'A sentence with a | in it.',
  cites: ['rules.3'],
  operations: OPERATIONS.filter(({ id }) => id === 'GET /api/v1/pods' || id === 'GET /api/v1/secrets'),
  cases: () => fc.constant([]),
  check: () => [],
};

describe('the catalogue of rules', () => {
  it('has each rule with its level, its sentence and the clause that it follows from', () => {
    const page = ruleCatalogue([RULE]);
    expect(page).toContain(
      '### get/a-sentence\n\nA sentence with a | in it.\n\nLevel `must`, impact `content`, judged on 1 operations of the tables and 1 that they lack.',
    );
    expect(page).toContain('- `rules.3` A delete returns a Status object');
    expect(page).toContain('| [get](#get) | 1 |');
  });
});

describe('the coverage page', () => {
  const generated = {
    clauses: { 'rules.3': 7, 'rules.5.1': 2 },
    samples: [
      {
        seed: 1,
        runs: 30,
        near: true,
        faults: [
          { name: 'param/a', outcome: 'killed', clause: 'rules.3' },
          { name: 'param/b', outcome: 'survived', clause: 'rules.3' },
          { name: 'param/c', outcome: 'allowed', clause: 'rules.3' },
        ],
      },
    ],
  } as const;
  const page = coverage([RULE], waysOf([RULE]), [{ name: 'a-fault', clauses: [...RULE.cites] }], generated);

  it('says in which ways each operation is exercised, and why clauses and operations are left out', () => {
    expect(page).toContain('\n| `GET /api/v1/pods` | - | - | not wanted |');
    expect(page).toContain('\n| `POST /api/v1/namespaces` | - | - | - |');
    expect(page).toMatch(
      /^- `container\.command\.1`\. Level: must\. .* Why: It shows only inside a running container: .*$/m,
    );
    expect(page).toMatch(/^\| no reason is given \| get\/a-sentence \(\d+\) \|$/m);
  });

  it('has a row for each clause, with the rules that cite it or none', () => {
    expect(CLAUSES.filter(({ id }) => !page.includes(`\n| \`${id}\` |`) && !page.includes(`\n- \`${id}\`. `))).toEqual(
      [],
    );
    expect(page).toMatch(/^\| `rules\.3` \| must \| .* \| get\/a-sentence \| a-fault \| 7, killed 1 of 2 \|$/m);
    expect(page).toMatch(/^\| `rules\.4` \| must \| .* \| - \| - \| - \|$/m);
    expect(page).toMatch(/^\| `rules\.5\.1` \| .* \| - \| - \| 2, none judged \|$/m);
    expect(page).toMatch(
      /^- `endpoints\.get\.api\.v1\.pods`\. .* Rules: 1 \(below, by family\)\. Faults: none\. Generated faults: none\.$/m,
    );
  });

  it('lists the parts of the tables that rules judge and no fault breaks', () => {
    const untried = page.slice(page.indexOf('## Clauses that no fault breaks'), page.indexOf('## Operations, and how'));
    expect(untried).toMatch(/^- `endpoints\.get\.api\.v1\.pods`\. /m);
    expect(untried).not.toContain('`rules.3`');
  });

  it('counts, for each operation, the rules of each family that judge it', () => {
    expect(page).toContain('\n| `GET /api/v1/pods` | 1 |');
    expect(page).toContain('\n| `GET /api/v1/secrets` | 1 |');
    expect(page).toContain('\n| `GET /api/v1/configmaps` | - |');
  });
});

describe('pnpm fresh', () => {
  it('refuses an unknown flag in one line and with exit code 2', () => {
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'suites/fresh/main.ts', '--chek'], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([2, `error: unknown option '--chek'\n(Did you mean --check?)\n`]);
  });
});

describe('prose', () => {
  it('keeps code, and the end of a sentence in digits, on one line', () => {
    const code = '`pnpm fault a-name`';
    expect(wrapped(`${'x'.repeat(150)} ${code} ${'y'.repeat(140)} fired: 1. z`).split('\n')).toEqual([
      'x'.repeat(150),
      `${code} ${'y'.repeat(140)}`,
      'fired: 1. z',
    ]);
  });

  it('breaks at spaces, indents list items, and leaves tables and code as they are', () => {
    const words = `${'word '.repeat(40)}end`;
    const [first = '', second = ''] = wrapped(`- ${words}`).split('\n');
    expect([first.length <= 160, second.startsWith('  word')]).toEqual([true, true]);
    for (const whole of [`| ${words} |`, `\`\`\`\n${words}\n\`\`\``, `# ${words}`]) expect(wrapped(whole)).toBe(whole);
  });

  it('never begins a line with a sign that makes it a list item', () => {
    expect(wrapped(`${'x'.repeat(158)} - y`).split('\n')).toEqual([`${'x'.repeat(158)} -`, 'y']);
  });
});
