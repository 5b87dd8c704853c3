import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { untilListening } from './listening-line.ts';

const NEVER_ENDS = `
process.on('SIGTERM', () => undefined);
setInterval(() => undefined, 1_000);
console.log('listening on http://127.0.0.1:1');`;

it('a process that does not end at SIGTERM is killed', async () => {
  const child = spawn(process.execPath, ['-e', NEVER_ENDS], { stdio: ['ignore', 'pipe', 'inherit'] });
  const server = await untilListening(child, 'the server');
  expect(server.url).toBe('http://127.0.0.1:1');
  await server[Symbol.asyncDispose]();
  expect(child.signalCode).toBe('SIGKILL');
});
