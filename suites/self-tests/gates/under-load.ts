import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ENDS_WITH_PARENT } from '../../../shared/process/ends-with-parent.ts';
import type { MeasuredFault } from '../../../shared/verdict-log/kill-matrix.ts';
import { Gate } from './gate.ts';
import { selectionOf, startServers, type TrialOptions } from './trial.ts';

/** Concurrent gates, beside processes that use all available processor time. */
export interface UnderLoad {
  readonly gates: number;
  readonly hogs: number;
  /** The faults whose gates were not green, each with the exit code. */
  readonly falseReds: readonly string[];
}

/**
 * Writes a baseline for each fault one after the other, then runs all gates at once, each by the command, beside the
 * hogs.
 */
export async function gatesUnderLoad(
  faults: readonly MeasuredFault[],
  hogs: number,
  { folder, runs, runRules }: Omit<TrialOptions, 'seeds' | 'explore'>,
): Promise<UnderLoad> {
  const places = await Promise.all(
    faults.map(async (fault) => {
      const place = join(folder, `loaded-${fault.name}`);
      await mkdir(place);
      const gate = new Gate({ folder: place, selection: selectionOf(fault), runs });
      return { fault, gate, servers: await startServers(fault, fault) };
    }),
  );
  try {
    for (const { gate, servers } of places) await gate.write(runRules, servers.faulty, 1);
    const hogging = Array.from({ length: hogs }, startHog);
    try {
      const codes = await Promise.all(
        places.map(async ({ fault, gate, servers }) => ({
          name: fault.name,
          exitCode: await gate.runCommand(servers.faulty, '--gate'),
        })),
      );
      const red = codes.filter(({ exitCode }) => exitCode !== 0);
      return {
        gates: codes.length,
        hogs,
        falseReds: red.map(({ name, exitCode }) => `${name}, exit ${exitCode}`),
      };
    } finally {
      for (const hog of hogging) hog.kill();
    }
  } finally {
    for (const { servers } of places) await servers[Symbol.asyncDispose]();
  }
}

function startHog(): { kill(): void } {
  return spawn(process.execPath, [...ENDS_WITH_PARENT, '--eval', 'for (;;) Math.random();'], { stdio: 'ignore' });
}
