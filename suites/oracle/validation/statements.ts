import { CRON_JOB_STATEMENTS } from './cron-job-statements.ts';
import { DEPLOYMENT_STATEMENTS } from './deployment-statements.ts';
import { POD_SPEC_STATEMENTS } from './pod-spec-statements.ts';
import type { Statement } from './statement.ts';
import { TYPE_STATEMENTS } from './type-statements.ts';

export type { Statement } from './statement.ts';

/**
 * Every statement of the document that requires a server to refuse a create, or a replace or patch to the same
 * effect. There is no statement for objects that only real servers refuse.
 */
export const STATEMENTS: readonly Statement[] = [
  ...POD_SPEC_STATEMENTS,
  ...DEPLOYMENT_STATEMENTS,
  ...CRON_JOB_STATEMENTS,
  ...TYPE_STATEMENTS,
];
