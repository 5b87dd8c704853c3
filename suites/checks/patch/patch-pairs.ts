import type { History } from '../../oracle/history.ts';
import type { Json } from '../../oracle/json.ts';
import { worldOf } from '../../oracle/world.ts';
import type { Outcome } from '../looks.ts';
import { outcomes } from '../looks.ts';
import { mediaTypeOf } from './patched.ts';

/** A patch that was carried out. */
export interface Patching extends Outcome {
  readonly mediaType: string;
  readonly patch: Json;
}

/** Every patch of the history whose state before is known. */
export function patchings(history: History): Patching[] {
  return outcomes(history, worldOf(history), 'patch').flatMap((outcome) => {
    const patch = outcome.exchange.request.body?.value;
    return patch === undefined ? [] : [{ ...outcome, mediaType: mediaTypeOf(outcome), patch }];
  });
}

/** Those of one media type that met exactly the state which another had made. */
export function inTurn(all: readonly Patching[]): readonly (readonly [first: Patching, second: Patching])[] {
  return all.flatMap((second) => {
    const { before, mediaType } = second;
    const first = all.find(
      ({ answer, mediaType: other }) =>
        other === mediaType &&
        answer.version !== undefined &&
        answer.version === before.version &&
        answer.uid === before.uid &&
        answer.exchange !== second.exchange,
    );
    return first === undefined ? [] : [[first, second] as const];
  });
}
