import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { isObject, madePath, metadataOf, objectAt, objectPath, succeeded } from '../bend.ts';
import type { Bendable, UpstreamClient, Variant } from '../fault.ts';
import { variants } from '../named.ts';
import { update, type Written } from './locked-update.ts';
import { isOne, ofKind, type Which } from '../requests.ts';
import { conditionsOf, presentTime, responding } from '../ways.ts';
import { afterwards } from './acting.ts';

/** Hooks of a server whose controllers act on an object after some writes. */
function controlling(
  which: Which,
  act: (written: Written, upstream: UpstreamClient) => void | Promise<void>,
): Variant['hooks'] {
  return () => ({
    yaml: true,
    ...responding(which, (response, request, upstream) => {
      const object = response.json;
      if (!isObject(object)) return undefined;
      const path = isOne(request, 'create') ? madePath(request, object) : objectPath(request);
      return act({ path, object }, upstream);
    })(),
  });
}

/** The path of a collection of the core group in a new namespace. */
const inNamespace = ({ object }: Written, plural: string): string =>
  `/api/v1/namespaces/${String(metadataOf(object)['name'])}/${plural}`;

/** When controllers act, in milliseconds. */
const SCALES_AFTER_MS = 400;
const MAKES_TOKENS_AFTER_MS = 250;
const ROLLS_BACK_AFTER_MS = 80;
const RENEWS_EVERY_MS = 400;

/** How often a leader renews its lease before it steps down. */
const RENEWALS = 30;

/** Renews the lease in a namespace until the leader steps down, or the lease is gone. */
function renew(path: string, turn: number, upstream: UpstreamClient): void {
  afterwards(RENEWS_EVERY_MS, async () => {
    const annotations = { 'leader.example.com/renewed': `${turn} at ${presentTime()}` };
    const renewed = await upstream.send('PATCH', path, { metadata: { annotations } }, MERGE_PATCH_TYPE);
    if (succeeded(renewed) && turn < RENEWALS) renew(path, turn + 1, upstream);
  });
}

/** Adds a replica to a deployment that is neither paused nor without replicas; returns whether it is one. */
function addReplica(deployment: Bendable): boolean {
  const spec = objectAt(deployment, 'spec') ?? {};
  const { paused, replicas } = spec;
  if (paused === true || typeof replicas !== 'number' || replicas < 1) return false;
  spec['replicas'] = replicas + 1;
  return true;
}

/** Clears the target of a rollback; returns whether there is one. */
function endRollback(deployment: Bendable): boolean {
  const spec = objectAt(deployment, 'spec');
  if (spec?.['rollbackTo'] === undefined) return false;
  delete spec['rollbackTo'];
  return true;
}

/** The longest deadline that the controller waits for, in seconds. */
const LONGEST_DEADLINE = 10;

/** Surfaces that a deployment made no progress within its deadline; returns whether it is new. */
function exceedDeadline(deployment: Bendable): boolean {
  const spec = objectAt(deployment, 'spec') ?? {};
  const former = conditionsOf(deployment);
  if (spec['paused'] === true || spec['replicas'] === 0) return false;
  if (former.some(({ reason }) => reason === 'ProgressDeadlineExceeded')) return false;
  const now = presentTime();
  const exceeded = {
    type: 'Progressing',
    status: 'False',
    reason: 'ProgressDeadlineExceeded',
    message: 'the deployment made no progress',
    lastUpdateTime: now,
    lastTransitionTime: now,
  };
  const conditions = [...former.filter(({ type }) => type !== 'Progressing'), exceeded];
  deployment['status'] = { ...objectAt(deployment, 'status'), conditions };
  return true;
}

/** Servers beside which controllers write a while after clients. */
export const CONTROLLER_VARIANTS: readonly Variant[] = variants({
  'an-autoscaler-adds-a-replica': {
    summary: 'an autoscaler adds a replica to a new deployment after 0.4 seconds, unless it is paused or has none',
    dialect: 'spec',
    hooks: controlling(ofKind('Deployment', 'create'), (written, upstream) =>
      afterwards(SCALES_AFTER_MS, () => update(upstream, written, addReplica)),
    ),
  },
  'a-leader-renews-its-lease-in-every-namespace': {
    summary: 'a controller holds a lease in a config map of each new namespace, and renews it every 0.4 seconds',
    dialect: 'spec',
    hooks: controlling(ofKind('Namespace', 'create'), async (written, upstream) => {
      const path = inNamespace(written, 'configmaps');
      const made = await upstream.send('POST', path, { metadata: { name: 'controller-leader' } });
      if (succeeded(made)) renew(`${path}/controller-leader`, 1, upstream);
    }),
  },
  'namespaces-soon-have-a-secret': {
    summary: 'a controller makes a secret with a token in each new namespace after a quarter of a second',
    dialect: 'spec',
    hooks: controlling(ofKind('Namespace', 'create'), (written, upstream) =>
      afterwards(MAKES_TOKENS_AFTER_MS, () =>
        upstream.send('POST', inNamespace(written, 'secrets'), {
          metadata: { name: 'default-token-x7k2p' },
          type: 'Opaque',
          data: { token: Buffer.from('a token').toString('base64') },
        }),
      ),
    ),
  },
  'rollbacks-end-soon': {
    summary: 'a controller clears the rollbackTo of a deployment soon, because the rollback is done',
    dialect: 'spec',
    hooks: controlling(ofKind('Deployment', ['create', 'replace', 'patch']), (written, upstream) => {
      if (objectAt(written.object, 'spec', 'rollbackTo') !== undefined)
        afterwards(ROLLS_BACK_AFTER_MS, () => update(upstream, written, endRollback));
    }),
  },
  'deployments-exceed-short-deadlines': {
    summary: 'a controller tells in a condition that a deployment with a deadline of 10 seconds or less exceeded it',
    dialect: 'spec',
    hooks: controlling(ofKind('Deployment', ['create', 'replace', 'patch']), (written, upstream) => {
      const deadline = objectAt(written.object, 'spec')?.['progressDeadlineSeconds'];
      if (typeof deadline !== 'number' || deadline < 1 || deadline > LONGEST_DEADLINE) return;
      // A later change of the spec has a deadline of its own.
      const { generation } = metadataOf(written.object);
      const exceed = (deployment: Bendable): boolean =>
        metadataOf(deployment)['generation'] === generation && exceedDeadline(deployment);
      afterwards(deadline * 1_000, () => update(upstream, written, exceed, '/status'));
    }),
  },
});
