import { selects } from '../../record/selection.ts';
import { copyOf } from '../bend.ts';
import { CutError } from '../cut-error.ts';
import type { FaultyRequest, FaultyResponse, Hooks, WatchFrame } from '../fault.ts';
import { happens } from './decision.ts';
import type { Delivery, Disturbing, Dose } from './disturbance.ts';

/** The number of reads whose responses are kept for stale responses. */
const REMEMBERED = 1000;

/**
 * Hooks that disturb requests, responses and watch events according to the doses. Each decision is for the n-th
 * request to a path, and for the m-th event of its stream.
 *
 *     seed 7, drop-event=0.5    the second watch of /api/v1/pods loses its first and fourth event, in this run and in the next
 */
export function disturbingHooks(disturbing: Disturbing): Hooks {
  const counts = new Map<string, number>();
  const turns = new WeakMap<FaultyRequest, number>();
  const memory = new KeptResponses();
  const struck = (request: FaultyRequest, place: string, ofEvent: readonly number[] = []): Dose[] => {
    if (
      !selects(disturbing.selection, { method: request.method, target: `${request.path}?${request.query.toString()}` })
    )
      return [];
    const turn = turns.get(request) ?? 0;
    return disturbing.doses.filter(
      ({ disturbance, probability }) =>
        place in disturbance &&
        disturbance.concerns(request) &&
        happens(probability, disturbing.seed, disturbance.name, request.method, request.path, turn, ...ofEvent),
    );
  };
  const report = (request: FaultyRequest, dose: Dose, what = ''): void =>
    disturbing.onDone(`${dose.disturbance.name}: ${request.method} ${request.path} #${turns.get(request) ?? 0}${what}`);
  return {
    async request(request) {
      const name = `${request.method} ${request.path}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      turns.set(request, counts.get(name) ?? 0);
      delete request.headers['accept-encoding'];
      for (const dose of struck(request, 'request')) {
        report(request, dose);
        const response = await dose.disturbance.request?.(request, dose.value);
        if (response !== undefined) return response;
      }
      return undefined;
    },
    response(response, request) {
      const older = memory.olderThan(response, request);
      for (const dose of struck(request, 'response')) {
        const done = dose.disturbance.response?.(response, older);
        if (done === undefined || done === 'nothing') continue;
        report(request, dose);
        if (done === 'cut') throw new CutError('cut');
      }
    },
    async event(frame, request, stream) {
      const index = Number(stream.get('events') ?? 0) + 1;
      stream.set('events', index);
      const held = heldIn(stream);
      stream.delete('held');
      let delivered: Delivery = { now: [frame] };
      for (const dose of struck(request, 'event', [index])) {
        report(request, dose, `, event ${index} ${frame.type} ${nameOf(frame)}`);
        const instead = await dose.disturbance.event?.(frame, dose.value);
        if (instead === undefined) continue;
        delivered = instead;
        break;
      }
      if (delivered.later !== undefined) stream.set('held', [...held, ...delivered.later]);
      const frames = delivered.later === undefined ? [...delivered.now, ...held] : delivered.now;
      if (delivered.end !== undefined) throw new CutError(delivered.end, frames);
      return frames;
    },
    closingFrames: heldIn,
  };
}

/** Frames that wait for the next one of their stream. */
function heldIn(stream: Map<string, unknown>): readonly WatchFrame[] {
  return (stream.get('held') as readonly WatchFrame[] | undefined) ?? [];
}

function nameOf({ object }: WatchFrame): string {
  const metadata = object['metadata'];
  return typeof metadata === 'object' && metadata !== null && 'name' in metadata ? String(metadata.name) : '';
}

/** The last two different responses to each read. */
class KeptResponses {
  readonly #kept = new Map<string, { readonly text: string; readonly now: unknown; readonly older: unknown }>();

  /** Stores the response to a read, and returns the previous one; `undefined` if it is unknown. */
  olderThan(response: FaultyResponse, { method, path, query }: FaultyRequest): unknown {
    if (method !== 'GET' || response.status !== 200 || response.json === undefined) return undefined;
    const name = `${path}?${query.toString()}`;
    const kept = this.#kept.get(name);
    const text = JSON.stringify(response.json);
    if (kept?.text === text) return kept.older;
    this.#kept.delete(name);
    this.#kept.set(name, { text, now: copyOf(response.json), older: kept?.now });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > REMEMBERED && oldest !== undefined) this.#kept.delete(oldest);
    return kept?.now;
  }
}
