import { setTimeout as sleep } from 'node:timers/promises';
import { headerValue } from '../../../shared/exchange-log/header-value.ts';
import type { ExchangeRecorder } from '../recorder.ts';
import { TargetError } from '../target-error.ts';
import type { Target } from '../target.ts';
import { diagnoseResponses, diagnosePlain, suggestsTls } from './response-diagnosis.ts';
import type { Connection } from './connection.ts';
import { diagnoseSilence, mayHideTls, mostTelling } from './failure-diagnosis.ts';
import { DOOR, furtherQuestions, type PreflightRequest } from './questions.ts';
import { hasHead, isOfTheApi, type PreflightResponse } from './response.ts';
import { speaksTls } from './speaks-tls.ts';

/** In bytes. Every discovery document is smaller. */
const LARGEST_BODY = 1024 * 1024;
/**
 * If the first response takes longer than this, in milliseconds, the other questions are sent without waiting for
 * it.
 */
const LATE_AFTER_MS = 1_000;

export interface PreflightOptions {
  readonly connection: Connection;
  /** Time limit of the whole preflight, in milliseconds. */
  readonly timeoutMs: number;
  /** The only namespace that the run may use. */
  readonly namespace?: string;
}

/**
 * Reads a few paths before a run. Throws a one-line `TargetError` if they prove that the target is no Cluster
 * Resource API, or refuses us everywhere. A target that responds well to the first question gets no other.
 */
export async function preflight(target: Target, recorder: ExchangeRecorder, options: PreflightOptions): Promise<void> {
  const until = performance.now() + options.timeoutMs;
  const ask = (question: PreflightRequest): Promise<PreflightResponse> =>
    askOne(target, recorder, question, Math.max(1, Math.ceil(until - performance.now())));
  // All of the time, so the message names the time limit that the user set, on a busy machine too.
  const door = askOne(target, recorder, DOOR, options.timeoutMs);
  const early = await Promise.race([
    door,
    sleep(Math.min(LATE_AFTER_MS, options.timeoutMs / 4), undefined, { ref: false }),
  ]);
  if (early !== undefined && isOfTheApi(early)) return;
  const responses = await Promise.all([door, ...furtherQuestions(options.namespace).map(ask)]);
  if (responses.some(isOfTheApi)) return;
  const line = await diagnosis(options.connection, responses);
  if (line !== undefined) throw new TargetError('unreachable', line);
}

async function askOne(
  target: Target,
  recorder: ExchangeRecorder,
  question: PreflightRequest,
  patienceMs: number,
): Promise<PreflightResponse> {
  const response = await target.request(
    {
      method: 'GET',
      target: question.path,
      headers: [['Accept', 'application/json']],
      patienceMs,
      maxBody: LARGEST_BODY,
    },
    recorder,
  );
  const head = recorder.lines.find((line) => line.kind === 'response' && line.exchange === response.exchange);
  const headers = head?.kind === 'response' ? head.headers : [];
  return {
    question,
    status: response.status,
    mediaType: headerValue(headers, 'content-type')?.split(';')[0]?.trim().toLowerCase(),
    location: headerValue(headers, 'location'),
    text: response.body?.text ?? '',
    failure: response.failure,
  };
}

async function diagnosis(connection: Connection, responses: readonly PreflightResponse[]): Promise<string | undefined> {
  const { baseUrl } = connection;
  if (responses.some(hasHead))
    return suggestsTls(connection, responses) && (await speaksTls(baseUrl))
      ? diagnosePlain(connection)
      : diagnoseResponses(connection, responses);
  const failure = mostTelling(responses.flatMap((response) => response.failure ?? []));
  return diagnoseSilence(connection, { failure, tls: mayHideTls(failure) && (await speaksTls(baseUrl)) });
}
