import type { Fault } from '../fault.ts';
import { CONCURRENCY_FAULTS } from './concurrency.ts';
import { CREATE_FAULTS } from './create.ts';
import { DEFAULT_FAULTS } from './defaults.ts';
import { DELETE_FAULTS } from './delete.ts';
import { DELETION_FAULTS } from './deletions.ts';
import { LIST_FAULTS } from './lists.ts';
import { MEDIA_TYPE_FAULTS } from './media-types.ts';
import { METADATA_FAULTS } from './metadata.ts';
import { PATCH_DETAIL_FAULTS } from './patch-details.ts';
import { PATCH_FAULTS } from './patch.ts';
import { READ_FAULTS } from './read.ts';
import { SELECTOR_FAULTS } from './selectors.ts';
import { SHOWN_FAULTS } from './shown.ts';
import { STATUS_FAULTS } from './status.ts';
import { VALIDATION_FAULTS } from './validation.ts';
import { WATCH_GUARANTEE_FAULTS } from './watch-guarantees.ts';
import { WATCH_FAULTS } from './watch.ts';
import { WIRE_FAULTS } from './wire.ts';
import { WORLD_FAULTS } from './world.ts';
import { WRITE_FAULTS } from './write.ts';

/** Every fault, by family. */
export const FAULTS: readonly Fault[] = [
  ...CREATE_FAULTS,
  ...METADATA_FAULTS,
  ...DEFAULT_FAULTS,
  ...READ_FAULTS,
  ...SHOWN_FAULTS,
  ...LIST_FAULTS,
  ...SELECTOR_FAULTS,
  ...WRITE_FAULTS,
  ...STATUS_FAULTS,
  ...PATCH_FAULTS,
  ...PATCH_DETAIL_FAULTS,
  ...DELETE_FAULTS,
  ...DELETION_FAULTS,
  ...WATCH_FAULTS,
  ...WATCH_GUARANTEE_FAULTS,
  ...WIRE_FAULTS,
  ...VALIDATION_FAULTS,
  ...MEDIA_TYPE_FAULTS,
  ...WORLD_FAULTS,
  ...CONCURRENCY_FAULTS,
];
