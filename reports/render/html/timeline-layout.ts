import { append } from '../../../shared/group-by.ts';
import type { ShownExchange } from './shown-exchange.ts';

/**
 * The positions of a timeline's parts, in pixels. Its scale is the order of events, not the clock, so each text has
 * room.
 */
export interface TimelineLayout {
  readonly width: number;
  readonly lanes: readonly TimelineLane[];
}

/** One client, or one watch. */
export interface TimelineLane {
  readonly name: string;
  readonly bars: readonly Bar[];
}

export interface Bar {
  readonly exchange: ShownExchange;
  readonly from: number;
  readonly to: number;
  /** The position of each event of a watch. */
  readonly events: readonly number[];
}

/** The minimum length of a bar, and the minimum distance of two events of a watch. */
const BAR = 160;
const EVENT = 150;
const STEP = 16;

/** Overlapping requests are in separate lanes, and each watch has a lane of its own. */
export function timelineLayout(exchanges: readonly ShownExchange[]): TimelineLayout {
  const place = positions(exchanges);
  const end = Math.max(0, ...place.values());
  const bars = exchanges.map((exchange): Bar => {
    const { began, ended, events } = exchange.wire;
    const from = place.get(began) ?? 0;
    return {
      exchange,
      from,
      to: Math.max(from + BAR, place.get(ended) ?? end),
      events: events.map(({ at }) => place.get(at) ?? from),
    };
  });
  const lanes = [...clientLanes(bars.filter(({ exchange }) => !exchange.wire.isWatch)), ...watchLanes(bars)];
  return { width: Math.max(end, ...bars.map(({ to }) => to)), lanes };
}

/** The drawn position of each event, by its position in the transcript. */
function positions(exchanges: readonly ShownExchange[]): Map<number, number> {
  const bound = new Map<number, { readonly after: number; readonly by: number }[]>();
  const least = (position: number, after: number, by: number): void => append(bound, position, { after, by });
  for (const { wire } of exchanges) {
    least(wire.began, -1, 0);
    if (Number.isFinite(wire.ended)) least(wire.ended, wire.began, BAR);
    for (const [index, { at }] of wire.events.entries()) {
      least(at, wire.events[index - 1]?.at ?? wire.began, EVENT);
      if (Number.isFinite(wire.ended)) least(wire.ended, at, EVENT);
    }
  }
  const place = new Map<number, number>();
  let previous = -STEP;
  for (const position of [...bound.keys()].sort((a, b) => a - b)) {
    const wanted = (bound.get(position) ?? []).map(({ after, by }) => (place.get(after) ?? 0) + by);
    previous = Math.max(previous + STEP, ...wanted);
    place.set(position, previous);
  }
  return place;
}

/** Each bar in the first lane that is free. */
function clientLanes(bars: readonly Bar[]): TimelineLane[] {
  const lanes: Bar[][] = [];
  for (const bar of bars) {
    const free = lanes.find((lane) => (lane.at(-1)?.exchange.wire.ended ?? 0) < bar.exchange.wire.began);
    if (free === undefined) lanes.push([bar]);
    else free.push(bar);
  }
  return lanes.map((lane, index) => ({ name: `client ${String.fromCharCode(65 + (index % 26))}`, bars: lane }));
}

function watchLanes(bars: readonly Bar[]): TimelineLane[] {
  const watches = bars.filter(({ exchange }) => exchange.wire.isWatch);
  return watches.map((bar, index) => ({ name: watches.length === 1 ? 'watch' : `watch ${index + 1}`, bars: [bar] }));
}
