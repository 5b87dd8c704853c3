import type { KillMatrix, MeasuredFault } from '../../shared/verdict-log/kill-matrix.ts';
import { issueLink, made, table } from './markdown.ts';

type SeenFault = MeasuredFault & { readonly seenIn: string };

/** `docs/track-record.md`: the bugs of real software that named faults reproduce, by project, with the rule that finds each. */
export function trackRecord({ faults }: KillMatrix): string {
  const seen = faults.filter((fault): fault is SeenFault => fault.seenIn !== undefined);
  const reports = (project: string): number => seen.filter((fault) => projectOf(fault) === project).length;
  const projects = [...new Set(seen.map(projectOf))].sort((one, other) => reports(other) - reports(one));
  return [
    made('Track record', 'fixtures/kill-matrix.json, which `pnpm kill-matrix` measures'),
    [
      `Named faults reproduce ${new Set(seen.map(({ seenIn }) => seenIn)).size} bugs that users reported in ${projects.length} real projects,`,
      'as they were or on another verb, kind or path. The rule in each row finds the fault.',
      '`pnpm fault NAME` shows it: the command starts a server with that fault and judges it by that rule.',
      '`pnpm fault --reported` does that for all of them.',
    ].join('\n'),
    ...projects.map((project) => section(project, seen)),
  ]
    .join('\n\n')
    .concat('\n');
}

function section(project: string, seen: readonly SeenFault[]): string {
  const rows = seen
    .filter((fault) => projectOf(fault) === project)
    .sort((one, other) => one.seenIn.localeCompare(other.seenIn, 'en', { numeric: true }))
    .map(({ seenIn, summary, caughtBy, name }) => [issueLink(seenIn), summary, caughtBy, `\`pnpm fault ${name}\``]);
  return `## ${project}\n\n${table(['Report', 'What such a server does', 'Rule', 'Command'], rows)}`;
}

function projectOf({ seenIn }: SeenFault): string {
  return seenIn.slice(0, seenIn.indexOf('#'));
}
