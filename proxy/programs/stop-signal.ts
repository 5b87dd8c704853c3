import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Resolves at the first interrupt. The second one ends the process at once, after the actions of `atExit`. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of SIGNALS) {
      process.once(signal, () => {
        resolve();
        process.once(signal, () => process.exit(128 + constants.signals[signal]));
      });
    }
  });
}

/** Runs an action when the process ends, except by SIGKILL; disposing cancels it. It cannot be asynchronous. */
export function atExit(last: () => void): Disposable {
  process.once('exit', last);
  return { [Symbol.dispose]: () => void process.removeListener('exit', last) };
}
