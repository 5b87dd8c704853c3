import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { wallTime } from './conformance.bench.ts';
import { startListening } from './listening-process.ts';
import { median } from './ratio.ts';

/** A default run on a server with one fault, beside one on a correct server behind the same injector. */
export interface FaultyTime {
  readonly fault: string;
  readonly seconds: number;
  /** Seconds on the faulty server : seconds on the correct one that was measured just before. */
  readonly ratio: number;
  readonly exitCode: number;
}

export interface FaultyBench {
  readonly times: readonly FaultyTime[];
  readonly median: number;
  readonly most: number;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PROXY = 'proxy/cli/quick-start.mjs';

/** Responses carry a few more headers: the injector at work, and nothing else. */
const SOUND = 'more-headers';
/** The correct server is measured again after so many faulty ones, because a machine drifts. */
const EVERY = 4;

/** Wall times of default runs on servers with faults that the seed picks, as multiples of a correct server's. */
export async function benchFaulty(sample: number, seed: number): Promise<FaultyBench> {
  await using server = await startListening('reference-server/cli/quick-start.mjs', ['--port', '0']);
  await using injector = await startListening(PROXY, ['faults', '--target', server.url, '--port', '0']);
  const times: FaultyTime[] = [];
  let sound = Number.NaN;
  for (const [index, fault] of drawn(await faultNames(), sample, seed).entries()) {
    if (index % EVERY === 0) sound = (await wallTime(SOUND, ['--target', `${injector.url}/${SOUND}`])).seconds;
    const { seconds, exitCode } = await wallTime(fault, ['--target', `${injector.url}/${fault}`]);
    times.push({ fault, seconds, ratio: seconds / sound, exitCode });
    process.stderr.write(
      `${index + 1}/${sample}  ${fault}: ${seconds.toFixed(1)} s, ${(seconds / sound).toFixed(2)} of a correct server\n`,
    );
  }
  const ratios = times.map(({ ratio }) => ratio);
  return { times: times.toSorted((a, b) => b.ratio - a.ratio), median: median(ratios), most: Math.max(...ratios) };
}

async function faultNames(): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROXY, 'faults', '--list', '--json'], {
    cwd: ROOT,
    maxBuffer: 2 ** 24,
  });
  return (JSON.parse(stdout) as { readonly name: string }[]).map(({ name }) => name);
}

/** A selection of the names that the seed picks: the order of a multiplicative hash. */
function drawn(names: readonly string[], sample: number, seed: number): string[] {
  const rank = (index: number): number => Math.imul(index + 1, 0x9e3779b1 ^ Math.imul(seed, 0x85ebca6b)) >>> 0;
  return names
    .map((name, index) => ({ name, rank: rank(index) }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, sample)
    .map(({ name }) => name);
}
