import { INTERRUPTED, onInterrupt } from './on-interrupt.ts';

// Loading the rules and the engine takes more than a second: an interrupt in that time must end with a report too.
const interrupt = onInterrupt();

/**
 * A Ctrl-C reaches the whole process group, and so the compiler that the loader may be waiting for. Then the modules
 * never load, and there is nothing to report.
 */
function endLoading(error: unknown): never {
  if (!interrupt.signal.aborted) throw error;
  process.stderr.write('interrupted before anything was begun: there is nothing to report\n');
  process.exit(INTERRUPTED);
}

const { command } = await import('./command.ts').catch(endLoading);

// Ends the process even if a library has left handles open: the reports are written and the target is cleaned up.
process.exit(await command(process.argv.slice(2), interrupt, endLoading));
