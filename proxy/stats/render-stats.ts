import { createColors } from 'picocolors';
import type { PathStats, RecordingStats } from './recording-stats.ts';

/** The most unusable body files that are named. */
const FILES_SHOWN = 5;

type Colors = ReturnType<typeof createColors>;

/** A recording's numbers as text, optionally with colour. */
export function renderStats(stats: RecordingStats, { colour }: { readonly colour: boolean }): string {
  const colors = createColors(colour);
  const { file, tool, startedAt, upstream, duration, exchanges, connections, watches, events, ends } = stats;
  const head = [
    colors.bold(file),
    colors.dim(
      `${tool}, ${startedAt}${upstream === undefined ? '' : `, of ${upstream}`}${stats.redaction === undefined ? ', not redacted' : ''}`,
    ),
    `${several(exchanges, 'exchange')} on ${several(connections, 'connection')} in ${time(duration)}, ${several(watches, 'watch', 'watches')} with ${several(total(events), 'event')}${total(events) === 0 ? '' : ` (${listed(events)})`}`,
    `ended: ${Object.keys(ends).length === 0 ? 'none' : listed(ends)}`,
  ];
  return [...head.map(printable), ...bodyFiles(stats, colors), '', ...table(stats.paths, colors)].join('\n');
}

/** The number of body files, and the unusable ones. */
function bodyFiles({ bodyFiles: all, unusable }: RecordingStats, colors: Colors): string[] {
  if (all === 0) return [];
  const shown = unusable
    .slice(0, FILES_SHOWN)
    .map(({ exchange, file, why }) => colors.red(printable(`  exchange ${exchange}: ${file}: ${why}`)));
  const more = unusable.length > FILES_SHOWN ? [colors.red(`  and ${unusable.length - FILES_SHOWN} more`)] : [];
  return [
    `${several(all, 'body', 'bodies')} in files of their own${unusable.length === 0 ? '' : `, of which ${unusable.length} cannot be used:`}`,
    ...shown,
    ...more,
  ];
}

function table(paths: readonly PathStats[], colors: Colors): string[] {
  if (paths.length === 0) return [colors.dim('no exchanges')];
  const rows = paths.map(({ operation, exchanges, statuses, latency, events }) => [
    String(exchanges),
    listed(statuses, ' '),
    latency === undefined ? '' : time(latency.p50),
    latency === undefined ? '' : time(latency.p99),
    latency === undefined ? '' : time(latency.max),
    events === 0 ? '' : String(events),
    printable(operation),
  ]);
  const titles = ['count', 'statuses', 'p50', 'p99', 'max', 'events', 'operation'];
  const widths = titles.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) =>
        column === 1 || column === cells.length - 1
          ? cell.padEnd(column === 1 ? (widths[column] ?? 0) : 0)
          : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  return [
    colors.dim(line(titles)),
    ...rows.map((row, index) => tinted(line(row), paths[index]?.statuses ?? {}, colors)),
  ];
}

/** Highlights server failures and missing responses. */
function tinted(line: string, statuses: Readonly<Record<string, number>>, colors: Colors): string {
  const names = Object.keys(statuses);
  if (names.some((name) => name === 'none' || name.startsWith('5'))) return colors.red(line);
  return names.some((name) => name.startsWith('4')) ? colors.yellow(line) : line;
}

function listed(counts: Readonly<Record<string, number>>, separator = ', '): string {
  return Object.entries(counts)
    .map(([name, count]) => `${printable(name)}${separator === ' ' ? `x${count}` : ` ${count}`}`)
    .join(separator);
}

function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function several(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function time(ms: number): string {
  if (ms < 1000) return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  return ms < 120_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}

/** A recording must not control the terminal. */
function printable(text: string): string {
  // eslint-disable-next-line no-control-regex -- the colours of this module are made after it
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '?');
}
