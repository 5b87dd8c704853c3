import type { KillMatrix, MeasuredFault } from '../../shared/verdict-log/kill-matrix.ts';
import type { Rule } from '../rules/rule.ts';
import { issueLink, made, table } from './markdown.ts';

/** The number of failing rules that are named; the others are counted. */
const NAMED = 12;

/**
 * `docs/kill-matrix.md`: the rules that fail each faulty server, the faulty servers that each rule finds, and the
 * rules that no known fault breaks, with the reason.
 */
export function killMatrix(
  matrix: KillMatrix,
  rules: readonly Rule[],
  reasons: Readonly<Record<string, string>>,
): string {
  const killers = new Map(rules.map(({ id }) => [id, matrix.faults.filter(({ fires }) => Object.hasOwn(fires, id))]));
  return [
    made('Kill matrix', 'fixtures/kill-matrix.json, which `pnpm kill-matrix` measures'),
    [
      'Each fault is a server that is the reference server but for one thing that it does wrong: `pnpm proxy faults --list` lists them, `--fault NAME` starts one.',
      'The rule that a fault names is judged on all of its operations until it fails; every other rule with one case on the one operation that is nearest to where',
      'the named one failed. So a name in the table is a measured failure, and a rule that is not named may yet fail on another operation.',
    ].join('\n'),
    '## In figures',
    figures(matrix, rules, killers),
    '## Faults',
    'What fires besides the rule that is named, most specific faults first.',
    faultTable(matrix.faults),
    '## Rules',
    'How many faults each rule fails for, and those that no other rule fails for.',
    ruleTable(rules, killers),
    '## Rules that no fault makes fail',
    unkilledTable(rules, killers, reasons),
    '## Servers that differ and obey',
    'Those that were measured, by every rule on one operation: none may fail, but for recommendations that a variant does not follow. The tests judge every one that `pnpm proxy faults --list-variants` lists, by some of the rules.',
    table(
      ['Variant', 'Dialect', 'What it does', 'Rules that fail'],
      matrix.variants.map(({ name, dialect, summary, fires }) => [
        `\`${name}\``,
        dialect,
        summary,
        Object.keys(fires).join(', ') || '-',
      ]),
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

type Killers = ReadonlyMap<string, readonly MeasuredFault[]>;

function figures({ faults, variants }: KillMatrix, rules: readonly Rule[], killers: Killers): string {
  const fired = faults.map(({ fires }) => Object.keys(fires).length).sort((a, b) => a - b);
  const binding = rules.filter(({ level }) => level === 'must');
  const isKilled = ({ id }: Rule): boolean => (killers.get(id)?.length ?? 0) > 0;
  return table(
    ['What', 'How many'],
    [
      ['Faults', String(faults.length)],
      [
        '... that the rule they name fails for',
        String(faults.filter(({ caughtBy, fires }) => Object.hasOwn(fires, caughtBy)).length),
      ],
      [
        '... that were seen in real software, as they are or on another verb, kind or view, with a link to where',
        String(faults.filter(({ seenIn }) => seenIn !== undefined).length),
      ],
      ['Rules that fire for a fault: median', String(fired[Math.floor(fired.length / 2)] ?? 0)],
      ['... for nine faults of ten at most', String(fired[Math.floor(fired.length * 0.9)] ?? 0)],
      ['Rules of level must', String(binding.length)],
      ['... that some fault makes fail', String(binding.filter(isKilled).length)],
      ['Rules of all levels that some fault makes fail', `${rules.filter(isKilled).length} of ${rules.length}`],
      ['Servers that differ and obey, measured', String(variants.length)],
      ['... that some rule fails for', String(variants.filter(({ fires }) => Object.keys(fires).length > 0).length)],
    ],
  );
}

function faultTable(faults: readonly MeasuredFault[]): string {
  const bySpecificity = faults.toSorted((a, b) => Object.keys(a.fires).length - Object.keys(b.fires).length);
  return table(
    ['Fault', 'What such a server does', 'Named rule', 'Fire', 'Families', 'Others', 'Seen in'],
    bySpecificity.map(faultRow),
  );
}

function faultRow({ name, summary, caughtBy, fires, seenIn }: MeasuredFault): string[] {
  const fired = Object.keys(fires);
  const others = fired.filter((id) => id !== caughtBy);
  const more = others.length > NAMED ? [`and ${others.length - NAMED} more`] : [];
  const named = Object.hasOwn(fires, caughtBy) ? caughtBy : `${caughtBy} (does not fire)`;
  return [
    `\`${name}\``,
    summary,
    named,
    String(fired.length),
    String(new Set(fired.map(familyOf)).size),
    [...others.slice(0, NAMED), ...more].join(', ') || '-',
    seenIn === undefined ? '-' : issueLink(seenIn),
  ];
}

function familyOf(id: string): string {
  return id.slice(0, id.indexOf('/'));
}

function ruleTable(rules: readonly Rule[], killers: Killers): string {
  const alone = (id: string): string =>
    (killers.get(id) ?? [])
      .filter(({ fires }) => Object.keys(fires).length === 1)
      .map(({ name }) => `\`${name}\``)
      .join(', ');
  const killed = rules.filter(({ id }) => (killers.get(id)?.length ?? 0) > 0);
  return table(
    ['Rule', 'Level', 'Faults', 'Told by it alone'],
    killed.map(({ id, level }) => [id, level, String(killers.get(id)?.length ?? 0), alone(id) || '-']),
  );
}

function unkilledTable(rules: readonly Rule[], killers: Killers, reasons: Readonly<Record<string, string>>): string {
  const unkilled = rules.filter(({ id }) => (killers.get(id)?.length ?? 0) === 0);
  if (unkilled.length === 0) return 'None.';
  return table(
    ['Rule', 'Level', 'Why'],
    unkilled.map(({ id, level }) => [id, level, reasonFor(id, level, reasons)]),
  );
}

function reasonFor(id: string, level: Rule['level'], reasons: Readonly<Record<string, string>>): string {
  if (Object.hasOwn(reasons, id)) return reasons[id] ?? '';
  return level === 'silent' ? 'It tells what it sees and fails nobody.' : 'No fault is written for it yet.';
}
