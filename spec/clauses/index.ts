import { AUTHENTICATION } from './authentication.ts';
import type { Clause } from './clause.ts';
import { CONTAINER_STATUS } from './container-status.ts';
import { CONTAINER } from './container.ts';
import { CRON_JOB } from './cron-job.ts';
import {
  DEPLOYMENT,
  DEPLOYMENT_ROLLBACK,
  DEPLOYMENT_SPEC,
  DEPLOYMENT_STATUS,
  DEPLOYMENT_STRATEGY,
  ROLLING_UPDATE,
} from './deployment.ts';
import { ENDPOINTS } from './endpoints.ts';
import { ERRORS } from './errors.ts';
import { EVENTS } from './events.ts';
import { JOB } from './job.ts';
import { LIMITS } from './limits.ts';
import { MEDIA_TYPES } from './media-types.ts';
import { OBJECT_METADATA } from './object-metadata.ts';
import { OTHER_SHAPES } from './other-shapes.ts';
import { PARAMETERS } from './parameters.ts';
import { POD, POD_SPEC, POD_STATUS } from './pod.ts';
import { RESOURCES } from './resources.ts';
import { RULES } from './rules.ts';
import { SEMANTICS } from './semantics.ts';
import { STATES } from './states.ts';
import { VERSIONING } from './versioning.ts';
import { WHAT_THE_SERVICE_DOES } from './what-the-service-does.ts';

export type { Clause, ClauseLevel } from './clause.ts';
export { endpointClauseId } from './endpoints.ts';

/** Every statement of the document, in its order. */
export const CLAUSES: readonly Clause[] = [
  ...WHAT_THE_SERVICE_DOES,
  ...SEMANTICS,
  ...RESOURCES,
  ...OBJECT_METADATA,
  ...CONTAINER,
  ...CONTAINER_STATUS,
  ...POD,
  ...POD_SPEC,
  ...POD_STATUS,
  ...DEPLOYMENT,
  ...DEPLOYMENT_SPEC,
  ...DEPLOYMENT_STRATEGY,
  ...ROLLING_UPDATE,
  ...DEPLOYMENT_STATUS,
  ...DEPLOYMENT_ROLLBACK,
  ...CRON_JOB,
  ...JOB,
  ...OTHER_SHAPES,
  ...STATES,
  ...ENDPOINTS,
  ...MEDIA_TYPES,
  ...PARAMETERS,
  ...RULES,
  ...AUTHENTICATION,
  ...EVENTS,
  ...ERRORS,
  ...LIMITS,
  ...VERSIONING,
];

const BY_ID: ReadonlyMap<string, Clause> = new Map(CLAUSES.map((clause) => [clause.id, clause]));

export function clauseById(id: string): Clause | undefined {
  return BY_ID.get(id);
}
