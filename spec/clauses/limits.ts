import type { Clause } from './clause.ts';
import { FLAT, NOT_SHOWN, NO_IMAGE, clauses } from './rows.ts';

const MESSAGES = `Only a container that has run leaves a termination message: ${NO_IMAGE}.`;

export const LIMITS: readonly Clause[] = clauses('Limits', [
  [
    'limits.termination-message.1',
    'A termination message above 4096 bytes is truncated by the node.',
    'must',
    FLAT,
    MESSAGES,
  ],
  [
    'limits.termination-message.2',
    'The termination messages of all containers of a pod hold at most 12 KB together.',
    'must',
    FLAT,
    MESSAGES,
  ],
  [
    'limits.termination-message-from-logs',
    'A termination message taken from logs holds at most 2048 bytes or 80 lines, whichever is less.',
    'must',
    FLAT,
    MESSAGES,
  ],
  ['limits.restart-count', 'restartCount is at most 5, because dead containers are collected.'],
  ['limits.termination-grace-period-seconds', 'terminationGracePeriodSeconds is 30 by default.'],
  ['limits.progress-deadline-seconds', 'progressDeadlineSeconds of a Deployment is 600 by default.'],
  ['limits.revision-history-limit', 'revisionHistoryLimit of a Deployment is 2 by default.'],
  ['limits.max-surge-and-max-unavailable', 'maxSurge and maxUnavailable are 25% by default.'],
  ['limits.active-deadline-seconds', 'activeDeadlineSeconds is a positive integer.'],
  ['limits.grace-period-seconds', 'gracePeriodSeconds is an int32 that is not negative.'],
  ['limits.timeout-seconds', 'timeoutSeconds of lists and watches is an int32.'],
  [
    'limits.unstated',
    'The document does not show rate limits, the largest page or request, or the longest name.',
    'silent',
    NOT_SHOWN,
  ],
]);
