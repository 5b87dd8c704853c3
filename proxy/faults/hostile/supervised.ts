import { pause } from '../ways.ts';
import type { Injector, Listen } from '../injector.ts';

const RESTART_AFTER_MS = 1000;

/** Starts a server, which calls `die` when it dies. */
type StartInjector = (die: () => void, listen: Listen) => Promise<Injector>;

/**
 * Runs a server and starts it again, on the same port, a second after it has died. Connections are refused in between.
 */
export async function supervised(start: StartInjector, listen: Listen): Promise<Injector> {
  let isEnded = false;
  let restarting: Promise<void> | undefined;
  const die = (): void => {
    restarting ??= restart().finally(() => (restarting = undefined));
  };
  let current = await start(die, listen);
  const { url } = current;
  const port = Number(new URL(url).port);
  async function restart(): Promise<void> {
    await current[Symbol.asyncDispose]();
    await pause(RESTART_AFTER_MS);
    if (!isEnded) current = await start(die, { ...listen, port });
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      isEnded = true;
      await restarting;
      await current[Symbol.asyncDispose]();
    },
  };
}
