import { inNextTurn } from '../store/next-turn.ts';

/** At most this many responses are sent together, so the first one does not wait for long. */
const MOST_SENT = 8;

let asked: (() => void)[] = [];
let ready: (() => void)[] = [];
let isSendingDue = false;

/**
 * Serves all requests of one turn of the event loop at its end, step by step: code that has just run for one request
 * runs for the next in half the time. The responses are sent together, because waking a reader for each response
 * costs this process more than writing it.
 * A worked example: the bodies of five requests come in one turn. At its end all five are parsed, then all five are
 * stored, then five responses are sent.
 */
export function serveTogether(serve: () => void): void {
  if (asked.push(serve) > 1) return;
  inNextTurn(serveAsked);
  // Afterwards, so responses that are ready by then are sent in this turn too.
  haveSent();
}

/** Sends the responses of one turn of the event loop at its end. */
export function sendTogether(send: () => void): void {
  if (ready.push(send) === MOST_SENT) sendReady();
  else haveSent();
}

function haveSent(): void {
  if (isSendingDue) return;
  isSendingDue = true;
  inNextTurn(sendDue);
}

function sendDue(): void {
  isSendingDue = false;
  sendReady();
}

function serveAsked(): void {
  const serving = asked;
  asked = [];
  for (const serve of serving) serve();
}

function sendReady(): void {
  const sending = ready;
  ready = [];
  for (const send of sending) send();
}
