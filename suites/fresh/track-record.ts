import type { KillMatrix, MeasuredFault } from '../../shared/verdict-log/kill-matrix.ts';
import { REAL_DIFFERENCES } from '../../spec/dialects/real-differences.ts';
import { issueLink, made } from './markdown.ts';
import { table } from '../../shared/page/markdown.ts';
import { TRIED_SYSTEMS } from './tried-systems.ts';

type SeenFault = MeasuredFault & { readonly seenIn: string };

/**
 * `docs/track-record.md`: the bugs of real software that named faults reproduce, by project, and the differences of the
 * real system and of others that were tried, each with the rules that find it and a command that shows it.
 */
export function trackRecord({ faults, variants }: KillMatrix): string {
  const seen = faults.filter((fault): fault is SeenFault => fault.seenIn !== undefined);
  const reports = (project: string): number => seen.filter((fault) => projectOf(fault) === project).length;
  const projects = [...new Set(seen.map(projectOf))].sort((one, other) => reports(other) - reports(one));
  return [
    made(
      'Track record',
      'fixtures/kill-matrix.json, spec/dialects/real-differences.ts and suites/fresh/tried-systems.ts',
    ),
    [
      `Named faults reproduce ${new Set(seen.map(({ seenIn }) => seenIn)).size} bugs that users reported in ${projects.length} real projects,`,
      'unchanged or moved to another verb, kind or path. The rule in each row finds the fault.',
      '`pnpm fault NAME` proves it: the command starts a server with that fault and judges it by that rule.',
      '`pnpm fault --reported` does that for all of them.',
    ].join(' '),
    differencesOfTheRealSystem(),
    otherSystems({ faults, variants }),
    ...projects.map((project) => section(project, seen)),
  ]
    .join('\n\n')
    .concat('\n');
}

function differencesOfTheRealSystem(): string {
  const rows = REAL_DIFFERENCES.flatMap(({ id, document, real, failing = [], failingByChance = [] }) => {
    const now = failingByChance.length === 0 ? '' : `; now and then also ${failingByChance.join(', ')}`;
    return failing.length === 0
      ? []
      : [[document, real, `${failing.join(', ')}${now}`, `\`pnpm fault kubernetes-1.7/${id}\``]];
  });
  return [
    '## kube-apiserver 1.7.5, held to the document',
    'A real server was judged under `spec`. Each row is a difference from the document for which rules fail. The command judges an imitation of that server by the rules that always fail. Other rules fail in some runs only, because these differences depend on chance.',
    table(['The document', 'The real server', 'Rules', 'Command'], rows),
  ].join('\n\n');
}

function otherSystems({ faults, variants }: Pick<KillMatrix, 'faults' | 'variants'>): string {
  const rows = TRIED_SYSTEMS.map(({ system, seen, server }) => {
    if ('fault' in server) {
      const { name, caughtBy } = named(faults, server.fault);
      return [system, seen, `${caughtBy} fails`, `\`pnpm fault ${name}\``];
    }
    return [system, seen, 'no rule may fail', `\`pnpm variants --only ${named(variants, server.variant).name}\``];
  });
  return [
    '## Other real systems',
    [
      'These systems were tried where they could be built, each over a real etcd: 1.7.5 beside its controller manager, which passed 26 of 26 scenarios,',
      'and 1.20.2 with the old group versions switched on. No recording of them is in this repository.',
      'The rows say what they did that the document does not ask for. The command judges a server that does the same.',
    ].join(' '),
    table(['System', 'What it does', 'Judged so', 'Command'], rows),
    "kubectl's own tests and the other clients that were tried are in [docs/clients.md](clients.md); `pnpm clients` repeats them.",
  ].join('\n\n');
}

function named<T extends { readonly name: string }>(all: readonly T[], name: string): T {
  const found = all.find((each) => each.name === name);
  if (found === undefined) throw new RangeError(`suites/fresh/tried-systems.ts names no fault and no variant: ${name}`);
  return found;
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
