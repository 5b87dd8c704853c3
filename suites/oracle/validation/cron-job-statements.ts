import { RESOURCES } from '../../../spec/surface/resources.ts';
import { always, type Statement } from './statement.ts';

const NOT_CRON = ['every day', 'a b c d e', '* * *', '60 * * * *', '* 24 * * *', '* * 32 * *', '* * * 13 *', '0 0 0'];

export const CRON_JOB_STATEMENTS: readonly Statement[] = [
  {
    id: 'schedule-is-in-cron-format',
    says: 'A schedule that is not in the format of cron is refused.',
    cites: ['cron-job-spec.schedule.1'],
    resources: RESOURCES.filter(({ plural }) => plural === 'cronjobs'),
    breaks: () => NOT_CRON.map((to) => [{ set: '/spec/schedule', to }]),
    field: 'schedule',
    refused: always,
  },
];
