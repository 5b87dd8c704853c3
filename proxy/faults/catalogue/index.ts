import type { Fault } from '../fault.ts';
import { COLLECTION_DELETE_FAULTS } from './collection-deletes.ts';
import { CONTROL_LOOP_FAULTS } from './control-loops.ts';
import { CORNER_FAULTS } from './corners.ts';
import { CREATE_FAULTS } from './create.ts';
import { DEFAULT_FAULTS } from './defaults.ts';
import { DELETE_FAULTS } from './delete.ts';
import { DELETION_FAULTS } from './deletions.ts';
import { HALF_FIXED_FAULTS } from './half-fixed.ts';
import { JSON_PATCH_LIST_FAULTS } from './json-patch-lists.ts';
import { LAGGING_READ_FAULTS } from './lagging-reads.ts';
import { LIST_FAULTS } from './lists.ts';
import { LOCK_MOMENT_FAULTS } from './lock-moments.ts';
import { LOST_WRITE_FAULTS } from './lost-writes.ts';
import { MEDIA_TYPE_FAULTS } from './media-types.ts';
import { MERGING_FAULTS } from './merging.ts';
import { METADATA_FAULTS } from './metadata.ts';
import { PATCH_OUTCOME_FAULTS } from './patch-outcomes.ts';
import { PATCH_FAULTS } from './patch.ts';
import { PROTOBUF_FAULTS } from './protobuf.ts';
import { RACING_LIFE_FAULTS } from './racing-lives.ts';
import { READ_FAULTS } from './read.ts';
import { REFUSED_OUTRIGHT_FAULTS } from './refused-outright.ts';
import { SELECTOR_FAULTS } from './selectors.ts';
import { SERVER_ERROR_FAULTS } from './server-errors.ts';
import { SHOWN_FAULTS } from './shown.ts';
import { SIDE_EFFECT_FAULTS } from './side-effects.ts';
import { SIZE_AND_SELECTION_FAULTS } from './sizes-and-selections.ts';
import { STATUS_FAULTS } from './status.ts';
import { TOO_STRICT_FAULTS } from './too-strict.ts';
import { UNUSUAL_INPUT_FAULTS } from './unusual-input.ts';
import { VALIDATION_FAULTS } from './validation.ts';
import { WATCH_END_FAULTS } from './watch-ends.ts';
import { WATCH_MOMENT_FAULTS } from './watch-moments.ts';
import { WATCH_READER_FAULTS } from './watch-readers.ts';
import { WATCH_RESUMPTION_FAULTS } from './watch-resumption.ts';
import { WATCH_SCOPE_FAULTS } from './watch-scopes.ts';
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
  ...REFUSED_OUTRIGHT_FAULTS,
  ...TOO_STRICT_FAULTS,
  ...SHOWN_FAULTS,
  ...LIST_FAULTS,
  ...SELECTOR_FAULTS,
  ...SIZE_AND_SELECTION_FAULTS,
  ...WRITE_FAULTS,
  ...LOCK_MOMENT_FAULTS,
  ...STATUS_FAULTS,
  ...PATCH_FAULTS,
  ...MERGING_FAULTS,
  ...JSON_PATCH_LIST_FAULTS,
  ...PATCH_OUTCOME_FAULTS,
  ...DELETE_FAULTS,
  ...DELETION_FAULTS,
  ...COLLECTION_DELETE_FAULTS,
  ...WATCH_FAULTS,
  ...WATCH_END_FAULTS,
  ...WATCH_MOMENT_FAULTS,
  ...WATCH_READER_FAULTS,
  ...WATCH_RESUMPTION_FAULTS,
  ...WATCH_SCOPE_FAULTS,
  ...WIRE_FAULTS,
  ...VALIDATION_FAULTS,
  ...SERVER_ERROR_FAULTS,
  ...MEDIA_TYPE_FAULTS,
  ...PROTOBUF_FAULTS,
  ...WORLD_FAULTS,
  ...LOST_WRITE_FAULTS,
  ...LAGGING_READ_FAULTS,
  ...RACING_LIFE_FAULTS,
  ...HALF_FIXED_FAULTS,
  ...SIDE_EFFECT_FAULTS,
  ...CORNER_FAULTS,
  ...UNUSUAL_INPUT_FAULTS,
  ...CONTROL_LOOP_FAULTS,
];
