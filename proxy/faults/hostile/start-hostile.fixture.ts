import { spawn } from 'node:child_process';
import { ENDS_WITH_PARENT } from '../../../shared/process/ends-with-parent.ts';
import { type ListeningProcess, untilListening } from '../../../shared/process/listening-line.ts';
import { HOSTILE_TARGETS } from './index.ts';

/** Runs a program that prints where it listens. */
export function listening(...args: readonly string[]): Promise<ListeningProcess> {
  return untilListening(
    spawn(process.execPath, [...ENDS_WITH_PARENT, ...args], { stdio: ['ignore', 'pipe', 'ignore'] }),
    args.join(' '),
  );
}

/** Starts a hostile target as users do, if need be in front of the reference server. */
export function startHostile(name: string, reference: ListeningProcess): Promise<ListeningProcess> {
  const standsAlone = HOSTILE_TARGETS.some((target) => target.name === name && 'startAlone' in target);
  return listening(
    'proxy/cli/quick-start.mjs',
    'faults',
    '--hostile',
    name,
    '--port',
    '0',
    ...(standsAlone ? [] : ['--target', reference.url]),
  );
}
