import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { KUBERNETES_1_7, SPEC } from '../../spec/dialects/index.ts';
import { GarbageCollector } from '../controllers/garbage-collector.ts';
import { GraceTimers } from '../controllers/grace-timers.ts';
import { NamespaceEmptier } from '../controllers/namespace-emptier.ts';
import { runControllers } from '../controllers/run-controllers.ts';
import { apiServer } from '../http/server.ts';
import type { ApiServer } from '../http/server.ts';
import { SYSTEM_CLOCK } from '../objects/clock.ts';
import { Dependants } from '../objects/dependants.ts';
import { RANDOM_IDS } from '../objects/id-source.ts';
import { createInitialObjects } from '../objects/initial-objects.ts';
import type { StoredObject } from '../objects/stored-object.ts';
import type { World } from '../objects/world.ts';
import { STRATEGIES } from '../resources/registry.ts';
import { MemoryStore } from '../store/memory/memory-store.ts';
import type { Flags } from './flags.ts';
import { parseFlags } from './flags.ts';

/** History takes at most so many bytes, whatever `--history` says: objects can be large. */
const HISTORY_BYTES = 128 * 1024 * 1024;

const parsed = parseFlags(process.argv.slice(2), (text) => process.stdout.write(text), (text) => process.stderr.write(text));
if ('exitCode' in parsed) process.exitCode = parsed.exitCode;
else await serve(parsed.flags);

async function serve(flags: Flags): Promise<void> {
  const store = new MemoryStore<StoredObject>({ revisions: flags.history, bytes: HISTORY_BYTES, weigh: ({ size }) => size });
  const { answers } = flags.dialect === KUBERNETES_1_7.name ? KUBERNETES_1_7 : SPEC;
  const dependants = new Dependants(store);
  const world: World = { store, strategies: STRATEGIES, answers, clock: SYSTEM_CLOCK, ids: RANDOM_IDS, dependants };
  const stop = new AbortController();
  const controllers = [dependants, new GraceTimers(world, report), new GarbageCollector(world, report), new NamespaceEmptier(world, report)];
  runControllers(store, controllers, stop.signal).catch(report);
  await createInitialObjects(world);
  const api = apiServer({ world, maxBody: flags.maxBody, report });
  if (!(await listening(api, flags))) return;
  const end = (): void => void api.close().then(() => stop.abort());
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}

/** Prints the address when the server is ready; one line and exit code 3 when it cannot listen there. */
async function listening({ server }: ApiServer, { host, port }: Flags): Promise<boolean> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    process.stderr.write(`cannot listen on ${host} port ${port}: ${why}; choose another with --port (0 takes a free one)\n`);
    process.exitCode = 3;
    return false;
  }
  const address = server.address() as AddressInfo;
  const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  process.stdout.write(`listening on http://${shown}:${address.port}\n`);
  return true;
}

function report(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}
