import type { KillMatrix, MeasuredFault } from '../../shared/verdict-log/kill-matrix.ts';
import type { Rule } from '../rules/rule.ts';
import { issueLink, made } from './markdown.ts';
import { table } from '../../shared/page/markdown.ts';

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
      'Each fault is a reference server that is wrong in one named way: `pnpm proxy faults --list` lists them, `--fault NAME` starts one.',
      'The rule that a fault names was judged on all of its operations until it failed. Every other rule was judged with one case, on the operation nearest to that',
      'failure. So each name in the table is a measured failure, and a rule that is not in it can still fail on another operation.',
    ].join(' '),
    '## In figures',
    figures(matrix, rules, killers),
    '## Faults',
    'Fired: the number of rules that fail for the fault. Others: the rules that fail beside the named one. Most specific faults come first.',
    faultTable(matrix.faults),
    '## Rules',
    'The number of faults for which each rule fails, and the faults for which only that rule fails.',
    ruleTable(rules, killers),
    '## Rules that no fault makes fail',
    unkilledTable(rules, killers, reasons),
    '## Legal variants',
    'Every rule was judged on one operation of each variant. None may fail, except `should` rules whose recommendation a variant does not follow. The tests judge all variants (`pnpm proxy faults --list-variants`) by some of the rules.',
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
        '... that make the rule fail that they name',
        String(faults.filter(({ caughtBy, fires }) => Object.hasOwn(fires, caughtBy)).length),
      ],
      [
        '... that were reported of real software, as they are or on another verb, kind or group version',
        String(faults.filter(({ seenIn }) => seenIn !== undefined).length),
      ],
      ['Rules that fail for a fault: median', String(fired[Math.floor(fired.length / 2)] ?? 0)],
      ['... at most, for nine faults of ten', String(fired[Math.floor(fired.length * 0.9)] ?? 0)],
      ['Rules of level must', String(binding.length)],
      ['... that fail for some fault', String(binding.filter(isKilled).length)],
      ['Rules of all levels that fail for some fault', `${rules.filter(isKilled).length} of ${rules.length}`],
      ['Legal variants', String(variants.length)],
      ['... for which some rule fails', String(variants.filter(({ fires }) => Object.keys(fires).length > 0).length)],
    ],
  );
}

function faultTable(faults: readonly MeasuredFault[]): string {
  const bySpecificity = faults.toSorted((a, b) => Object.keys(a.fires).length - Object.keys(b.fires).length);
  return table(
    ['Fault', 'What such a server does', 'Named rule', 'Fired', 'Families', 'Others', 'Seen in'],
    bySpecificity.map(faultRow),
  );
}

function faultRow({ name, summary, caughtBy, fires, seenIn }: MeasuredFault): string[] {
  const fired = Object.keys(fires);
  const others = fired.filter((id) => id !== caughtBy);
  const more = others.length > NAMED ? [`and ${others.length - NAMED} more`] : [];
  const named = Object.hasOwn(fires, caughtBy) ? caughtBy : `${caughtBy} (does not fail)`;
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
    ['Rule', 'Level', 'Faults', 'Found by it alone'],
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
  return level === 'silent' ? 'It only reports what it sees.' : 'No fault is written for it yet.';
}
