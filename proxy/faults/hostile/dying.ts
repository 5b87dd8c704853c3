import { startReferenceServer } from '../../programs/run-process.ts';
import { objectAt } from '../bend.ts';
import type { FaultyRequest, Hooks } from '../fault.ts';
import { injectFault, type Injector } from '../injector.ts';
import type { HostileTarget } from './hostile-target.ts';
import { bending } from './serve.ts';
import { supervised } from './supervised.ts';

const EXIT_OF_A_PANIC = 2;

/** Servers that one request kills: a Deployment without replicas. */
export const DYING: readonly HostileTarget[] = [
  {
    name: 'dies-at-deployment',
    summary: 'Ends its process at the first Deployment without replicas: connections are refused from then on',
    startInFront: bending(() => dyingAtDeployment(panic)),
  },
  {
    name: 'dies-and-restarts',
    summary:
      'Dies at each Deployment without replicas; a supervisor restarts it a second later, and its objects are still there',
    startInFront: (upstream, listen) =>
      supervised(
        (die, at) => injectFault({ name: 'hostile', hooks: () => dyingAtDeployment(die) }, upstream, at),
        listen,
      ),
  },
  {
    name: 'dies-and-restarts-empty',
    summary:
      'Dies at each Deployment without replicas; a supervisor restarts it a second later, and its objects are gone',
    startAlone: (listen) =>
      supervised(
        async (die, at) =>
          withServer(await startReferenceServer(), (url) =>
            injectFault({ name: 'hostile', hooks: () => dyingAtDeployment(die) }, url, at),
          ),
        listen,
      ),
  },
];

function dyingAtDeployment(die: () => void): Hooks {
  return {
    request(request) {
      if (!isDeploymentWithoutReplicas(request)) return undefined;
      die();
      return new Promise<never>(() => undefined);
    },
  };
}

function isDeploymentWithoutReplicas({ call, json }: FaultyRequest): boolean {
  return (
    call?.verb === 'create' &&
    call.resource?.kind === 'Deployment' &&
    objectAt(json, 'spec')?.['replicas'] === undefined
  );
}

function panic(): never {
  process.stderr.write('panic: runtime error: invalid memory address or nil pointer dereference\n');
  process.exit(EXIT_OF_A_PANIC);
}

/** Starts a wrapper in front of a server, and ends both together. */
async function withServer(
  server: { readonly url: URL } & AsyncDisposable,
  start: (url: string) => Promise<Injector>,
): Promise<Injector> {
  const front = await start(server.url.href);
  return {
    url: front.url,
    async [Symbol.asyncDispose]() {
      await front[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
