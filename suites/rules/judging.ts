/** The vocabulary of checks: responses and findings. */
export * from '../checks/findings.ts';
export * from '../checks/responses.ts';
