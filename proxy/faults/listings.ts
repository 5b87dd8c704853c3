import type { ListedGeneratedFault } from '../../shared/verdict-log/generated-faults.ts';
import type { ListedFault, ListedVariant } from '../../shared/verdict-log/kill-matrix.ts';
import { FAULTS } from './catalogue/index.ts';
import { DISTURBANCES } from './disturb/disturbances.ts';
import type { FaultFamily } from './generated/generated-fault.ts';
import { generatedFaults } from './generated/index.ts';
import { HOSTILE_TARGETS } from './hostile/index.ts';
import { VARIANTS } from './variants/index.ts';

export interface ListingFlags {
  readonly list?: true;
  readonly listVariants?: true;
  readonly listHostile?: true;
  readonly listDisturbances?: true;
  readonly listGenerated?: true;
  readonly family?: FaultFamily;
  readonly json?: true;
}

/** The list that the flags request, as text or JSON; `undefined` if they request none. */
export function listingFor(flags: ListingFlags): string | undefined {
  if (flags.list === true)
    return flags.json === true
      ? jsonOf(faults())
      : `${table(faults().map(({ name, caughtBy, summary }) => [name, caughtBy, summary]))}\n\nhostile targets, started with --hostile:\n${hostileTable()}`;
  if (flags.listVariants === true)
    return flags.json === true
      ? jsonOf(variants())
      : table(variants().map(({ name, dialect, summary }) => [name, dialect, summary]));
  if (flags.listHostile === true) return flags.json === true ? jsonOf(hostileTargets()) : hostileTable();
  if (flags.listDisturbances === true)
    return flags.json === true
      ? jsonOf(
          DISTURBANCES.map(({ name, summary, value }) => ({
            name,
            summary,
            ...(value === undefined ? {} : { value }),
          })),
        )
      : disturbanceTable();
  if (flags.listGenerated === true)
    return flags.json === true
      ? JSON.stringify(generated(flags.family))
      : table(
          generated(flags.family).map(({ name, allowed, summary }) => [
            name,
            allowed === undefined ? '' : 'allowed',
            summary,
          ]),
        );
  return undefined;
}

function generated(family: FaultFamily | undefined): readonly ListedGeneratedFault[] {
  return generatedFaults(family).map(({ name, family, summary, operations, clause, allowed }) => ({
    name,
    family,
    summary,
    operations,
    ...(clause === undefined ? {} : { clause }),
    ...(allowed === undefined ? {} : { allowed }),
  }));
}

function faults(): readonly ListedFault[] {
  return FAULTS.map(({ name, summary, caughtBy, seenIn }) => ({
    name,
    summary,
    caughtBy,
    ...(seenIn === undefined ? {} : { seenIn }),
  }));
}

function variants(): readonly ListedVariant[] {
  return VARIANTS.map(({ name, summary, dialect, departsFrom }) => ({
    name,
    summary,
    dialect,
    ...(departsFrom === undefined ? {} : { departsFrom }),
  }));
}

function hostileTargets(): readonly {
  readonly name: string;
  readonly summary: string;
  readonly standsAlone: boolean;
}[] {
  return HOSTILE_TARGETS.map((target) => ({
    name: target.name,
    summary: target.summary,
    standsAlone: 'startAlone' in target,
  }));
}

function hostileTable(): string {
  return table(
    hostileTargets().map(({ name, standsAlone, summary }) => [
      name,
      standsAlone ? 'alone' : 'in front of --target',
      summary,
    ]),
  );
}

function disturbanceTable(): string {
  return table(
    DISTURBANCES.map(({ name, summary, value }) => [
      name,
      `${summary}${value === undefined ? '' : ` (value: ${value.meaning}, ${value.usual} when not given)`}`,
    ]),
  );
}

function jsonOf(listed: unknown): string {
  return JSON.stringify(listed, null, 2);
}

/** Generated names have up to 200 characters, which would push every summary off the screen. */
const WIDEST = 70;

/** Rows as lines, with columns as wide as their longest cell, up to `WIDEST`. */
function table(rows: readonly (readonly string[])[]): string {
  const widthOf = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = rows[0]?.map((_, column) => Math.min(WIDEST, widthOf(column))) ?? [];
  return rows
    .map((row) =>
      row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join('  '),
    )
    .join('\n');
}
