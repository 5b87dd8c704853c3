import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { recordTraffic } from './record-traffic.ts';

/** The recorder's state after garbage collection: bytes of its heap, and open exchanges. */
export interface HeldMemory {
  readonly heap: number;
  readonly open: number;
}

/*
 * The recorder in a process of its own, for `soak.test.ts`, which passes the upstream and the path of the log. It
 * sends its URL once it listens and, for each message, its state; it closes the log and ends when its parent
 * disconnects.
 */
const [, , upstream = '', out = ''] = process.argv;
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const failed = (line: unknown): void => {
  process.stderr.write(`${String(line)}\n`);
  process.exitCode = 1;
};
const recording = await recordTraffic({
  upstream: { url: new URL(upstream) },
  host: '127.0.0.1',
  port: 0,
  out,
  redact: true,
  onUnreachable: failed,
  onLogFailed: failed,
});
process.on('message', () => {
  collectGarbage();
  process.send?.({ heap: process.memoryUsage().heapUsed, open: recording.counts.open } satisfies HeldMemory);
});
process.once('disconnect', () => void recording.close());
process.send?.(recording.url);
