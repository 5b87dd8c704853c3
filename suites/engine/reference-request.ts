import { BroadcastChannel } from 'node:worker_threads';

/**
 * How the thread that judges gets a reference server from the process that may start one: it asks on a channel of that name when a rule
 * fails for the first time, and gets one answer, however often it asks.
 */
export type ReferenceAnswer = { readonly url: string } | { readonly unavailable: string };

type Message = { readonly ask: true } | { readonly answer: ReferenceAnswer };

/** After this time whoever should answer is taken to be gone. */
const PATIENCE_MS = 60_000;

/** Answers on the channel until `close`; `start` is called for the first who asks. */
export function answerReferenceRequests(name: string, start: () => Promise<ReferenceAnswer>): { close(): void } {
  const channel = new BroadcastChannel(name);
  let started: Promise<ReferenceAnswer> | undefined;
  listen(channel, (message) => {
    if (!('ask' in message)) return;
    started ??= start();
    void started.then((answer) => say(channel, { answer }));
  });
  return { close: () => channel.close() };
}

/** Asks on the channel of that name. */
export function askForReference(name: string): Promise<ReferenceAnswer> {
  const channel = new BroadcastChannel(name);
  return new Promise<ReferenceAnswer>((resolve) => {
    const timer = setTimeout(() => resolve({ unavailable: 'nobody answered the request for a reference server' }), PATIENCE_MS);
    listen(channel, (message) => {
      if (!('answer' in message)) return;
      clearTimeout(timer);
      resolve(message.answer);
    });
    say(channel, { ask: true });
  }).finally(() => channel.close());
}

function listen(channel: BroadcastChannel, take: (message: Message) => void): void {
  channel.addEventListener('message', (event) => take((event as Event & { readonly data: Message }).data));
}

function say(channel: BroadcastChannel, message: Message): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
  channel.postMessage(message);
}
