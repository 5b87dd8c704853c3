import { describe, expect, it } from 'vitest';
import type { Impact } from '../../shared/verdict-log/impact.ts';
import type { CaseOnFault, ReportedRule } from '../../shared/verdict-log/verdict-log.ts';
import { causesOf } from './causes-of.ts';
import type { KnownFault } from './known-faults.ts';

const ON = 'PUT /api/v1/namespaces/{namespace}/pods/{name}';

interface FailureOptions {
  readonly impact?: Impact;
  /** Other rules that the case breaks too. */
  readonly also?: readonly string[];
  readonly requests?: number;
  readonly expected?: string;
  readonly actual?: string;
  readonly excused?: true;
  /** The exchange that the violation disputes, among those of a recording. */
  readonly exchange?: number;
  /** How its case ended on servers with one fault each. */
  readonly sent?: Readonly<Record<string, CaseOnFault>>;
}

function failed(
  id: string,
  {
    impact = 'content',
    also = [],
    requests = 2,
    expected = 'a refusal',
    actual = '200',
    excused,
    exchange,
    sent,
  }: FailureOptions = {},
): ReportedRule {
  const transcript = Array.from({ length: requests }, (_, n) => ({
    kind: 'request' as const,
    n,
    t: n,
    exchange: n,
    method: 'PUT',
    target: '/',
    headers: [],
  }));
  const violation = {
    operation: ON,
    expected,
    actual,
    curl: [],
    replay: 'again',
    transcript,
    fingerprint: id,
    also,
    ...(exchange === undefined ? {} : { exchanges: [exchange] }),
    ...(sent === undefined ? {} : { onFaults: sent }),
  };
  const verdict = excused === undefined ? ('failed' as const) : ('deviation' as const);
  return {
    ...passed(id),
    impact,
    verdict,
    operations: [{ operation: ON, verdict, cases: 1, shapes: 1, durationMs: 1 }],
    violations: [violation],
  };
}

function passed(id: string): ReportedRule {
  return {
    id,
    level: 'must',
    family: 'f',
    title: `${id} holds.`,
    clauses: [],
    impact: 'content',
    verdict: 'passed',
    cases: 9,
    shapes: 1,
    operations: [{ operation: ON, verdict: 'passed', cases: 9, shapes: 1, durationMs: 1 }],
    violations: [],
  };
}

/** A fault with these measured rules and fingerprints (default: the id of the rule), on one operation. */
function fault(name: string, caughtBy: string, ...fails: readonly string[]): KnownFault {
  const symptoms = [caughtBy, ...fails].map((text) => {
    const [rule = '', fingerprint = rule] = text.split(':');
    return [rule, { fingerprints: [fingerprint], failed: ['replace pods'], passed: [] }] as const;
  });
  return {
    name,
    summary: `summary of ${name}`,
    caughtBy: caughtBy.split(':')[0] ?? '',
    fires: Object.fromEntries(symptoms.map(([rule]) => [rule, ON])),
    symptoms: Object.fromEntries(symptoms),
    breaks: new Set(symptoms.map(([rule]) => rule)),
  };
}

function causeLines(
  rules: readonly ReportedRule[],
  known: readonly KnownFault[],
): (readonly [string | undefined, string])[] {
  return causesOf({ rules }, known).map(
    ({ like, failures }) => [like?.fault, failures.map(({ rule }) => rule.id).join(' ')] as const,
  );
}

describe('causes', () => {
  it('name no known fault if a server stops responding, because any bug can cause that', () => {
    expect(causesOf({ rules: [failed('world/keeps-answering')] }).map(({ like }) => like)).toEqual([undefined]);
  });

  it('are the known fault that makes the same rules fail', () => {
    const known = [fault('one', 'a'), fault('both', 'a', 'b'), fault('more', 'a', 'b', 'c')];
    expect(causeLines([failed('a'), failed('b'), passed('c')], known)).toEqual([['both', 'a b']]);
    expect(causeLines([failed('a'), passed('b'), passed('c')], known)).toEqual([['one', 'a']]);
  });

  it('are surely the known fault that makes hundreds of rules fail', () => {
    const rules = Array.from({ length: 300 }, (_, index) => `r${index}`);
    const known = [fault('all', 'a', ...rules), fault('some', 'a', ...rules.slice(0, 200))];
    const [cause] = causesOf({ rules: ['a', ...rules].map((rule) => failed(rule)) }, known);
    expect(cause?.like).toMatchObject({ fault: 'all', confidence: expect.closeTo(1, 0) as number });
  });

  it('are several if no fault explains all failures', () => {
    expect(causeLines([failed('a'), failed('b'), failed('c')], [fault('one', 'a', 'b'), fault('two', 'c')])).toEqual([
      ['one', 'a b'],
      ['two', 'c'],
    ]);
  });

  it('are distinguished by the fingerprints of the same rule', () => {
    const known = [fault('one', 'a:another'), fault('two', 'a')];
    expect(causeLines([failed('a')], known)).toEqual([['two', 'a']]);
    expect(causeLines([failed('a')], known.slice(0, 1))).toEqual([[undefined, 'a']]);
  });

  it('are distinguished by the words of violations with one fingerprint', () => {
    const wording = (name: string, ...words: string[]): KnownFault => {
      const whole = fault(name, 'a', 'b');
      for (const symptom of Object.values(whole.symptoms)) Object.assign(symptom, { words });
      return whole;
    };
    const known = [wording('yaml', 'refusal', 'yaml', 'puts'), wording('json', 'a', 'refusal'), wording('other', 'x')];
    expect(causeLines([failed('a'), failed('b')], known)).toEqual([['json', 'a b']]);
  });

  it('are the fault on which the failing cases fail alike, whatever the measured symptoms say', () => {
    const known = [fault('measured', 'a', 'b'), fault('tried', 'a', 'b:another')];
    const sent = { measured: 'holds', tried: 'alike' } as const;
    expect(causeLines([failed('a'), failed('b')], known)).toEqual([['measured', 'a b']]);
    const [cause] = causesOf({ rules: [failed('a', { sent }), failed('b', { sent })] }, known);
    expect(cause?.like).toMatchObject({ fault: 'tried', tried: { cases: 2, alike: 2 } });
  });

  it('are no fault on which all cases end otherwise, whatever the measured symptoms say', () => {
    const known = [fault('measured', 'a', 'b', 'c'), fault('other', 'z')];
    const namedWith = (sent?: Readonly<Record<string, CaseOnFault>>): (string | undefined)[] => {
      const more = sent === undefined ? {} : { sent };
      return causesOf({ rules: [failed('a', more), failed('b', more), failed('c', more), passed('z')] }, known).map(
        ({ like }) => like?.fault,
      );
    };
    expect(namedWith()).toEqual(['measured']);
    expect(namedWith({ measured: 'alike' })).toEqual(['measured']);
    expect(namedWith({ measured: 'holds' })).not.toContain('measured');
    expect(namedWith({ measured: 'otherwise' })).not.toContain('measured');
  });

  it('are no fault of one kind if a case of that kind fails alike, and the rule fails on others', () => {
    const elsewhere = 'PUT /api/v1/namespaces/{namespace}/secrets/{name}';
    const ofPods = fault('of-pods', 'a');
    for (const symptom of Object.values(ofPods.symptoms)) Object.assign(symptom, { passed: ['replace secrets'] });
    const ofAll = fault('of-all', 'a');
    Object.assign(ofAll.symptoms['a'] ?? {}, { failed: ['replace pods', 'replace secrets'] });
    const rule = failed('a', { sent: { 'of-pods': 'alike', 'of-all': 'alike' } });
    const both = rule.violations.flatMap(({ onFaults = {}, ...violation }) => [
      { ...violation, onFaults },
      { ...violation, operation: elsewhere },
    ]);
    expect(causeLines([{ ...rule, violations: both }], [ofPods, ofAll])).toEqual([['of-all', 'a']]);
  });

  it('explain a rule that the fault was not measured to break, if its case fails alike', () => {
    const known = [fault('one', 'a'), fault('two', 'b')];
    const rules = [failed('a', { sent: { one: 'alike' } }), failed('b', { sent: { one: 'alike', two: 'otherwise' } })];
    expect(causeLines(rules, known)).toEqual([['one', 'a b']]);
  });

  it('are distinguished by the failing operations of the same rule', () => {
    const elsewhere = fault('one-kind', 'a', 'b');
    for (const symptom of Object.values(elsewhere.symptoms))
      Object.assign(symptom, { failed: ['replace cronjobs.batch'], passed: ['replace pods', 'replace secrets'] });
    expect(causeLines([failed('a'), failed('b')], [elsewhere, fault('all-kinds', 'a', 'b')])).toEqual([
      ['all-kinds', 'a b'],
    ]);
  });

  it('name up to three faults with the same symptoms, and none if there are more', () => {
    const known = ['one', 'two', 'three', 'four'].map((name) => fault(name, 'a', 'b'));
    const likeness = (count: number): unknown =>
      causesOf({ rules: [failed('a'), failed('b')] }, known.slice(0, count)).map(({ like }) => like);
    expect(likeness(3)).toMatchObject([{ fault: 'one', or: ['two', 'three'] }]);
    expect(likeness(4)).toEqual([undefined]);
  });

  it('name no fault with the same symptoms on which a failing case ends in another way', () => {
    const known = ['one', 'two', 'three', 'four'].map((name) => fault(name, 'a', 'b'));
    const sent = { one: 'holds', two: 'alike', three: 'holds', four: 'otherwise' } as const;
    const [cause] = causesOf({ rules: [failed('a', { sent }), failed('b', { sent })] }, known);
    expect(cause?.like).toMatchObject({ fault: 'two', confidence: expect.closeTo(1, 0) as number });
    expect(cause?.like?.or).toBeUndefined();
  });

  it('are one if a second fault would explain only rules that the case of the first breaks too', () => {
    const known = [fault('one', 'a', 'b'), fault('two', 'c', 'a', 'b')];
    expect(causeLines([failed('a'), failed('b'), failed('c', { also: ['a'] })], known)).toEqual([['two', 'c a b']]);
    expect(causeLines([failed('a'), failed('b'), failed('c', { also: ['a'] })], known.slice(0, 1))).toEqual([
      ['one', 'a b c'],
    ]);
  });

  it('are one if similar faults break a rule that this fault was not seen to break, unless one of them is of form', () => {
    const similar = Array.from({ length: 10 }, (_, n) => fault(`similar-${n}`, 'a:another', 'b', 'c', 'held', 'kept'));
    const known = [fault('one', 'a'), ...similar];
    const rules = [failed('a'), failed('b'), failed('c', { impact: 'form' }), passed('held'), passed('kept')];
    expect(causeLines(rules, known)).toEqual([
      ['one', 'a b'],
      [undefined, 'c'],
    ]);
    expect(causeLines(rules, known.slice(0, 1)).length).toBe(3);
  });

  it('are one if a failure quotes the same unusual response, apart from names and versions', () => {
    const cut = (version: number): string =>
      `"{\\"type\\":\\"MODIFIED\\",\\"version\\":${version}" instead of an event`;
    const known = [fault('cuts', 'a')];
    const rules = [failed('a', { actual: cut(7) }), failed('b', { actual: `${cut(19)}, seldom` })];
    expect(causeLines(rules, known)).toEqual([['cuts', 'a b']]);
    const short = ['a', 'b'].map((id) => failed(id, { actual: '409 "the object has been modified"' }));
    expect(causeLines(short, known)).toHaveLength(2);
  });

  it('are one if a failure is about the media type of the same member', () => {
    const known = [fault('stays', 'a')];
    const about = (member: string): ReportedRule[] => [
      failed('a', { expected: `${member} above 1` }),
      { ...failed('b', { impact: 'form', expected: `${member} 1, as a list shows it` }), family: 'media-types' },
    ];
    expect(causeLines(about('/metadata/generation'), known)).toEqual([['stays', 'a b']]);
    expect(causeLines(about('generation'), known)).toHaveLength(2);
  });

  it('are never a fault that breaks rules which hold', () => {
    expect(
      causeLines([failed('a'), passed('b'), passed('c'), passed('d')], [fault('wide', 'a', 'b', 'c', 'd')]),
    ).toEqual([[undefined, 'a']]);
  });

  it('are never a fault whose own rule was not judged, however well its other rules fit', () => {
    const known = [fault('far', 'z', 'a', 'b'), fault('near', 'a')];
    expect(causeLines([failed('a'), failed('b')], known)).toEqual([
      ['near', 'a'],
      [undefined, 'b'],
    ]);
    expect(causeLines([failed('a'), failed('b'), failed('z')], known)).toEqual([['far', 'z a b']]);
  });

  it('group rules whose cases break another rule, the simplest case first', () => {
    expect(
      causeLines(
        [failed('a', { also: ['z'], requests: 9 }), failed('b', { also: ['z'] }), failed('z', { requests: 1 })],
        [],
      ),
    ).toEqual([[undefined, 'z b a']]);
  });

  it('group rules that contradict one exchange of a recording', () => {
    const rules = [failed('a', { exchange: 1 }), failed('b', { exchange: 0 }), failed('c', { exchange: 1 })];
    expect(causeLines(rules, [])).toEqual([
      [undefined, 'a c'],
      [undefined, 'b'],
    ]);
  });

  it('explain by a bug of form only bugs of form that dispute the same exchanges', () => {
    const rules = [
      failed('link', { impact: 'form', exchange: 1 }),
      failed('other-link', { impact: 'form', also: ['link'], exchange: 1 }),
      failed('yaml', { impact: 'form', also: ['link'], exchange: 0 }),
      failed('lost', { impact: 'data', also: ['link'], exchange: 1 }),
    ];
    expect(causeLines(rules, [])).toEqual([
      [undefined, 'lost'],
      [undefined, 'link other-link'],
      [undefined, 'yaml'],
    ]);
  });

  it('are ordered by their impact on clients', () => {
    const rules = (['form', 'events', 'content', 'data'] as const).map((impact) => failed(impact, { impact }));
    expect(causeLines(rules, []).map(([, ids]) => ids)).toEqual(['data', 'content', 'events', 'form']);
  });

  it('leave out accepted failures', () => {
    expect(causeLines([failed('a', { excused: true }), passed('b')], [])).toEqual([]);
  });
});
