import { Command, InvalidArgumentError } from 'commander';
import { fuzzServer } from './fuzz-server.ts';

/** Exit code if the server showed forbidden behaviour. */
const FAILED = 1;

const whole = (text: string): number => {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number.');
};
const { seconds, seed } = new Command('pnpm fuzz')
  .description(
    'sends a reference server bytes that no honest client would send, and watches it, its memory and how an honest client fares beside',
  )
  .option('--seconds <N>', 'how long', whole, 120)
  .option('--seed <N>', 'what the bytes follow from', whole, Math.floor(Math.random() * 1e9))
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .parse()
  .opts<{ seconds: number; seed: number }>();

const { connections, responses, sizes, honest, faults } = await fuzzServer({ seed, milliseconds: seconds * 1000 });
const counts = Object.entries(responses)
  .sort()
  .map(([kind, count]) => `${count} ${kind === 'none' ? 'left or cut' : `${kind}xx`}`);
const most = Math.max(0, ...sizes.map(({ megabytes }) => megabytes));
process.stdout.write(
  `${connections} connections with seed ${seed}: ${counts.join(', ')}; ${most.toFixed(0)} MB at most\n`,
);
process.stdout.write(
  `an honest client beside: ${honest.rounds} rounds, ${honest.slowest.toFixed(0)} ms for the slowest response\n`,
);
for (const fault of faults) process.stdout.write(`  ${fault}\n`);
if (faults.length > 0) process.stdout.write(`again by: pnpm fuzz --seconds ${seconds} --seed ${seed}\n`);
process.exitCode = faults.length === 0 ? 0 : FAILED;
