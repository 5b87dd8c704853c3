import type { Fault } from '../fault.ts';
import { CREATE_FAULTS } from './create.ts';
import { DELETE_FAULTS } from './delete.ts';
import { PATCH_FAULTS } from './patch.ts';
import { READ_FAULTS } from './read.ts';
import { SELECTOR_FAULTS } from './selectors.ts';
import { WATCH_FAULTS } from './watch.ts';
import { WIRE_FAULTS } from './wire.ts';
import { WORLD_FAULTS } from './world.ts';
import { WRITE_FAULTS } from './write.ts';

/** Every fault, by family. */
export const FAULTS: readonly Fault[] = [
  ...CREATE_FAULTS,
  ...READ_FAULTS,
  ...SELECTOR_FAULTS,
  ...WRITE_FAULTS,
  ...PATCH_FAULTS,
  ...DELETE_FAULTS,
  ...WATCH_FAULTS,
  ...WIRE_FAULTS,
  ...WORLD_FAULTS,
];
