import { request } from 'undici';
import type { WitnessOutcome } from '../../../shared/verdict-log/generated-faults.ts';
import { injectEachFault } from '../injector.ts';
import type { GeneratedFault } from './generated-fault.ts';
import { runWitness } from './run-witness.ts';

export interface WitnessDifference extends WitnessOutcome {
  /** The transcripts of the correct and of the faulty server, if they differ. */
  readonly transcripts?: readonly [sound: string, faulty: string];
}

/**
 * Sends each fault's witness to a correct server, and to the same server with the fault in front of it. No other client
 * may use the server meanwhile, because versions are compared.
 */
export async function* differencesOf(
  faults: readonly GeneratedFault[],
  upstream: string,
): AsyncGenerator<WitnessDifference> {
  const byName = new Map(faults.map((fault) => [fault.name, fault]));
  await using injector = await injectEachFault((name) => byName.get(name), upstream, { host: '127.0.0.1', port: 0 });
  let made = 0;
  for (const { name, witness } of faults) {
    const at = async (url: string): Promise<string> => {
      made += 1;
      return runWitness(witness, url, await madeNamespace(upstream, `w${String(made).padStart(6, '0')}`));
    };
    const sound = await at(upstream);
    const faulty = await at(`${injector.url}/${encodeURIComponent(name)}`);
    if (sound === faulty) yield { name, outcome: 'does nothing' };
    else if (sound !== (await at(upstream))) yield { name, outcome: 'unsteady' };
    else yield { name, outcome: 'differs', transcripts: [sound, faulty] };
  }
}

async function madeNamespace(upstream: string, name: string): Promise<string> {
  const { statusCode, body } = await request(`${upstream.replace(/\/$/, '')}/api/v1/namespaces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ metadata: { name } }),
    // A witness may take longer than a server keeps an idle connection.
    reset: true,
  });
  await body.dump();
  if (statusCode >= 300)
    throw new Error(
      `the namespace ${name} could not be made: status ${statusCode}; witnesses need a server of their own`,
    );
  return name;
}
