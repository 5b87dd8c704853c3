import { INTERRUPTED, onInterrupt } from './on-interrupt.ts';

// The rules and what judges them take more than a second to load: an interrupt in that time, too, is to end with a report.
const interrupt = onInterrupt();

/**
 * A Ctrl-C reaches the whole process group, and with it the compiler that the loader may be waiting for: then what there is to load does not
 * come, and nothing has been begun that could be reported.
 */
function endLoading(error: unknown): never {
  if (!interrupt.signal.aborted) throw error;
  process.stderr.write('interrupted before anything was begun: there is nothing to report\n');
  process.exit(INTERRUPTED);
}

const { command } = await import('./command.ts').catch(endLoading);

// Whatever a library has left open, a run that is over is over: its reports are written and its stage is clear.
process.exit(await command(process.argv.slice(2), interrupt, endLoading));
