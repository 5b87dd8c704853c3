import { describe, expect, it } from 'vitest';
import { SPEC } from '../../../spec/dialects/index.ts';
import { linesFrom, type Literal } from '../../checks/history-literals.fixture.ts';
import { NO_SCHEDULER, NOWHERE } from '../../oracle/objects/minimal-objects.ts';
import { historyOf } from '../../oracle/exchanges/history-of.ts';
import type { Json, JsonObject } from '../../oracle/json.ts';
import type { Rule } from '../rule.ts';
import { ruleById } from '../index.ts';

/** The time between lines, in milliseconds: longer than the rules give controllers to act. */
const EACH_MS = 4_000;

/** The outcomes of a rule on literals that are some seconds apart: `held`, or the cause of a violation; each once. */
function said(sentence: string, ...literals: readonly Literal[]): string[] {
  const rule: Rule | undefined = ruleById(`control-loops/${sentence}`);
  const history = historyOf(linesFrom(literals).map((line) => ({ ...line, t: line.t * EACH_MS })));
  const findings = [...(rule?.check(history, { choices: SPEC.choices }) ?? [])];
  return [...new Set(findings.map((finding) => (finding.outcome === 'violated' ? finding.cause : finding.outcome)))];
}

let versions = 0;

interface ObjectShape {
  readonly spec?: JsonObject;
  readonly status?: JsonObject;
  readonly metadata?: JsonObject;
}

function object(
  kind: string,
  apiVersion: string,
  name: string,
  { spec = {}, status = {}, metadata = {} }: ObjectShape,
): JsonObject {
  versions += 1;
  return {
    kind,
    apiVersion,
    metadata: { name, namespace: 'a', uid: `uid-${name}`, resourceVersion: `${versions}`, ...metadata },
    spec,
    status,
  };
}

const template = (image = 'x:1'): JsonObject => ({
  metadata: { labels: { of: 'd' } },
  spec: { containers: [{ name: 'c', image }] },
});
const owned = (by: string): JsonObject => ({
  ownerReferences: [{ apiVersion: 'x/v1', kind: 'X', name: by, uid: `uid-${by}` }],
});

const deployment = ({ spec, ...rest }: ObjectShape & { readonly image?: string } = {}): JsonObject =>
  object('Deployment', 'apps/v1beta1', 'd', {
    ...rest,
    spec: { replicas: 4, selector: { matchLabels: { of: 'd' } }, template: template(rest.image), ...spec },
  });
const set = (
  name: string,
  {
    image = 'x:1',
    replicas = 4,
    metadata = owned('d'),
  }: { readonly image?: string; readonly replicas?: number; readonly metadata?: JsonObject } = {},
): JsonObject =>
  object('ReplicaSet', 'extensions/v1beta1', name, {
    metadata,
    spec: { replicas, selector: { matchLabels: { of: 'd' } }, template: template(image) },
  });
const pod = (name: string, shape: ObjectShape = {}): JsonObject =>
  object('Pod', 'v1', name, { ...shape, spec: { containers: [{ name: 'c', image: 'x:1' }], ...shape.spec } });

const PATHS: Readonly<Record<string, string>> = {
  Deployment: '/apis/apps/v1beta1/namespaces/a/deployments',
  ReplicaSet: '/apis/extensions/v1beta1/namespaces/a/replicasets',
  Pod: '/api/v1/namespaces/a/pods',
  Job: '/apis/batch/v1/namespaces/a/jobs',
  CronJob: '/apis/batch/v2alpha1/namespaces/a/cronjobs',
};

const pathOf = (one: JsonObject): string => PATHS[String(one['kind'])] ?? '';
const nameOf = (one: JsonObject): string => String((one['metadata'] as JsonObject)['name']);
const create = (one: JsonObject): Literal => ({ send: `POST ${pathOf(one)}`, body: one, response: [200, one] });
const get = (one: JsonObject): Literal => ({ send: `GET ${pathOf(one)}/${nameOf(one)}`, response: [200, one] });
const patch = (body: JsonObject, one: JsonObject): Literal => ({
  send: `PATCH ${pathOf(one)}/${nameOf(one)}`,
  headers: [['Content-Type', 'application/merge-patch+json']],
  body,
  response: [200, one],
});
const list = (kind: string, items: readonly Json[], query = ''): Literal => ({
  send: `GET ${PATHS[kind] ?? ''}${query}`,
  response: [200, { kind: `${kind}List`, metadata: { resourceVersion: '9' }, items }],
});
const watched = (kind: string, objects: readonly JsonObject[]): Literal[] => [
  { open: `GET ${PATHS[kind] ?? ''}?watch=true`, as: kind },
  ...objects.map((one): Literal => ({ event: kind, type: 'MODIFIED', object: one })),
  { end: kind },
];

describe('a deployment with an active controller', () => {
  it('has replica sets with its own template and pods that it selects', () => {
    expect(said('deployment-makes-a-replica-set', create(deployment()), list('ReplicaSet', [set('s')]))).toEqual([
      'held',
    ]);
    expect(
      said('deployment-makes-a-replica-set', create(deployment()), list('ReplicaSet', [set('s', { image: 'other' })])),
    ).toEqual(['another pod template']);
    // If the create or a generation of a deployment was not seen, a replica set may be of an earlier template.
    const later = deployment({ image: 'later', metadata: { generation: 3 } });
    expect(said('deployment-makes-a-replica-set', get(later), list('ReplicaSet', [set('s')]))).toEqual([]);
    const first = deployment({ image: 'first', metadata: { generation: 1 } });
    expect(said('deployment-makes-a-replica-set', create(first), get(later), list('ReplicaSet', [set('s')]))).toEqual(
      [],
    );
    const elsewhere = deployment({ spec: { selector: { matchLabels: { of: 'another' } } } });
    expect(said('deployment-makes-a-replica-set', create(elsewhere), list('ReplicaSet', [set('s')]))).toEqual([
      'pods that the deployment does not select',
    ]);
    expect(
      said('deployment-makes-a-replica-set', create(deployment()), list('ReplicaSet', [set('s', { metadata: {} })])),
    ).toEqual([]);
  });

  it('carries its revision', () => {
    const revised = (revision: string, domain = 'kubernetes.io'): JsonObject =>
      deployment({ metadata: { annotations: { [`deployment.${domain}/revision`]: revision } } });
    const made = [create(deployment()), list('ReplicaSet', [set('s')])];
    expect(said('deployment-carries-its-revision', ...made, get(revised('1')), get(revised('1')))).toEqual(['held']);
    const elsewhere = get(revised('1', 'example.com'));
    expect(said('deployment-carries-its-revision', ...made, elsewhere, elsewhere)).toEqual(['held']);
    expect(said('deployment-carries-its-revision', ...made, get(revised('one')), get(revised('one')))).toEqual([
      'no revision',
    ]);
    expect(said('deployment-carries-its-revision', create(deployment()), get(deployment()))).toEqual([]);
  });

  it('adopts only replica sets that it selects and that have no other controller', () => {
    const alone = set('s', { metadata: { labels: { of: 'd' } } });
    const made = [create(alone), create(deployment())];
    expect(said('deployment-takes-existing-replica-sets', ...made, get(set('s')))).toEqual(['held']);
    expect(said('deployment-takes-existing-replica-sets', ...made, get(alone), get(alone))).toEqual([
      'an existing replica set is left alone',
    ]);
    expect(
      said(
        'deployment-takes-existing-replica-sets',
        create(set('s', { metadata: { labels: { of: 'b' } } })),
        create(deployment()),
      ),
    ).toEqual([]);
  });

  it('starts no rollout while it is paused', () => {
    const paused = deployment({ spec: { paused: true, template: template('x:2') } });
    const story = (...sets: readonly JsonObject[]): Literal[] => [
      create(deployment()),
      list('ReplicaSet', [set('s')]),
      patch({ spec: { paused: true } }, paused),
      get(paused),
      get(paused),
      list('ReplicaSet', sets),
    ];
    expect(said('paused-deployment-rolls-nothing-out', ...story(set('s')))).toEqual(['held']);
    expect(said('paused-deployment-rolls-nothing-out', ...story(set('s'), set('t', { image: 'x:2' })))).toEqual([
      'rolled out while paused',
    ]);
  });

  it('reports a missed deadline, but not while it is paused', () => {
    const late = (spec: JsonObject, exceeded: boolean): JsonObject =>
      deployment({
        spec: { progressDeadlineSeconds: 2, ...spec },
        status: {
          observedGeneration: 1,
          conditions: exceeded ? [{ type: 'Progressing', reason: 'ProgressDeadlineExceeded' }] : [],
        },
      });
    const story = (spec: JsonObject, exceeded: boolean): Literal[] => [
      create(late(spec, false)),
      ...[1, 2, 3].map(() => get(late(spec, exceeded))),
    ];
    expect(said('progress-deadline-shows', ...story({}, true))).toEqual(['held']);
    expect(said('progress-deadline-shows', ...story({}, false))).toEqual(['no condition']);
    expect(said('progress-deadline-shows', ...story({ paused: true }, false))).toEqual([]);
    expect(said('paused-deployment-misses-no-deadline', ...story({ paused: true }, false))).toEqual(['held']);
    expect(said('paused-deployment-misses-no-deadline', ...story({ paused: true }, true))).toEqual([
      'progress is estimated while paused',
    ]);
    expect(said('paused-deployment-misses-no-deadline', ...story({}, true))).toEqual([]);
    // A client may have written it before the recording began.
    const known = late({ paused: true }, true);
    expect(said('paused-deployment-misses-no-deadline', patch({ metadata: {} }, known), get(known))).toEqual([]);
  });

  it('keeps no more replica sets than its limit', () => {
    const limited = deployment({ spec: { revisionHistoryLimit: 1 } });
    const story = (...names: readonly string[]): Literal[] => [
      create(limited),
      get(limited),
      get(limited),
      list(
        'ReplicaSet',
        names.map((name) => set(name)),
      ),
    ];
    expect(said('revision-history-is-limited', ...story('s', 't'))).toEqual(['held']);
    expect(said('revision-history-is-limited', ...story('s', 't', 'u'))).toEqual(['more are kept than the limit']);
  });

  it('restores the template of the revision, and ends the rollback', () => {
    const asked = deployment({ spec: { template: template('x:2'), rollbackTo: { revision: 1 } } });
    const story = (last: JsonObject): Literal[] => [
      create(deployment()),
      patch({ spec: { rollbackTo: { revision: 1 } } }, asked),
      get(last),
      get(last),
      get(last),
    ];
    expect(said('rollback-ends', ...story(deployment()))).toEqual(['held']);
    expect(said('rollback-ends', ...story(deployment({ spec: { rollbackTo: null } })))).toEqual(['held']);
    expect(said('rollback-ends', ...story(asked))).toEqual(['rollbackTo stays']);
    expect(said('rollback-ends', ...story(deployment({ spec: { template: template('x:2') } })))).toEqual([
      'another template',
    ]);
  });

  it('keeps the bounds of its strategy', () => {
    const rolling = deployment({
      spec: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '30%', maxUnavailable: '30%' } } },
    });
    const story = (made: JsonObject, ...steps: readonly (readonly [string, number])[]): Literal[] => [
      create(made),
      ...watched(
        'ReplicaSet',
        steps.map(([name, replicas]) => set(name, { replicas })),
      ),
    ];
    expect(said('rolling-update-keeps-its-bounds', ...story(rolling, ['s', 4], ['t', 2], ['s', 3]))).toEqual(['held']);
    expect(said('rolling-update-keeps-its-bounds', ...story(rolling, ['s', 4], ['t', 3]))).toEqual([
      'more than maxSurge allows',
    ]);
    expect(said('rolling-update-keeps-its-bounds', ...story(rolling, ['s', 4], ['s', 2]))).toEqual([
      'fewer than maxUnavailable allows',
    ]);
    const recreate = deployment({ spec: { strategy: { type: 'Recreate' } } });
    expect(said('recreate-ends-the-old-first', ...story(recreate, ['s', 4], ['s', 0], ['t', 4]))).toEqual(['held']);
    expect(said('recreate-ends-the-old-first', ...story(recreate, ['s', 4], ['t', 1]))).toEqual([
      'old and new at the same time',
    ]);
  });
});

describe('a job with an active controller', () => {
  const job = (shape: ObjectShape): JsonObject => object('Job', 'batch/v1', 'j', shape);
  const cronJob = (name: string, spec: JsonObject, status: JsonObject = {}): JsonObject =>
    object('CronJob', 'batch/v2alpha1', name, {
      spec: { schedule: '* * * * *', jobTemplate: { spec: { parallelism: 0 } }, ...spec },
      status,
    });
  const run = (name: string, of: string, parallelism = 0): JsonObject =>
    object('Job', 'batch/v1', name, { metadata: owned(of), spec: { parallelism } });

  it('shows its start time and its number of active pods', () => {
    const story = (status: JsonObject): Literal[] => [
      create(job({})),
      list('Pod', [pod('p', { metadata: owned('j') })], '?labelSelector=job-name=j'),
      get(job({ status })),
    ];
    expect(said('job-shows-what-is-active', ...story({ active: 1, startTime: '2017-01-01T00:00:00Z' }))).toEqual([
      'held',
    ]);
    expect(said('job-shows-what-is-active', ...story({ active: 2, startTime: '2017-01-01T00:00:00Z' }))).toEqual([
      'another number of active pods',
    ]);
    expect(said('job-shows-what-is-active', ...story({ active: 1 }))).toEqual(['no startTime']);
  });

  it('is created from the template of a cron job, and is active in it', () => {
    const active = { lastScheduleTime: '2017-01-01T00:00:00Z', active: [{ uid: 'uid-r' }] };
    const story = (made: JsonObject, status: JsonObject): Literal[] => [
      create(cronJob('c', {})),
      list('Job', [made]),
      get(cronJob('c', {}, status)),
      get(cronJob('c', {}, status)),
    ];
    const named = (name: string): JsonObject => ({ ...active, active: [{ kind: 'Job', namespace: 'a', name }] });
    expect(said('cron-job-makes-jobs', ...story(run('r', 'c'), active))).toEqual(['held']);
    expect(said('cron-job-makes-jobs', ...story(run('r', 'c'), named('r')))).toEqual(['held']);
    expect(said('cron-job-makes-jobs', ...story(run('r', 'c'), named('s')))).toEqual(['a job that runs is not active']);
    expect(said('cron-job-makes-jobs', ...story(run('r', 'c', 5), active))).toEqual(['another spec than the template']);
    expect(said('cron-job-makes-jobs', ...story(run('r', 'c'), {}))).toEqual(['a job that runs is not active']);
  });

  it('is not created for a suspended cron job', () => {
    const story = (...jobs: readonly JsonObject[]): Literal[] => [
      create(cronJob('off', { suspend: true })),
      create(cronJob('on', {})),
      list('Job', jobs),
      get(cronJob('off', { suspend: true })),
    ];
    expect(said('suspended-cron-job-makes-none', ...story(run('r', 'on')))).toEqual(['held']);
    expect(said('suspended-cron-job-makes-none', ...story(run('r', 'off')))).toEqual([
      'a suspended cron job made a job',
    ]);
    expect(said('suspended-cron-job-makes-none', ...story())).toEqual([]);
  });

  it('overlaps with another of its cron job as the concurrency policy says', () => {
    const [first, second] = [run('r1', 'c'), run('r2', 'c')];
    const proof = [run('o1', 'other'), run('o2', 'other')];
    const story = (concurrencyPolicy: string, shown: readonly JsonObject[], kept = shown): Literal[] => [
      create(cronJob('other', { concurrencyPolicy: 'Allow' })),
      create(cronJob('c', { concurrencyPolicy })),
      list('Job', [...proof, ...shown]),
      ...Array.from({ length: 4 }, () => get(cronJob('c', { concurrencyPolicy }))),
      list('Job', [...proof, ...kept]),
    ];
    const said3 = (...literals: readonly Literal[]): string[] => said('concurrency-policy-holds', ...literals);
    expect(said3(...story('Allow', [first, second]))).toEqual(['held']);
    expect(said3(...story('Allow', [first]))).toEqual(['held', 'no job starts beside another with Allow']);
    expect(said3(...story('Allow', [first, second], [second]))).toEqual([
      'held',
      'a running job is removed with Allow',
    ]);
    expect(said3(...story('Forbid', [first]))).toEqual(['held']);
    expect(said3(...story('Forbid', [first, second]))).toEqual(['held', 'a job starts beside another with Forbid']);
    expect(said3(...story('Replace', [first, second], [second]))).toEqual(['held']);
    expect(said3(...story('Replace', [first, second]))).toEqual(['held', 'a running job is not replaced with Replace']);
    // A controller that started no second run for any cron job has shown nothing about policies.
    const silent = [create(cronJob('c', { concurrencyPolicy: 'Forbid' })), list('Job', [first]), list('Job', [first])];
    expect(said3(...silent)).toEqual([]);
  });

  it('does not start after the deadline of its cron job', () => {
    const made = (name: string, of: string, creationTimestamp: string): JsonObject =>
      object('Job', 'batch/v1', name, { metadata: { ...owned(of), creationTimestamp } });
    const yearly = { schedule: '0 0 1 1 *' };
    const story = (...jobs: readonly JsonObject[]): Literal[] => [
      create(cronJob('long', { ...yearly, startingDeadlineSeconds: 40_000_000 })),
      create(cronJob('short', { ...yearly, startingDeadlineSeconds: 10 })),
      list('Job', jobs),
      get(cronJob('short', { ...yearly, startingDeadlineSeconds: 10 })),
    ];
    const inTime = made('r', 'long', '2017-06-01T00:00:00Z');
    const rule = 'missed-run-heeds-its-deadline';
    expect(said(rule, ...story(inTime))).toEqual(['held']);
    expect(said(rule, ...story(inTime, made('s', 'short', '2017-06-01T00:00:00Z')))).toEqual([
      'a missed run starts after its deadline',
    ]);
    // The document names no time zone: on the first of January the run may be due now.
    expect(said(rule, ...story(inTime, made('s', 'short', '2017-01-01T10:00:00Z')))).toEqual([]);
    expect(said(rule, ...story(inTime, made('s', 'short', '2016-12-31T12:00:00Z')))).toEqual([]);
    expect(said(rule, ...story())).toEqual([]);
    // Before its schedule became yearly, it may have been due at any time.
    const changed = patch({}, cronJob('short', { startingDeadlineSeconds: 10 }));
    expect(said(rule, changed, ...story(made('s', 'short', '2017-06-01T00:00:00Z')))).toEqual([]);
  });

  it('is kept after its end as the history limits say', () => {
    const ended = (name: string, type: string): JsonObject =>
      object('Job', 'batch/v1', name, {
        metadata: owned('c'),
        status: { conditions: [{ type, status: 'True' }] },
      });
    const story = (type: string, limits: JsonObject, shown: number, kept: number): Literal[] => {
      const jobs = Array.from({ length: shown }, (_, index) => ended(`r${index}`, type));
      const present = get(cronJob('c', limits));
      return [
        create(cronJob('c', limits)),
        list('Job', jobs),
        ...Array.from({ length: 4 }, () => present),
        list('Job', jobs.slice(shown - kept)),
      ];
    };
    const rule = 'job-history-is-limited';
    expect(said(rule, ...story('Complete', { successfulJobsHistoryLimit: 1 }, 2, 1))).toEqual(['held']);
    expect(said(rule, ...story('Failed', { failedJobsHistoryLimit: 0 }, 1, 0))).toEqual(['held']);
    expect(said(rule, ...story('Complete', { successfulJobsHistoryLimit: 1 }, 2, 2))).toEqual([
      'more are kept than the limit',
    ]);
    expect(said(rule, ...story('Failed', { failedJobsHistoryLimit: 1 }, 1, 0))).toEqual([
      'a finished job is removed within the limit',
    ]);
    expect(said(rule, ...story('Complete', { failedJobsHistoryLimit: 0 }, 1, 1))).toEqual([]);
  });
});

describe('a pod that a scheduler and a node act on', () => {
  const hosted = (name: string, spec: JsonObject = {}): JsonObject => pod(name, { spec: { nodeName: 'n', ...spec } });

  it('is given one host', () => {
    expect(said('pod-is-given-a-host', create(pod('p')), get(hosted('p')))).toEqual(['held']);
    expect(said('pod-is-given-a-host', create(pod('p')), get(pod('p')), get(pod('p')))).toEqual(['no host']);
    expect(
      said('pod-is-given-a-host', create(pod('p')), get(hosted('p')), get(hosted('p', { nodeName: 'm' }))),
    ).toEqual(['another host']);
  });

  it('gets no node if none matches its requirements', () => {
    for (const [asks, cause] of [
      [{ nodeSelector: NOWHERE }, 'a host without the labels'],
      [{ schedulerName: NO_SCHEDULER }, 'another scheduler took it'],
    ] as const) {
      const made = [create(pod('p', { spec: asks })), create(pod('q')), get(hosted('q'))];
      expect(said('pod-waits-for-what-it-asks-for', ...made, get(pod('p', { spec: asks })))).toEqual(['held']);
      expect(said('pod-waits-for-what-it-asks-for', ...made, get(hosted('p', asks)))).toEqual([cause]);
    }
  });

  it('has a status for each container', () => {
    const status = (one: JsonObject): JsonObject => ({
      phase: 'Pending',
      startTime: '2017-01-01T00:00:00Z',
      containerStatuses: [{ name: 'c', image: 'x:1', state: { waiting: {} }, ...one }],
    });
    const story = (shown: JsonObject): Literal[] => [create(pod('p')), get({ ...hosted('p'), status: shown })];
    expect(said('node-reports-on-containers', ...story(status({})))).toEqual(['held']);
    expect(said('node-reports-on-containers', ...story({ ...status({}), phase: '' }))).toEqual(['no phase']);
    expect(said('node-reports-on-containers', ...story({ ...status({}), reason: 'not camel' }))).toEqual([
      'reason is not in CamelCase',
    ]);
    expect(said('node-reports-on-containers', ...story(status({ name: 'd' })))).toEqual([
      'containerStatuses are not one for each',
    ]);
    expect(said('node-reports-on-containers', ...story(status({ image: '' })))).toEqual([
      'containerStatuses have no image or no state',
    ]);
    expect(said('node-reports-on-containers', ...story(status({ restartCount: 5 })))).toEqual(['held']);
    expect(said('node-reports-on-containers', ...story(status({ restartCount: 6 })))).toEqual([
      'containerStatuses count further than 5',
    ]);
    expect(said('node-reports-on-containers', ...story({}))).toEqual([]);
    expect(
      said('node-reports-on-containers', create(pod('p')), get(pod('p', { status: status({ name: 'd' }) }))),
    ).toEqual([]);
  });

  it('ends at its active deadline', () => {
    const running = (name: string, spec: JsonObject = {}, status: JsonObject = {}): JsonObject => ({
      ...hosted(name, spec),
      status: { phase: 'Running', startTime: '2017-01-01T00:00:00Z', ...status },
    });
    const spec = { activeDeadlineSeconds: 2 };
    const wait = [list('Job', []), list('Job', []), list('Job', [])];
    const story = (last: JsonObject): Literal[] => [
      create(pod('p', { spec })),
      create(pod('q')),
      get(running('p', spec)),
      get(running('q')),
      ...wait,
      get(last),
      get(running('q')),
    ];
    const ended = running('p', spec, { phase: 'Failed', reason: 'DeadlineExceeded' });
    expect(said('pod-ends-at-its-active-deadline', ...story(ended))).toEqual(['held']);
    const gone = pod('p', { ...running('p', spec), metadata: { deletionTimestamp: '2017-01-01T00:00:09Z' } });
    expect(said('pod-ends-at-its-active-deadline', ...story(gone))).toEqual(['held']);
    expect(said('pod-ends-at-its-active-deadline', ...story(running('p', spec)))).toEqual([
      'a pod goes on beyond its active deadline',
    ]);
    const brief = { ...spec, restartPolicy: 'Never' };
    expect(
      said('pod-ends-at-its-active-deadline', create(pod('p', { spec: brief })), ...wait, get(running('p', brief))),
    ).toEqual([]);
  });
});
