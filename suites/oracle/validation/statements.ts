import { CRON_JOB_STATEMENTS } from './cron-job-statements.ts';
import { DEPLOYMENT_STATEMENTS } from './deployment-statements.ts';
import { POD_SPEC_STATEMENTS } from './pod-spec-statements.ts';
import type { Statement } from './statement.ts';
import { TYPE_STATEMENTS } from './type-statements.ts';

export type { Statement } from './statement.ts';

/**
 * Every statement of the document by which a create, and a replace or patch to that effect, is to be refused. Where the document
 * forbids nothing there is no statement, whatever real servers refuse.
 */
export const STATEMENTS: readonly Statement[] = [
  ...POD_SPEC_STATEMENTS,
  ...DEPLOYMENT_STATEMENTS,
  ...CRON_JOB_STATEMENTS,
  ...TYPE_STATEMENTS,
];
