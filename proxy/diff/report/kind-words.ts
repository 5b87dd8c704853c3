import type { DifferenceKind, TrafficDifference } from '../values/difference.ts';

const WORDS: Readonly<Record<DifferenceKind, string>> = {
  status: 'another status',
  'media-type': 'another media type',
  value: 'another value',
  missing: 'missing member',
  extra: 'extra member',
  identity: 'another object',
  'missing-event': 'missing event',
  'extra-event': 'extra event',
  'event-order': 'events in another order',
  order: 'another order',
  'stale-list': 'older list',
  outcome: 'another outcome',
  'stream-end': 'another end of the stream',
  'missing-exchange': 'missing request',
  'extra-exchange': 'extra request',
};

/** A kind of difference in words: `missing event`. */
export function kindInWords(kind: DifferenceKind): string {
  return WORDS[kind];
}

/** The place of a difference; its kind in words if it is about the whole exchange. */
export function placeInWords({ place, kind }: Pick<TrafficDifference, 'place' | 'kind'>): string {
  return place === kind && place !== 'status' ? WORDS[kind] : place;
}
