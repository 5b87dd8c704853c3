import { describe, expect, it } from 'vitest';
import type { HappeningLine } from '../../shared/exchange-log/exchange-log.ts';
import type { DoneLine, Report, VerdictLine } from '../../shared/verdict-log/verdict-log.ts';
import { OPERATIONS } from '../../spec/surface/operations.ts';
import { exampleLog } from '../tally/example-log.fixture.ts';
import { exerciseOf } from '../tally/exercise.ts';
import { fold } from '../tally/fold.ts';
import { actualOf } from '../words/actual-of.ts';
import { badgeJson, badgeSvg } from './badge.ts';
import { expectedOf } from '../words/expected-of.ts';
import { annotations } from './github.ts';
import { page } from './html/page.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { causesOf } from '../causes/causes-of.ts';
import { causeBlock } from './terminal/cause-block.ts';
import { paintFor } from './terminal/paint.ts';
import { summary } from './terminal/summary.ts';

const TABULATED = new Set(OPERATIONS.filter(({ tabulated }) => tabulated).map(({ id }) => id));
const TIMELINE = ['1  PUT p1-a   [====]      200', '2  PUT p1-a      [====]   200  <- both win'];

/** The example with a deviation, a timeline, a stale entry and exercised operations. */
function report(): Report {
  const done: Partial<DoneLine> = {
    stale: ['get/x on GET * [f] does not fail any more'],
    exercised: [
      { operation: 'POST /api/v1/namespaces/{namespace}/configmaps', accepted: 9, refused: 3, concurrent: 1 },
      { operation: 'POST /api/v1/namespaces/{namespace}/pods', accepted: 9, refused: 0, concurrent: 0 },
    ],
  };
  return fold(
    exampleLog().map((line) =>
      line.kind === 'done' ? { ...line, ...done } : line.kind === 'verdict' ? changed(line) : line,
    ),
  );
}

function changed(line: VerdictLine): VerdictLine {
  if (line.verdict !== 'failed') return line;
  if (line.rule === 'watch/misses-nothing')
    return {
      ...line,
      verdict: 'deviation',
      accepted: { reason: 'no <b>watch</b> cache | yet', link: 'https://tracker.example/9', expires: '2027-01-01' },
    };
  return { ...line, violations: line.violations.map((violation) => ({ ...violation, timeline: TIMELINE })) };
}

const REPORT = report();
const TEXTS: readonly (readonly [string, string])[] = [
  ['terminal', summary(REPORT, paintFor(false))],
  ['markdown', markdown(REPORT)],
  ['html', page(REPORT)],
];

describe('every report', () => {
  it.each(TEXTS)(
    'shows deviations with reason, link and end, stale entries, timelines and exercised operations: %s',
    (name, text) => {
      for (const part of [
        ...(name === 'html' ? [] : ['PUT p1-a']),
        'tracker.example/9',
        '2027-01-01',
        'does not fail any more',
        'accepted',
        'returned 405',
      ])
        expect(text).toContain(part);
    },
  );

  it.each(TEXTS)('does not count a known failure among the failures: %s', (_, text) => {
    const failures = text.slice(
      0,
      text.indexOf('known failures') === -1 ? text.length : text.indexOf('known failures'),
    );
    expect(failures).toContain('replace/stale-version-is-refused');
    expect(text).not.toMatch(/✗ watch\/misses-nothing/);
  });

  it.each(['terminal', 'markdown', 'html'])(
    'asks for a report of broken pairs without hiding the failures beside them: %s',
    (name) => {
      const log = exampleLog().map((line) =>
        line.kind === 'verdict' && line.rule === 'watch/misses-nothing' && line.verdict === 'failed'
          ? { ...line, verdict: 'broken' as const, reason: 'the reference breaks it too' }
          : line,
      );
      const folded = fold(log);
      const broken = log.filter((line) => line.kind === 'verdict' && line.verdict === 'broken').length;
      const text =
        { terminal: summary(folded, paintFor(false)), markdown: markdown(folded), html: page(folded) }[name] ?? '';
      expect(text).toContain(
        `${broken} pairs of rule and operation are broken: a fault of Plumbline, which says nothing about the target. Please report it`,
      );
      expect(text).toContain('replace/stale-version-is-refused');
      expect(causesOf(folded).flatMap(({ failures }) => failures.map(({ rule }) => rule.id))).not.toContain(
        'watch/misses-nothing',
      );
    },
  );

  it('says how often an intermittent failure came', () => {
    for (const text of [markdown(REPORT), page(REPORT), junit(REPORT), summary(REPORT, paintFor(false))])
      expect(text).toContain('(intermittent: 1 of 12)');
  });

  it('lets no text of a server or a baseline become markup', () => {
    expect(page(REPORT)).not.toMatch(/<script>alert|no <b>watch/);
    expect(markdown(REPORT)).toContain(String.raw`no \<b\>watch\</b\> cache \| yet`);
  });

  it('shows the number of cases of each rule', () => {
    const rule = REPORT.rules.find(({ id }) => id === 'create/keeps-every-field-that-was-sent');
    expect(page(REPORT)).toContain(`${rule?.cases ?? 0} cases on ${rule?.operations.length ?? 0} operations`);
    expect(markdown(REPORT)).toContain(`| must | passed | ${rule?.cases ?? 0} | ${rule?.operations.length ?? 0} |`);
  });
});

describe('the report of a recording', () => {
  const replay = 'pnpm proxy check traffic.jsonl';
  const recorded = fold(
    exampleLog().map((line) => {
      if (line.kind !== 'verdict') return line;
      const violations = line.violations.map((violation) => {
        const { program: _, ...rest } = violation;
        return { ...rest, replay };
      });
      return { ...line, violations };
    }),
  );
  const html = page(recorded);

  it('speaks of the recording, of no case, and of no baseline', () => {
    expect(html).toContain('The exchanges of the recording, judged by the rule <code>replace/');
    expect(html).toContain('<span>Judge the recording again</span>');
    expect(html).toContain(`<code>${replay}</code>`);
    for (const words of ['Send this case again', 'The smallest case found', 'requests of the case', 'In a baseline'])
      expect(html).not.toContain(words);
    expect(markdown(recorded)).not.toContain('in a baseline');
  });

  it('differs in that from the report of a run', () => {
    for (const words of ['Send this case again', 'The smallest case found, of the rule', 'In a baseline'])
      expect(page(REPORT)).toContain(words);
    expect(page(REPORT)).not.toContain('Judge the recording again');
  });
});

describe('a cause on the terminal', () => {
  it('names the bug, the number of failures that it explains, and a command to see it again', () => {
    const causes = causesOf(REPORT);
    const [cause] = causes;
    if (cause === undefined) throw new Error('the example has a failure');
    const lines = causeBlock(cause, causes, REPORT.target, paintFor(false)).split('\n');
    expect(lines[0]).toMatch(/^✗ 1 {2}(?:failed rule: .+|.+ \(like fault [a-z-]+, match \d+ %\))$/);
    expect(lines[1]).toMatch(
      /^ {2}rule {6}replace\/\S+ \(must, impact \w+\) on PUT .*; explains 1 of 2 failed rules on \d+ operations?$/,
    );
    expect(lines.slice(2).map((line) => line.trim().split(' ')[0])).toEqual([
      'clause',
      'expected',
      'actual',
      'requests',
      '2',
      'again',
    ]);
  });

  it('takes at most eight lines, and shows the request at issue however many requests the case has', () => {
    const bars = Array.from({ length: 20 }, (_, index) => `A ${index === 12 ? '[!!]' : '[==]'} PUT number-${index}`);
    const causes = causesOf({
      rules: REPORT.rules.map((rule) => ({
        ...rule,
        violations: rule.violations.map((violation) => ({ ...violation, timeline: bars })),
      })),
    });
    const block = causes.map((cause) => causeBlock(cause, causes, REPORT.target, paintFor(false)));
    expect(block.map((text) => text.split('\n').length)).toEqual(causes.map(() => 8));
    expect(block[0]).toContain('[!!] PUT number-12');
    expect(block[0]).toContain('(17 more in the HTML report)');
  });
});

describe('a cause on a terminal of 80 columns', () => {
  const [lead] = causesOf(fold(exampleLog()));
  if (lead === undefined) throw new Error('the example has a failure');
  const like = {
    fault: 'stale-put-accepted',
    summary: 'a PUT that carries a stale version overwrites',
    confidence: 0.97,
    or: Array.from({ length: 9 }, (_, index) => `another-fault-number-${index}`),
    tried: { cases: 9, alike: 8 },
  };
  const long = 'word '.repeat(100).trim();
  const [first, ...others] = lead.lead.violations;
  const violations = [{ ...first, expected: long, actual: long }, ...others] as const;
  const cause = { ...lead, like, lead: { ...lead.lead, violations } };
  const narrow = { ...paintFor(false), columns: 80 };
  const names = (text: string): string[] => text.split('\n').map((line) => line.slice(2, 10).trim());

  it('takes a line for each row, and shortens no command', () => {
    const text = causeBlock(cause, [cause], REPORT.target, narrow);
    const lines = text.split('\n');
    expect(names(text)).toEqual(['1  a PUT', '', 'rule', 'clause', 'expected', 'actual', 'where', 'again']);
    expect(lines.slice(0, -1).filter((line) => line.length > 80)).toEqual([]);
    expect(lines[0]).toBe('✗ 1  a PUT that carries a stale version overwrites');
    expect(lines[1]).toMatch(
      /^ {12}like fault stale-put-accepted or (?:another-fault-number-\d or )*\d others, match 97 %$/,
    );
    expect(lines[6]).toMatch(/\.\.\. and \d+ more operations$/);
    expect(lines[4]).toMatch(/^ {2}expected {2}word .*\.\.\.$/);
    expect(lines.at(-1)).toContain(first.replay);
  });

  it('keeps its known fault in a title that fits, and then says what the harm is', () => {
    const short = { ...cause, like: { fault: 'stale', summary: 'a stale PUT overwrites', confidence: 0.97 } };
    const text = causeBlock(short, [short], REPORT.target, narrow);
    expect(text.split('\n')[0]).toBe('✗ 1  a stale PUT overwrites (like fault stale, match 97 %)');
    expect(names(text).slice(1)).toEqual(['impact', 'rule', 'clause', 'expected', 'actual', 'where', 'again']);
  });

  it('takes at most two lines for a title', () => {
    const { like: _, ...unknown } = cause;
    const wordy = { ...unknown, lead: { ...cause.lead, rule: { ...cause.lead.rule, title: long } } };
    const [title = ''] = causeBlock(wordy, [wordy], REPORT.target, narrow).split('\n');
    expect(title.length).toBeGreaterThan(150);
    expect(title.length).toBeLessThanOrEqual(160);
    expect(title.endsWith('...')).toBe(true);
  });

  it('stays whole in a pipe', () => {
    const text = causeBlock(cause, [cause], REPORT.target, paintFor(false));
    expect(text).toContain(`expected  ${long}\n`);
    expect(text).toContain('another-fault-number-8, match 97 %');
    expect(text).not.toContain('...');
  });

  it('shows the clause of a concurrent case if all its requests have room beside it', () => {
    const drawn = (timeline: readonly string[]): string[] => {
      const raced = { ...cause.lead, violations: [{ ...first, timeline }, ...others] as const };
      const shown = { ...cause, lead: raced };
      return names(causeBlock(shown, [shown], REPORT.target, paintFor(false)));
    };
    expect(drawn(TIMELINE)).toEqual(['1  a PUT', 'rule', 'clause', 'expected', 'actual', 'requests', '', 'again']);
    expect(drawn([...TIMELINE, '3  GET p1-a  [==]'])).not.toContain('clause');
  });
});

describe('the summary on a terminal', () => {
  it('begins with the verdict, and explains its symbols once', () => {
    const lines = summary(REPORT, paintFor(false)).split('\n');
    expect(lines[0]).toMatch(/^✗ failed {2}http:\/\/127\.0\.0\.1:8001: 2 causes /);
    expect(lines.filter((line) => line.startsWith('requests: '))).toHaveLength(1);
  });
});

describe('the deviation in words', () => {
  const [request, response, body] = [
    {
      kind: 'request',
      exchange: 4,
      method: 'PUT',
      target: '/',
      body: { json: { metadata: { resourceVersion: '7' } } },
    },
    { kind: 'response', exchange: 4, status: 200 },
    { kind: 'body', exchange: 4, body: { text: '{"metadata":{"name":"a","resourceVersion":"9"}}\n' } },
  ] as unknown as HappeningLine[];
  const transcript = [request, response, body].filter((line) => line !== undefined);

  it.each([
    ['200', '200 OK; sent with version "7", stored as version "9"'],
    ['404 "not found"', '404 Not Found: "not found"'],
    ['200, and /data/k is now "3"', '200 OK, and /data/k is now "3"'],
    ['2006 events', '2006 events'],
    ['100 items, none of that name', '100 items, none of that name'],
    ['only ADDED', 'only ADDED'],
  ])('%s becomes %s', (actual, text) => {
    expect(actualOf({ actual, transcript, exchanges: [4] })).toBe(text);
  });
});

describe('the expected response', () => {
  const body = { json: { spec: { template: { containers: [{ name: 'A b' }] } } } };
  const transcript = [
    { kind: 'request', exchange: 4, method: 'POST', target: '/', body },
  ] as unknown as HappeningLine[];

  it.each([
    ['a create with such containers[*].name is refused', 'a create with containers[*].name "A b" is refused'],
    ['a create with such spec.replicas is refused', 'a create with such spec.replicas is refused'],
    ['/metadata/labels/a nothing', 'no /metadata/labels/a'],
    ['nothing such as this', 'nothing such as this'],
  ])('%s becomes %s', (expected, text) => {
    expect(expectedOf({ expected, transcript, exchanges: [4] })).toBe(text);
  });
});

describe('the report as Markdown', () => {
  it('shows one screen, with the causes before the counts, and folds the rest', () => {
    const shown = markdown(REPORT).replaceAll(/(<\/summary>)[\s\S]*?(<\/details>)/g, '$1$2');
    const lines = shown.split('\n').filter((line) => line !== '');
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(shown.indexOf('## 2 causes')).toBeLessThan(shown.indexOf('| level |'));
  });

  it('fits in a comment, whatever the size of the run', () => {
    const [passed] = REPORT.rules;
    if (passed === undefined) throw new Error('the example has a rule');
    const rules = [...REPORT.rules, ...Array.from({ length: 2000 }, (_, index) => ({ ...passed, id: `f/r${index}` }))];
    const text = markdown({ ...REPORT, rules });
    expect(text.length).toBeLessThan(65_536);
    expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length);
    expect(
      markdown({ ...REPORT, rules: REPORT.rules.map((rule) => ({ ...rule, id: 'r'.repeat(4000) })) }).length,
    ).toBeLessThan(65_536);
  });
});

describe('a badge', () => {
  it('shows the verdict and the number of causes', () => {
    expect(JSON.parse(badgeJson(REPORT))).toEqual({
      schemaVersion: 1,
      label: 'Cluster Resource API',
      message: 'failed: 2 causes',
      color: '#b3261e',
    });
    expect(badgeSvg(REPORT)).toContain('>failed: 2 causes</text>');
    const passed = { ...REPORT, verdict: 'passed', exitCode: 0, rules: REPORT.rules.slice(0, 2) } as const;
    expect(JSON.parse(badgeJson(passed))).toMatchObject({ message: 'passed: 2 rules' });
  });
});

describe('the table of exercised operations', () => {
  it('is counted over all operations of the tables, with a line for each gap', () => {
    const exercise = exerciseOf(REPORT);
    expect(exercise?.operations).toMatchObject({ of: 84, accepted: 2, refused: 1, concurrent: 1 });
    // The rules of the example cite no clause of the document, so only the clauses of their operations count.
    expect(exercise?.clauses.judged).toBe(
      REPORT.operations.filter(({ operation, verdict }) => verdict !== 'unsupported' && TABULATED.has(operation))
        .length,
    );
    expect(exercise?.gaps.at(-1)).toMatch(/^\d+ tabulated operations had no rule in this run: GET /);
    expect(exercise?.gaps).toContain(
      'POST /api/v1/namespaces/{namespace}/pods was never refused, never sent beside another write',
    );
    expect(exercise?.gaps).not.toContainEqual(
      expect.stringContaining('POST /api/v1/namespaces/{namespace}/configmaps '),
    );
    expect(exerciseOf(fold(exampleLog()))).toBeUndefined();
  });
});

describe('a JUnit report', () => {
  it('has seed, dialect, target and version as properties of each suite', () => {
    const xml = junit({ ...REPORT, plumbline: '1.2.3' });
    const suites = xml.split('<testsuite ').length - 1;
    expect(suites).toBe(REPORT.rules.length + 1);
    for (const [name, value] of Object.entries({
      seed: '42',
      dialect: 'spec',
      target: 'http://127.0.0.1:8001',
      'plumbline-version': '1.2.3',
    }))
      expect(xml.split(`<property name="${name}" value="${value}"/>`)).toHaveLength(suites + 1);
  });

  it('has stale entries as failures, and deviations as passes with a reason', () => {
    const xml = junit(REPORT);
    expect(xml).toMatch(/<testsuite name="baseline" tests="1" failures="1"/);
    expect(xml).toContain('<system-out>deviation: no &lt;b&gt;watch');
    const [, failures] = /<testsuites [^>]*failures="(\d+)"/.exec(xml) ?? [];
    expect(xml.match(/<failure /g)).toHaveLength(Number(failures));
  });
});

describe('annotations for GitHub', () => {
  it('are one line each, escaped, an error for each cause that fails the run, intermittent or not', () => {
    const lines = annotations(REPORT).trim().split('\n');
    expect(lines.every((line) => /^::(error|warning|notice) title=[^,:]*::/.test(line))).toBe(true);
    expect(lines[0]).toMatch(
      /^::error title=cause 1 of 2%3A .*::impact .*%0Arule replace\/stale-version-is-refused \(must\)%0Aexpected /,
    );
    expect(lines.find((line) => line.includes('rule patch/'))).toMatch(/^::error .*\(intermittent: 1 of 12\)/);
    expect(lines.filter((line) => line.startsWith('::error title=stale baseline'))).toHaveLength(1);
    expect(lines.at(-1)).toMatch(/^::notice title=plumbline%3A failed::/);
  });
});
