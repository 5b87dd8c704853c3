import { objectAt, walk } from '../../bend.ts';
import type { Bendable, Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { ofKind, STATUS_WRITES } from '../../requests.ts';
import { asSent, BODIED, changedByStored, forgiving, membersOf, refusing, sending } from '../../ways.ts';
import { boundsOf, isZero, refusingSpecs } from './bend-specs.ts';

/** Removes a member of an object if it is 0. */
function dropZero(object: Bendable | undefined, member: string): void {
  if (object?.[member] === 0) delete object[member];
}

/** Makes a number beside a percentage one too. */
function countInPercent(body: Bendable): void {
  const bounds = boundsOf(body);
  const { maxSurge, maxUnavailable } = bounds ?? {};
  if (bounds === undefined) return;
  if (typeof maxSurge === 'number' && typeof maxUnavailable === 'string') bounds['maxSurge'] = `${maxSurge}%`;
  if (typeof maxSurge === 'string' && typeof maxUnavailable === 'number')
    bounds['maxUnavailable'] = `${maxUnavailable}%`;
}

/** The last second that 32 bits count. */
const LAST_SECOND = 2 ** 31 - 1;

/** Counts the seconds of the times in a body in 32 bits. */
function wrapTimes(body: Bendable): void {
  walk(body, (inner) => {
    for (const [key, time] of Object.entries(inner)) {
      const ms = /Time(?:stamp)?$/.test(key) && typeof time === 'string' ? Date.parse(time) : Number.NaN;
      if (ms / 1000 > LAST_SECOND) inner[key] = `${new Date(ms - 2 ** 32 * 1000).toISOString().slice(0, 19)}Z`;
    }
  });
}

/** Whether both bounds of a rolling update are zero, and one of them is written as a percentage. */
function hasZeroPercent(body: unknown): boolean {
  const { maxSurge, maxUnavailable } = boundsOf(body) ?? {};
  const bounds = [maxSurge, maxUnavailable];
  return bounds.every(isZero) && bounds.includes('0%');
}

/** Faults of values at a limit, zeros among them: legal ones that are not stored, and illegal ones that are. */
export const LIMITS_AND_ZEROS: readonly Fault[] = faults({
  // RollingUpdateDeployment: "each an absolute number or a percentage string".
  'unavailable-hundred-percent-is-refused': {
    summary: 'the server refuses to create or replace a Deployment whose maxUnavailable is `100%`',
    caughtBy: 'validation/legal-values-are-accepted',
    hooks: refusing(
      (request) => ofKind('Deployment', BODIED)(request) && boundsOf(request.json)?.['maxUnavailable'] === '100%',
      422,
      'Invalid',
    ),
  },
  // RollingUpdateDeployment, as above: one may be a number, and the other a percentage.
  'number-beside-a-percentage-becomes-a-percentage': {
    summary:
      'creates and PUTs of a Deployment make the number in maxSurge or maxUnavailable a percentage if the other is one',
    caughtBy: 'validation/full-objects-are-stored',
    hooks: sending(ofKind('Deployment', BODIED), countInPercent),
  },
  // Errors 5: "`maxSurge` and `maxUnavailable` cannot both be 0."
  'patch-to-two-zeros-makes-one-unavailable': {
    summary: 'a PATCH that leaves maxSurge and maxUnavailable both 0 succeeds and stores 1 as maxUnavailable',
    caughtBy: 'validation/max-surge-and-max-unavailable-are-not-both-zero',
    hooks: changedByStored(ofKind('Deployment', 'patch'), (body, stored) => {
      const sent = boundsOf(body);
      const { maxSurge, maxUnavailable } = { ...boundsOf(stored), ...sent };
      if (sent !== undefined && isZero(maxSurge) && isZero(maxUnavailable)) sent['maxUnavailable'] = 1;
    }),
  },
  // Errors 5, as above: each may be a percentage, `0%` among them.
  'zero-percent-counts-as-more-than-none': {
    summary: 'a create or PUT of a Deployment whose bounds are 0 and `0%` returns it as if it were stored',
    caughtBy: 'validation/max-surge-and-max-unavailable-are-not-both-zero',
    hooks: forgiving(
      (request) => ofKind('Deployment', BODIED)(request) && hasZeroPercent(request.json),
      [400, 422],
      asSent,
    ),
  },
  // PodSpec, activeDeadlineSeconds: "Positive".
  'active-deadline-of-one-second-is-refused': {
    summary: 'the server refuses to create an object whose pod spec has an activeDeadlineSeconds of 1',
    caughtBy: 'validation/full-objects-are-stored',
    hooks: refusingSpecs('create', (spec) => spec['activeDeadlineSeconds'] === 1),
  },
  // Container, name: "DNS_LABEL", which has up to 63 characters.
  'container-names-of-63-characters-refused': {
    summary: 'the server refuses a write that has a container whose name is 63 characters long',
    caughtBy: 'validation/legal-values-are-accepted',
    hooks: refusingSpecs([...BODIED, 'patch'], (spec) =>
      membersOf(spec, 'containers').some(({ name }) => typeof name === 'string' && name.length === 63),
    ),
  },
  // PodSpec, terminationGracePeriodSeconds: "Non-negative; 0 means delete immediately; default 30".
  'put-of-a-daemon-set-defaults-a-grace-of-zero': {
    summary: 'a PUT of a DaemonSet stores 30 for a terminationGracePeriodSeconds of 0 in its template',
    caughtBy: 'validation/full-objects-are-stored',
    hooks: sending(ofKind('DaemonSet', 'replace'), (body) =>
      dropZero(objectAt(body, 'spec', 'template', 'spec'), 'terminationGracePeriodSeconds'),
    ),
  },
  // CronJobSpec, failedJobsHistoryLimit: "Finished failed jobs kept; pointer".
  'put-loses-a-failed-jobs-limit-of-zero': {
    summary: 'a PUT of a CronJob takes a failedJobsHistoryLimit of 0 for an absent one',
    caughtBy: 'validation/full-objects-are-stored',
    hooks: sending(ofKind('CronJob', 'replace'), (body) => dropZero(objectAt(body, 'spec'), 'failedJobsHistoryLimit')),
  },
  // PodStatus, startTime: "RFC 3339", which knows years after 2038.
  'times-after-2038-wrap-around': {
    summary: 'creates, PUTs and writes of /status store a time after January 2038 as one 136 years earlier',
    caughtBy: 'validation/full-objects-are-stored',
    hooks: sending([...BODIED, ...STATUS_WRITES], wrapTimes),
  },
});
