import type { Fault } from '../../fault.ts';
import { CUT_STREAMS } from './cut-streams.ts';
import { FORMER_LIVES } from './former-lives.ts';
import { LEFT_SELECTIONS } from './left-selections.ts';
import { PARAMETERS } from './parameters.ts';
import { TIMEOUTS_AND_READERS } from './timeouts-and-readers.ts';
import { VERSIONS } from './versions.ts';
import { MISSED_CHANGES } from './missed-changes.ts';
import { EVENTS } from './events.ts';
import { WATCH_MOMENT_FAULTS } from './moments.ts';
import { ONE_WAY_DIFFERENCES } from './one-way-differences.ts';
import { OPENINGS } from './openings.ts';
import { STREAMS } from './streams.ts';
import { TOLD_BEFORE } from './told-before.ts';
import { ENCODING } from './encoding.ts';
import { INCOMPLETE_OBJECTS } from './incomplete-objects.ts';
import { REMOVALS } from './removals.ts';
import { NOTHING_TO_TELL } from './nothing-to-tell.ts';

/** Faults that rules of the family `watch` find. */
export const WATCH_FAULTS: readonly Fault[] = [
  ...PARAMETERS,
  ...TIMEOUTS_AND_READERS,
  ...VERSIONS,
  ...MISSED_CHANGES,
  ...EVENTS,
  ...WATCH_MOMENT_FAULTS,
  ...OPENINGS,
  ...STREAMS,
  ...TOLD_BEFORE,
  ...ENCODING,
  ...INCOMPLETE_OBJECTS,
  ...REMOVALS,
  ...NOTHING_TO_TELL,
  ...LEFT_SELECTIONS,
  ...FORMER_LIVES,
  ...CUT_STREAMS,
  ...ONE_WAY_DIFFERENCES,
];
