import { cached } from '../../../shared/cached.ts';
import { matchPath } from '../../../spec/surface/match-path.ts';
import { resourceById } from '../../../spec/surface/resources.ts';
import type { ExchangeRecorder } from '../../target/recorder.ts';
import { isBusy, repeatedIfLost } from '../../target/retry.ts';
import type { Response, Target, TargetRequest } from '../../target/target.ts';
import { Turnstile } from './turnstile.ts';
import { splitTarget } from '../../../shared/exchange-log/split-target.ts';

/** Sends one request at a time: a target, or a wrapper of one. */
export type RequestSender = Pick<Target, 'request'>;

/** Concurrent requests of one operation: with all kinds beside each other, about sixty requests wait for a server. */
const AT_ONCE = 4;
/** Successive unanswered requests of one operation before it is paused. */
const OPERATION_TRIES = 2;
/**
 * Unresponsive operations, without a response to any other in between, before the whole server is paused; one of
 * them is a read.
 */
const SILENT_OPERATIONS = 3;
/** The time limit of a request as a multiple of the slowest response so far, and its minimum in milliseconds. */
const PATIENCE = { times: 10, leastMs: 2000 } as const;
/** Length of a pause, in milliseconds. */
const REST_MS = 10_000;

/** The requests of one operation. */
interface OperationLane {
  readonly turnstile: Turnstile;
  /** Successive requests without a response. */
  unanswered: number;
  restUntil: number;
}

/**
 * Sends the requests that remove a run's objects, without wasting time on an unresponsive server. An operation
 * (DELETE of pods) without a response twice in a row is paused for a while, and so is a server that responds to no
 * operation. A refusal for being busy counts as no response. A request that is not sent gets a response without a
 * status, whose `failure` says why. Once `end` aborts, it sends nothing and waits for nothing.
 */
export class PatientSender implements RequestSender {
  readonly #target: RequestSender;
  readonly #end: AbortSignal | undefined;
  readonly #ended: Promise<Response> | undefined;
  /** Unresponsive operations since the last response of any kind. */
  readonly #silent = new Set<string>();
  #restUntil = 0;
  /** Time of the slowest response, in milliseconds; absent before the first. */
  #slowestMs: number | undefined;
  readonly #lanes = new Map<string, OperationLane>();

  constructor(target: RequestSender, end?: AbortSignal) {
    this.#target = target;
    this.#end = end;
    this.#ended =
      end === undefined
        ? undefined
        : new Promise((resolve) =>
            end.addEventListener(
              'abort',
              () => resolve(withoutResponse('no response before the time for clearing was up')),
              {
                once: true,
              },
            ),
          );
  }

  async request(request: TargetRequest, recorder: ExchangeRecorder): Promise<Response> {
    const operation = operationOf(request);
    const lane = this.#lane(operation);
    return lane.turnstile.pass(async () => {
      const why = this.#whyNot(operation, lane);
      if (why !== undefined) return withoutResponse(why);
      const began = performance.now();
      const response = await this.#send(request, recorder);
      if (response.status === undefined || isBusy(response)) this.#noteSilence(operation, lane);
      else this.#noteResponse(lane, performance.now() - began);
      return response;
    });
  }

  #send(request: TargetRequest, recorder: ExchangeRecorder): Promise<Response> {
    const patience =
      this.#slowestMs === undefined ? {} : { patienceMs: Math.max(PATIENCE.leastMs, PATIENCE.times * this.#slowestMs) };
    // Removals may be sent twice.
    const sent = repeatedIfLost(() => this.#target.request({ ...request, ...patience }, recorder));
    return this.#ended === undefined ? sent : Promise.race([sent, this.#ended]);
  }

  #noteResponse(lane: OperationLane, ms: number): void {
    lane.unanswered = 0;
    this.#silent.clear();
    this.#slowestMs = Math.max(ms, this.#slowestMs ?? 0);
  }

  #noteSilence(operation: string, lane: OperationLane): void {
    const until = performance.now() + REST_MS;
    lane.unanswered += 1;
    if (lane.unanswered >= OPERATION_TRIES) lane.restUntil = until;
    this.#silent.add(operation);
    if (this.#silent.size >= SILENT_OPERATIONS && [...this.#silent].some((silent) => silent.startsWith('GET ')))
      this.#restUntil = until;
  }

  #lane(operation: string): OperationLane {
    return cached(this.#lanes, operation, () => ({ turnstile: new Turnstile(AT_ONCE), unanswered: 0, restUntil: 0 }));
  }

  #whyNot(operation: string, lane: OperationLane): string | undefined {
    if (this.#end?.aborted === true) return OUT_OF_TIME;
    const now = performance.now();
    if (now < this.#restUntil) return 'not sent: the server has stopped responding';
    return now < lane.restUntil ? `not sent: the server does not respond to ${operation}` : undefined;
  }
}

const OUT_OF_TIME = 'not sent: the time for clearing is up';

/** `DELETE of pods`. */
function operationOf({ method, target }: TargetRequest): string {
  const { path } = splitTarget(target);
  const resource = matchPath(path)?.operations.get(method)?.resource;
  return `${method} of ${resource === undefined ? path : resourceById(resource).plural}`;
}

function withoutResponse(failure: string): Response {
  return { exchange: 0, status: undefined, body: undefined, failure };
}
