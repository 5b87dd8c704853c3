import { APPS_V1BETA1 } from './apps-v1beta1.ts';
import { BATCH_V1 } from './batch-v1.ts';
import { BATCH_V2ALPHA1 } from './batch-v2alpha1.ts';
import { CORE_V1 } from './core-v1.ts';
import { EXTENSIONS_V1BETA1 } from './extensions-v1beta1.ts';
import { META_V1 } from './meta-v1.ts';
import { MORE_KINDS } from './more-kinds.ts';
import { SCALARS } from './scalars.ts';
import type { Schemas } from './schema.ts';

/** Every type of every kind in the document, nested types included, and of the kinds that servers offer beyond it. */
export const SCHEMAS: Schemas = {
  ...SCALARS,
  ...META_V1,
  ...CORE_V1,
  ...EXTENSIONS_V1BETA1,
  ...APPS_V1BETA1,
  ...BATCH_V1,
  ...BATCH_V2ALPHA1,
  ...MORE_KINDS,
};
