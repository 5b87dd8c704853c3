import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Resolves when the user asks for the end. Who asks twice does not want to wait: the process ends then, after what `atExit` was told has been done. */
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

/** Does something when the process ends, however it ends but for SIGKILL; the disposer takes that back. It cannot wait for anything. */
export function atExit(last: () => void): Disposable {
  process.once('exit', last);
  return { [Symbol.dispose]: () => void process.removeListener('exit', last) };
}
