import type { World } from '../objects/world.ts';
import { inBackground } from './background.ts';
import type { Controller } from './controller.ts';
import { PodLoop } from './pods/pod-loop.ts';
import { publishNodes } from './pods/publish-nodes.ts';
import { DEFAULT_NODES, simulatedNodes } from './pods/simulated-nodes.ts';
import { EndpointsLoop } from './services/endpoints-loop.ts';
import { CronJobLoop } from './workloads/cron-job-loop.ts';
import { DaemonSetLoop } from './workloads/daemon-set-loop.ts';
import { DeploymentLoop } from './workloads/deployment-loop.ts';
import { JobLoop } from './workloads/job-loop.ts';
import { ReplicaSetLoop } from './workloads/replica-set-loop.ts';
import type { LoopRules } from './loop/control-loop.ts';
import { ControlLoop } from './loop/control-loop.ts';
import { EventRecorder } from './loop/event-recorder.ts';
import type { LoopTools } from './loop/loop-tools.ts';
import { LoopWrites } from './loop/loop-writes.ts';
import { ObjectCache } from './loop/object-cache.ts';

/** All control loops of workloads, as one. */
export interface ControlLoops extends Controller {
  caughtUp(revision: number): void;
  /** Resolves when all has been done that there is to do now; what waits for time waits on. */
  settled(): Promise<void>;
  /** Nothing more is taken up. */
  stop(): void;
}

/** Builds the loops; they act on the changes that they are shown. */
export function controlLoops(world: World, report: (error: unknown) => void): ControlLoops {
  const cache = new ObjectCache(world.store, ['Pod', 'ReplicaSet', 'Deployment', 'DaemonSet', 'Job', 'CronJob', 'Service']);
  const events = new EventRecorder(world, report);
  const tools: LoopTools = { world, cache, events, writes: new LoopWrites(world) };
  const nodes = simulatedNodes(DEFAULT_NODES);
  const rules: LoopRules[] = [
    new PodLoop(world, events, nodes),
    new ReplicaSetLoop(tools),
    new DeploymentLoop(tools),
    new DaemonSetLoop(tools, nodes),
    new JobLoop(tools),
    new CronJobLoop(tools),
    new EndpointsLoop(world),
  ];
  const loops = rules.map((each) => new ControlLoop(each, { cache, clock: world.clock, report }));
  return {
    see(change) {
      cache.see(change);
      for (const loop of loops) loop.see(change);
    },
    caughtUp(revision) {
      cache.caughtUp(revision);
      inBackground(publishNodes(world, nodes), report);
    },
    settled: () => settled(loops, cache),
    stop() {
      for (const loop of loops) loop.stop();
    },
  };
}

/** Work makes changes, and changes make work: all is done when nothing has come up for a few turns of the event loop. */
const QUIET_TURNS = 3;
/** Clients may keep the loops busy for ever; then it is settled enough. */
const MOST_TURNS = 20_000;

async function settled(loops: readonly ControlLoop[], cache: ObjectCache): Promise<void> {
  for (let quiet = 0, turns = 0; quiet < QUIET_TURNS && turns < MOST_TURNS; turns += 1) {
    await new Promise<void>((resume) => {
      setImmediate(resume);
    });
    await cache.current();
    quiet = loops.every(({ idle }) => idle) ? quiet + 1 : 0;
  }
}
