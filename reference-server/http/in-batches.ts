import { inNextTurn } from '../store/next-turn.ts';

/** So many answers go out together at most, so that the first of them does not wait for long. */
const MOST_SENT = 8;

let asked: (() => void)[] = [];
let ready: (() => void)[] = [];
let isSendingDue = false;

/**
 * What comes in one turn of the event loop is served at its end, step by step for all of it: code that has just run for one request runs for the next
 * in half the time. What is then ready is sent together: each answer that goes out by itself wakes up its reader by itself, which costs this process
 * more than to write it.
 *
 * A worked example: the bodies of five requests come in one turn. At its end all five are parsed, then all five are stored, then five answers are sent.
 */
export function serveTogether(serve: () => void): void {
  if (asked.push(serve) > 1) return;
  inNextTurn(serveAsked);
  // Behind that, so that what is ready by then goes out in this turn still.
  haveSent();
}

/** Sends what is ready in one turn of the event loop at its end. */
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
