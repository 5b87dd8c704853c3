import { Command, InvalidArgumentError } from 'commander';
import type { ListedFault, ListedVariant } from '../../fixtures/formats/kill-matrix.ts';
import { listeningLine } from '../../fixtures/formats/listening-line.ts';
import { FAULTS } from './catalogue/index.ts';
import type { Fault, Variant } from './fault.ts';
import type { Injected, Listen } from './injector.ts';
import { injectEachFault, injectFault } from './injector.ts';
import { VARIANTS } from './variants/index.ts';

interface Flags {
  readonly target?: string;
  readonly fault?: Fault;
  readonly port: number;
  readonly host: string;
  readonly variant?: Variant;
  readonly list?: true;
  readonly listVariants?: true;
  readonly json?: true;
}

/** `proxy faults`: a server that is the target but for one named way of going wrong, until it is told to end. */
export function faultsCommand(): Command {
  return new Command('faults')
    .description('Stands in front of a server and goes wrong in one named way, for testing clients and suites.')
    .option('--target <url>', 'base URL of a server that obeys the document')
    .option('--fault <name>', 'which fault; without it all of them, and all variants, each under a base path that is its name', faultNamed)
    .option('--variant <name>', 'which legal way of differing instead: no rule may name it', variantNamed)
    .option('--port <n>', 'port to listen on; 0 takes a free one', portNumber, 8003)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--list', 'list the faults and stop')
    .option('--list-variants', 'list the variants, each with the dialect that it and its target speak, and stop')
    .option('--json', 'list as JSON')
    .action(async (flags: Flags, command: Command) => {
      if (flags.list === true || flags.listVariants === true) {
        process.stdout.write(`${flags.json === true ? listingInJson(flags) : flags.list === true ? listing() : listingOfVariants()}\n`);
        return;
      }
      if (flags.target === undefined) command.error('error: give --target, the base URL of a server that obeys the document', { exitCode: 2 });
      else await runUntilTold(flags.fault ?? flags.variant, flags.target, flags);
    });
}

async function runUntilTold(fault: Injected | undefined, target: string, listen: Listen): Promise<void> {
  const injector = fault === undefined ? await injectEachFault([...FAULTS, ...VARIANTS], target, listen) : await injectFault(fault, target, listen);
  process.stdout.write(`${listeningLine(injector.url)}\n`);
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  await injector[Symbol.asyncDispose]();
}

/** One line for each fault: its name, the rule that catches it, and what such a server does. */
function listing(): string {
  const names = Math.max(...FAULTS.map(({ name }) => name.length));
  const rules = Math.max(...FAULTS.map(({ caughtBy }) => caughtBy.length));
  return FAULTS.map(({ name, caughtBy, summary }) => `${name.padEnd(names)}  ${caughtBy.padEnd(rules)}  ${summary}`).join('\n');
}

/** What is listed, with all that is said of each. */
function listingInJson({ list }: Flags): string {
  const listed = list === true ? FAULTS.map(({ name, summary, caughtBy, seenIn }): ListedFault => ({ name, summary, caughtBy, ...(seenIn === undefined ? {} : { seenIn }) })) : VARIANTS.map(({ name, summary, dialect }): ListedVariant => ({ name, summary, dialect }));
  return JSON.stringify(listed, null, 2);
}

/** One line for each variant: its name, the dialect by which it obeys, and what such a server does. */
function listingOfVariants(): string {
  const names = Math.max(...VARIANTS.map(({ name }) => name.length));
  const dialects = Math.max(...VARIANTS.map(({ dialect }) => dialect.length));
  return VARIANTS.map(({ name, dialect, summary }) => `${name.padEnd(names)}  ${dialect.padEnd(dialects)}  ${summary}`).join('\n');
}

function variantNamed(name: string): Variant {
  const variant = VARIANTS.find((each) => each.name === name);
  if (variant === undefined) throw new InvalidArgumentError('there is no such variant; --list-variants shows them.');
  return variant;
}

function faultNamed(name: string): Fault {
  const fault = FAULTS.find((each) => each.name === name);
  if (fault === undefined) throw new InvalidArgumentError('there is no such fault; --list shows them.');
  return fault;
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('give a number from 0 to 65535.');
  return port;
}
