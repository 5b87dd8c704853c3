import { CONTROL_LOOP_RULES } from './control-loops/index.ts';
import { CONCURRENCY_RULES } from './concurrency/index.ts';
import { CREATE_RULES } from './create/index.ts';
import { DELETE_RULES } from './delete/index.ts';
import { DELETE_COLLECTION_RULES } from './delete-collection/index.ts';
import { DISCOVERY_RULES } from './discovery/index.ts';
import { GET_RULES } from './get/index.ts';
import { LIST_RULES } from './list/index.ts';
import { MEDIA_TYPE_RULES } from './media-types/index.ts';
import { REPLACE_RULES } from './replace/index.ts';
import { PATCH_RULES } from './patch/index.ts';
import { WORLD_RULES } from './world/index.ts';
import type { Rule } from './rule.ts';
import { SELECTOR_RULES } from './selectors/index.ts';
import { STATUS_RULES } from './status/index.ts';
import { VALIDATION_RULES } from './validation/index.ts';
import { WATCH_RULES } from './watch/index.ts';

/** Every rule, family by family. */
export const RULES: readonly Rule[] = [
  ...DISCOVERY_RULES,
  ...MEDIA_TYPE_RULES,
  ...CREATE_RULES,
  ...GET_RULES,
  ...LIST_RULES,
  ...SELECTOR_RULES,
  ...REPLACE_RULES,
  ...STATUS_RULES,
  ...VALIDATION_RULES,
  ...PATCH_RULES,
  ...DELETE_RULES,
  ...DELETE_COLLECTION_RULES,
  ...WATCH_RULES,
  ...WORLD_RULES,
  ...CONCURRENCY_RULES,
  ...CONTROL_LOOP_RULES,
];
