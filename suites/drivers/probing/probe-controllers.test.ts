import { describe, expect, it } from 'vitest';
import { type Capabilities, type ControllerName, controllerId } from '../../target/capabilities.ts';
import { ExchangeRecorder, ObservationOrder } from '../../target/recorder.ts';
import type { Target } from '../../target/target.ts';
import { eachSmallApi } from '../each-small-api.fixture.ts';
import { probeControllers } from './probe-controllers.ts';
import type { SmallApi } from '../small-api.fixture.ts';

let api: SmallApi;
let target: Target;

eachSmallApi((scene) => {
  ({ api, target } = scene);
});

function found(
  controllers: ReadonlySet<ControllerName> = new Set<ControllerName>(['deployments', 'jobs', 'nodes']),
): Promise<Capabilities> {
  const recorder = new ExchangeRecorder({ run: 'p1' }, new ObservationOrder());
  return probeControllers(
    { target, recorder, run: 'p1', slot: { ns1: 'a', ns11: 'a1', ns2: 'b' }, timeoutMs: 2000 },
    controllers,
  );
}

/** Makes the watches of each resource deliver one event, and end. */
function deliver(events: Readonly<Record<string, unknown>>): void {
  api.override = ({ method, target: path }) => {
    const resource =
      method === 'GET' && path.includes('/watch/')
        ? Object.keys(events).find((name) => path.includes(`/${name}`))
        : undefined;
    return resource === undefined ? undefined : { status: 200, body: { type: 'MODIFIED', object: events[resource] } };
  };
}

async function offered(): Promise<ControllerName[]> {
  const capabilities = await found();
  return (['deployments', 'jobs', 'scheduler', 'nodes'] as const).filter(
    (controller) => capabilities[controllerId(controller)]?.offer === 'offered',
  );
}

const REPLICA_SET = { kind: 'ReplicaSet', metadata: { name: 'p1-loop-deployments-7c9' } };
const JOB = { kind: 'Job', metadata: { name: 'p1-loop-jobs' } };
const POD = { kind: 'Pod', metadata: { name: 'p1-loop-scheduler' } };

describe('the probe of controllers', () => {
  it('finds controllers that act on its objects, each by its effect, and leaves nothing behind', async () => {
    deliver({
      replicasets: REPLICA_SET,
      jobs: { ...JOB, status: { active: 1 } },
      pods: { ...POD, spec: { nodeName: 'n' }, status: { containerStatuses: [{ name: 'c' }] } },
    });
    expect(await offered()).toEqual(['deployments', 'jobs', 'scheduler', 'nodes']);
    expect([...api.objects.keys()]).toEqual([]);
  });

  it('distinguishes a scheduler from reporting nodes, and ignores the actions of the client itself', async () => {
    deliver({
      replicasets: { kind: 'Status', code: 410 },
      jobs: { ...JOB, status: { startTime: null, active: 0 } },
      pods: { ...POD, spec: { nodeName: 'n' } },
    });
    expect(await offered()).toEqual(['scheduler']);
  });

  it('finds no controller by foreign objects of a server whose watches ignore names and selectors', async () => {
    deliver({
      replicasets: {
        kind: 'ReplicaSet',
        metadata: { name: 'web-1', labels: { app: 'web' }, ownerReferences: [{ uid: 'u-web' }] },
      },
      jobs: { kind: 'Job', metadata: { name: 'nightly' }, status: { active: 1 } },
      pods: {
        kind: 'Pod',
        metadata: { name: 'web-1-x' },
        spec: { nodeName: 'n' },
        status: { containerStatuses: [{ name: 'c' }] },
      },
    });
    expect(await offered()).toEqual([]);
  });

  it('reports in one line which effect did not come, or which object it could not create', async () => {
    deliver({ replicasets: { kind: 'Status' }, jobs: JOB, pods: { ...POD, spec: {} } });
    const acting = api.override;
    api.override = (request) =>
      request.method === 'POST' && request.target.endsWith('/jobs') ? { status: 403 } : acting(request);
    const capabilities = await found();
    expect(capabilities[controllerId('deployments')]).toEqual({
      offer: 'unsupported',
      evidence:
        'nothing acted on deployments.apps p1-loop-deployments within 2 s: the target runs no controller for it. Judge one that does (the reference server: --controllers on)',
    });
    expect(capabilities[controllerId('jobs')]).toEqual({
      offer: 'unsupported',
      evidence: 'POST /apis/batch/v1/namespaces/a/jobs got 403: the run could not look for a controller',
    });
    expect(capabilities[controllerId('nodes')]).toEqual(capabilities[controllerId('scheduler')]);
  });

  it('waits longer for controllers that have not acted if another one has', async () => {
    deliver({ replicasets: REPLICA_SET, pods: { ...POD, spec: {} } });
    const looking = found();
    await new Promise((resolve) => void setTimeout(resolve, 2_500));
    const job = [...api.objects.keys()].find((path) => path.includes('/jobs/')) ?? '';
    // Watches of the small API deliver only creates: so the object is created once more, in the state after the
    // controller acted.
    const acted = JSON.stringify({ ...api.objects.get(job), status: { active: 1 } });
    api.objects.delete(job);
    await fetch(api.url + job.slice(0, job.lastIndexOf('/')), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: acted,
    });
    expect((await looking)[controllerId('jobs')]).toEqual({ offer: 'offered' });
  });
});
