import { DEPLOYMENT_TYPES } from './deployment-types.ts';
import type { Schemas } from './schema.ts';
import { types } from './types.ts';

/** The types of apps/v1beta1. */
export const APPS_V1BETA1: Schemas = types('apps/v1beta1', DEPLOYMENT_TYPES);
