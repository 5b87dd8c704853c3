import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { freePort } from './free-port.ts';
import type { MeasuredProcess } from './listening-process.ts';

/** Whether the program is there. */
export function hasMitmdump(): boolean {
  return spawnSync('mitmdump', ['--version'], { stdio: 'ignore' }).status === 0;
}

/**
 * `mitmdump` as a reverse proxy; with a file, it writes every flow there. It reports no port, so it gets one that
 * was free a moment ago.
 */
export async function startMitmdump(target: string, file?: string): Promise<MeasuredProcess> {
  const port = await freePort();
  const args = [
    '--mode',
    `reverse:${target}`,
    '--listen-host',
    '127.0.0.1',
    '--listen-port',
    String(port),
    '-q',
    ...(file === undefined ? [] : ['-w', file]),
  ];
  const child = spawn('mitmdump', args, { stdio: 'ignore' });
  const exited = once(child, 'exit');
  while (!(await accepts(port))) await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => (socket.destroy(), resolve(true)));
    socket.once('error', () => resolve(false));
  });
}
