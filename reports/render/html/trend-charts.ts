import { markup, type Markup } from '../../../shared/page/markup.ts';
import { minuteOf } from '../../tally/report-names.ts';
import type { Trend, TrendPoint } from '../../tally/trends.ts';

/** In units of the drawing. */
const WIDTH = 560;
const HEIGHT = 150;
const LEFT = 50;
const RIGHT = 40;
const TOP = 26;
const BOTTOM = 30;
/** Labels are left out beyond this number of values. */
const MOST_LABELS = 12;

/** For each target with several runs: the number of failed rules, and the run time, over the start times. */
export function trendCharts(trends: readonly Trend[]): Markup {
  if (trends.length === 0) return markup``;
  return markup`<section aria-labelledby="trends"><h2 id="trends">Over time</h2>${trends.map(
    ({ target, runs }) => markup`<h3 class="chart-head"><code>${target}</code></h3><div class="charts">
${chart({ name: 'failed rules', runs, valueOf: ({ failed }) => failed, format: String })}
${chart({ name: 'run time', runs, valueOf: ({ durationMs }) => durationMs / 1000, format: (value) => `${value.toFixed(1)} s` })}</div>`,
  )}</section>`;
}

interface Chart {
  readonly name: string;
  readonly runs: readonly TrendPoint[];
  readonly valueOf: (run: TrendPoint) => number;
  readonly format: (value: number) => string;
}

function chart({ name, runs, valueOf, format }: Chart): Markup {
  const values = runs.map(valueOf);
  const most = Math.max(...values, 1);
  const places = placesOf(runs).map((share, index) => ({
    x: round(LEFT + share * (WIDTH - LEFT - RIGHT)),
    y: round(heightOf((values[index] ?? 0) / most)),
    value: format(values[index] ?? 0),
    when: minuteOf(runs[index]?.startedAt ?? ''),
  }));
  const spoken = `${name}: ${places.map(({ value, when }) => `${value} at ${when}`).join(', ')}`;
  const label = places.length <= MOST_LABELS;
  return markup`<figure class="chart"><figcaption>${name}</figcaption><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${spoken}">
${axis(0, format(0))}${axis(1, format(most))}
<polyline points="${places.map(({ x, y }) => `${x},${y}`).join(' ')}"></polyline>
${places.map(({ x, y, value, when }) => markup`<g><title>${`${when}: ${value}`}</title><circle cx="${x}" cy="${y}" r="4"></circle>${label && markup`<text class="value" x="${x}" y="${y - 9}">${value}</text>`}</g>`)}
<text x="${LEFT}" y="${HEIGHT - 8}">${places[0]?.when}</text><text class="end" x="${WIDTH - RIGHT}" y="${HEIGHT - 8}">${places.at(-1)?.when}</text></svg></figure>`;
}

function axis(share: number, text: string): Markup {
  const y = heightOf(share);
  return markup`<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y}" y2="${y}"></line><text class="end" x="${LEFT - 8}" y="${y + 4}">${text}</text>`;
}

function heightOf(share: number): number {
  return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
}

/** From 0 to 1 by start time; by order if the times are unknown or equal. */
export function placesOf(runs: readonly TrendPoint[]): number[] {
  const times = runs.map(({ startedAt }) => Date.parse(startedAt));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const span = last - first;
  return times.map((time, index) => (span > 0 ? (time - first) / span : index / Math.max(1, runs.length - 1)));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
