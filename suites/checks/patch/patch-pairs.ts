import type { DialectChoices } from '../../../spec/dialects/index.ts';
import type { History } from '../../oracle/history.ts';
import type { Json } from '../../oracle/json.ts';
import { type WriteOutcome, outcomes } from '../fresh-reads.ts';
import { nullsTakenOver } from './nulls-taken-over.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';

/** A successful patch. */
export interface Patching extends WriteOutcome {
  readonly mediaType: string;
  readonly patch: Json;
}

/** Every patch of the history with a known previous state. */
export function patchings(history: History): Patching[] {
  return outcomes(history, 'patch').flatMap((outcome) => {
    const patch = outcome.exchange.request.body?.value;
    return patch === undefined ? [] : [{ ...outcome, mediaType: requestType(outcome.exchange), patch }];
  });
}

/** Pairs of patches of one media type, the second applied to the exact result of the first. */
export function successivePairs(all: readonly Patching[]): readonly (readonly [first: Patching, second: Patching])[] {
  return all.flatMap((second) => {
    const { before, mediaType } = second;
    const first = all.find(
      ({ response, mediaType: other }) =>
        other === mediaType &&
        response.version !== undefined &&
        response.version === before.version &&
        response.uid === before.uid &&
        response.exchange !== second.exchange,
    );
    return first === undefined ? [] : [[first, second] as const];
  });
}

/** Whether the result of a patch has its nulls as values, because the dialect stores those of a map that is not there. */
export function takesNullsOver({ mediaType, before, patch, exchange }: Patching, choices: DialectChoices): boolean {
  return nullsTakenOver(mediaType, before.content, patch, choices, exchange.call.resource.schema).length > 0;
}
