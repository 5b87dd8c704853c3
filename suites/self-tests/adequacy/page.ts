import {
  type Adequacy,
  familyOf,
  type SampledFault,
  OUTCOMES,
  type AdequacySample,
} from '../../../shared/verdict-log/adequacy.ts';
import { countsOf, killedPart, percent, targetOf } from './score.ts';

/** `docs/adequacy.md`: how many generated faults the suite kills, and every survivor, for each stored sample. */
export function adequacyPage({ derived, samples }: Pick<Adequacy, 'derived' | 'samples'>): string {
  return `${[
    '# Adequacy',
    '<!-- Made by `pnpm fresh` from fixtures/adequacy.json, which `pnpm adequacy` measures. Change that, not this. -->',
    'How many generated faults a run finds. A generated fault is a small change of the traffic of a correct server, derived from a table of the document and not from a rule. `pnpm proxy faults --list-generated` lists all of them, `--fault NAME` serves one.',
    'Each fault has a witness, a short program. The fault counts if the faulty server and the correct one respond to the witness differently. Otherwise it `does nothing`, or is `unsteady` if the correct server responds in more than one way. A fault is killed if a rule fails for it, and survives otherwise. The document allows some faults: they are flagged if a rule fails. Survivors and flagged faults are judged a second time alone, because a busy machine delays responses.',
    ...samples.map((sample) => ofSample(sample, derived)),
  ].join('\n\n')}\n`;
}

function ofSample({ seed, runs, near, faults }: AdequacySample, derived: Adequacy['derived']): string {
  const { killed, survived, allowed, flagged } = countsOf(faults);
  const command = `pnpm adequacy --sample ${faults.length} --seed ${seed} --runs ${runs}${near ? ' --near' : ''}`;
  const part = killedPart(faults);
  return [
    `## With \`--runs ${runs}\``,
    `Of ${killed + survived} faults that break the document, a run fails ${killed}: ${part === undefined ? 'none' : percent(part)} (target ${percent(targetOf({ runs }))}). Of ${allowed + flagged} that the document allows, it fails ${flagged} (target 0). \`${command}\` measured them.`,
    near ? 'Each fault was judged only on the operations that it changes; a whole run finds at least as many.' : '',
    table(faults, derived),
    section('Survivors', faults, ['survived'], ({ summary = '', clause, blockedBy }) =>
      [
        summary,
        ...(clause === undefined ? [] : [`(${clause})`]),
        ...(blockedBy === undefined ? [] : [`The run did not pass, but no rule failed: blocked by \`${blockedBy}\`.`]),
      ].join(' '),
    ),
    section(
      'Allowed, but flagged',
      faults,
      ['flagged'],
      ({ summary = '', allowed: why = '', by }) =>
        `${summary} ${why} Failed: \`${by?.rule ?? ''}\` on \`${by?.operation ?? ''}\`.`,
    ),
    section(
      'Without effect',
      faults,
      ['does nothing', 'unsteady'],
      ({ summary = '', outcome }) => `${outcome}: ${summary}`,
    ),
  ]
    .filter((each) => each !== '')
    .join('\n\n');
}

function table(faults: readonly SampledFault[], derived: Adequacy['derived']): string {
  const rows = Object.entries(derived).map(([family, total]) => {
    const counts = countsOf(faults.filter((fault) => familyOf(fault) === family));
    return `| ${[family, total, ...OUTCOMES.map((outcome) => counts[outcome])].join(' | ')} |`;
  });
  return [
    `| family | derived | ${OUTCOMES.join(' | ')} |`,
    `|---|${'---:|'.repeat(OUTCOMES.length + 1)}`,
    ...rows,
  ].join('\n');
}

function section(
  title: string,
  faults: readonly SampledFault[],
  outcomes: readonly SampledFault['outcome'][],
  sentence: (fault: SampledFault) => string,
): string {
  const lines = faults
    .filter(({ outcome }) => outcomes.includes(outcome))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((fault) => `- \`${fault.name}\`: ${sentence(fault)}`);
  return lines.length === 0 ? '' : `### ${title}\n\n${lines.join('\n')}`;
}
