import type { World } from '../objects/world.ts';
import { controlLoops } from './control-loops.ts';
import { runControllers } from './run-controllers.ts';

export interface RunningLoops {
  /** Resolves when all has been done that there is to do now. */
  settled(): Promise<void>;
  stop(): void;
}

/** Lets the control loops act on the world as it is and as it changes, until they are stopped. */
export function runLoops(world: World, report: (error: unknown) => void): RunningLoops {
  const stop = new AbortController();
  const loops = controlLoops(world, report);
  runControllers(world.store, [loops], stop.signal).catch(report);
  return {
    settled: () => loops.settled(),
    stop() {
      loops.stop();
      stop.abort();
    },
  };
}
