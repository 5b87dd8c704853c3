import type { Fault } from '../fault.ts';
import { CONCURRENCY_FAULTS } from './concurrency/index.ts';
import { CONTROL_LOOPS_FAULTS } from './control-loops.ts';
import { CREATE_FAULTS } from './create/index.ts';
import { DELETE_FAULTS } from './delete/index.ts';
import { DELETE_COLLECTION_FAULTS } from './delete-collection/index.ts';
import { DISCOVERY_FAULTS } from './discovery.ts';
import { GET_FAULTS } from './get/index.ts';
import { LIST_FAULTS } from './list/index.ts';
import { MEDIA_TYPES_FAULTS } from './media-types/index.ts';
import { PATCH_FAULTS } from './patch/index.ts';
import { QUIET_FAULTS } from './quiet.ts';
import { REPLACE_FAULTS } from './replace/index.ts';
import { SELECTORS_FAULTS } from './selectors/index.ts';
import { STATUS_FAULTS } from './status/index.ts';
import { VALIDATION_FAULTS } from './validation/index.ts';
import { WATCH_FAULTS } from './watch/index.ts';
import { WORLD_FAULTS } from './world/index.ts';

/** Every fault, by the family of the rule that finds it, and those that only a quiet server shows. */
export const FAULTS: readonly Fault[] = [
  ...CONCURRENCY_FAULTS,
  ...CONTROL_LOOPS_FAULTS,
  ...CREATE_FAULTS,
  ...DELETE_FAULTS,
  ...DELETE_COLLECTION_FAULTS,
  ...DISCOVERY_FAULTS,
  ...GET_FAULTS,
  ...LIST_FAULTS,
  ...MEDIA_TYPES_FAULTS,
  ...PATCH_FAULTS,
  ...QUIET_FAULTS,
  ...REPLACE_FAULTS,
  ...SELECTORS_FAULTS,
  ...STATUS_FAULTS,
  ...VALIDATION_FAULTS,
  ...WATCH_FAULTS,
  ...WORLD_FAULTS,
];
