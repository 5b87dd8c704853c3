import type { ServerContext } from '../objects/server-context.ts';
import { inNextTurn } from '../store/next-turn.ts';
import { inBackground } from './runtime/background.ts';
import type { Controller } from './runtime/controller.ts';
import { PodReconciler } from './pods/pod-reconciler.ts';
import { publishNodes } from './pods/publish-nodes.ts';
import { DEFAULT_NODES, simulatedNodes } from './pods/simulated-nodes.ts';
import { EndpointsReconciler } from './services/endpoints-reconciler.ts';
import { CronJobReconciler } from './workloads/cron-job-reconciler.ts';
import { DaemonSetReconciler } from './workloads/daemon-set-reconciler.ts';
import { DeploymentReconciler } from './workloads/deployment-reconciler.ts';
import { JobReconciler } from './workloads/job-reconciler.ts';
import { ReplicaSetReconciler } from './workloads/replica-set-reconciler.ts';
import { type Reconciler, WorkloadController } from './runtime/workload-controller.ts';
import { EventRecorder } from './runtime/event-recorder.ts';
import type { ControllerTools } from './runtime/controller-tools.ts';
import { ControllerWrites } from './runtime/controller-writes.ts';
import { InformerCache } from './runtime/informer-cache.ts';

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
  const tools: ControllerTools = { context, cache, events, writes: new ControllerWrites(context) };
  const nodes = simulatedNodes(DEFAULT_NODES);
  const reconcilers: Reconciler[] = [
    new PodReconciler(context, events, nodes),
    new ReplicaSetReconciler(tools),
    new DeploymentReconciler(tools),
    new DaemonSetReconciler(tools, nodes),
    new JobReconciler(tools),
    new CronJobReconciler(tools),
    new EndpointsReconciler(context),
  ];
  const controllers = reconcilers.map((each) => new WorkloadController(each, { cache, clock: context.clock, report }));
  return {
    see(change) {
      cache.see(change);
      for (const controller of controllers) controller.see(change);
    },
    caughtUp(revision) {
      cache.caughtUp(revision);
      inBackground(publishNodes(context, nodes), report);
    },
    settled: (patient = true) => settled(controllers, cache, performance.now() + (patient ? PATIENCE_MS : 0)),
    stop() {
      for (const controller of controllers) controller.stop();
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

async function settled(
  controllers: readonly WorkloadController[],
  cache: InformerCache,
  until: number,
): Promise<boolean> {
  for (let quiet = 0, turns = 0; quiet < QUIET_TURNS; turns += 1) {
    if (turns >= LEAST_TURNS && performance.now() >= until) return false;
    await new Promise<void>((resume) => {
      inNextTurn(resume);
    });
    await cache.current();
    quiet = controllers.every(({ idle }) => idle) ? quiet + 1 : 0;
  }
  return true;
}
