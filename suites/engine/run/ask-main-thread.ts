import { BroadcastChannel } from 'node:worker_threads';

/**
 * Lets the judging thread get values that only the command line's thread has. It asks on a named channel and gets
 * one response, however often it asks.
 */
type Message<T> = { readonly ask: true } | { readonly response: T };

/** Responds on the channel until `close`; `response` is called for the first request. */
export function respondOn<T>(name: string, response: () => Promise<T>): { close(): void } {
  const channel = new BroadcastChannel(name);
  let responder: Promise<T> | undefined;
  listen<T>(channel, (message) => {
    if (!('ask' in message)) return;
    responder ??= response();
    void responder.then((value) => say(channel, { response: value }));
  });
  return { close: () => channel.close() };
}

/** Asks on the channel with that name. `undefined` if no response comes within that time, in milliseconds. */
export function askOn<T>(name: string, patienceMs: number): Promise<T | undefined> {
  const channel = new BroadcastChannel(name);
  return new Promise<T | undefined>((resolve) => {
    const timer = setTimeout(() => resolve(undefined), patienceMs);
    listen<T>(channel, (message) => {
      if (!('response' in message)) return;
      clearTimeout(timer);
      resolve(message.response);
    });
    say<T>(channel, { ask: true });
  }).finally(() => channel.close());
}

function listen<T>(channel: BroadcastChannel, take: (message: Message<T>) => void): void {
  channel.addEventListener('message', (event) => take((event as Event & { readonly data: Message<T> }).data));
}

function say<T>(channel: BroadcastChannel, message: Message<T>): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
  channel.postMessage(message);
}
