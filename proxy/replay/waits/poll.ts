import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../../diff/values/json-value.ts';
import { ask, type AskedServer } from '../server/ask.ts';
import { UnreachableError } from '../server/unreachable-error.ts';
import type { Patience } from './patience.ts';

const LOOK_AGAIN_MS = 20;

/** Reads a target until `holds` is true of the value in its response, or until the patience is over. */
export async function poll(
  server: AskedServer,
  target: string,
  patience: Patience,
  holds: (value: Json | undefined) => boolean,
): Promise<void> {
  const began = performance.now();
  while (!holds(await valueAt(server, target))) {
    if (performance.now() - began > patience.ms) return patience.vain();
    await sleep(LOOK_AGAIN_MS);
  }
  patience.served(performance.now() - began);
}

/** The JSON value of a successful response. */
async function valueAt(server: AskedServer, target: string): Promise<Json | undefined> {
  try {
    const { status, text } = await ask(server, 'GET', target);
    return status === 200 ? (JSON.parse(text) as Json) : undefined;
  } catch (error) {
    if (error instanceof UnreachableError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
