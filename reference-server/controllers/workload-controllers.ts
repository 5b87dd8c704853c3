import type { ServerContext } from '../objects/server-context.ts';
import { inNextTurn } from '../store/next-turn.ts';
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
import { type LoopRules, WorkloadController } from './loop/workload-controller.ts';
import { EventRecorder } from './loop/event-recorder.ts';
import type { LoopTools } from './loop/loop-tools.ts';
import { LoopWrites } from './loop/loop-writes.ts';
import { InformerCache } from './loop/informer-cache.ts';

/** All workload controllers as one. */
export interface WorkloadControllers extends Controller {
  caughtUp(revision: number): void;
  /**
   * Resolves with true when all present work is done; timers stay pending. Clients may keep the controllers busy for
   * ever: after ten seconds it resolves with false, or after a moment if not `patient`.
   */
  settled(patient?: boolean): Promise<boolean>;
  /** Starts nothing more. */
  stop(): void;
}

/** Builds the controllers; they act on the changes that they are passed. */
export function workloadControllers(context: ServerContext, report: (error: unknown) => void): WorkloadControllers {
  const cache = new InformerCache(context.store, [
    'Pod',
    'ReplicaSet',
    'Deployment',
    'DaemonSet',
    'Job',
    'CronJob',
    'Service',
  ]);
  const events = new EventRecorder(context, report);
  const tools: LoopTools = { context, cache, events, writes: new LoopWrites(context) };
  const nodes = simulatedNodes(DEFAULT_NODES);
  const rules: LoopRules[] = [
    new PodLoop(context, events, nodes),
    new ReplicaSetLoop(tools),
    new DeploymentLoop(tools),
    new DaemonSetLoop(tools, nodes),
    new JobLoop(tools),
    new CronJobLoop(tools),
    new EndpointsLoop(context),
  ];
  const loops = rules.map((each) => new WorkloadController(each, { cache, clock: context.clock, report }));
  return {
    see(change) {
      cache.see(change);
      for (const loop of loops) loop.see(change);
    },
    caughtUp(revision) {
      cache.caughtUp(revision);
      inBackground(publishNodes(context, nodes), report);
    },
    settled: (patient = true) => settled(loops, cache, performance.now() + (patient ? PATIENCE_MS : 0)),
    stop() {
      for (const loop of loops) loop.stop();
    },
  };
}

/**
 * Work makes changes, and changes make work: all is done when the queues have been idle for a few turns of the event
 * loop.
 */
const QUIET_TURNS = 3;
const PATIENCE_MS = 10_000;
/** The least number of turns to wait, however long others have kept the controllers busy. */
const LEAST_TURNS = 64;

async function settled(loops: readonly WorkloadController[], cache: InformerCache, until: number): Promise<boolean> {
  for (let quiet = 0, turns = 0; quiet < QUIET_TURNS; turns += 1) {
    if (turns >= LEAST_TURNS && performance.now() >= until) return false;
    await new Promise<void>((resume) => {
      inNextTurn(resume);
    });
    await cache.current();
    quiet = loops.every(({ idle }) => idle) ? quiet + 1 : 0;
  }
  return true;
}
