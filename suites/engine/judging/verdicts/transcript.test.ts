import { linesFrom, type Literal } from '../../../checks/history-literals.fixture.ts';
import { describe, expect, it } from 'vitest';
import type { HappeningLine } from '../../../../shared/exchange-log/exchange-log.ts';
import { TranscriptRoom } from '../effort/transcript-room.ts';
import { counterpart, omittedRequests, transcriptOf } from './transcript.ts';

const FIRST = new TranscriptRoom().limits(true);
const OTHER = new TranscriptRoom().limits(false);

/** Lines of that many exchanges, two each. */
const linesOf = (exchanges: number): HappeningLine[] =>
  Array.from(
    { length: exchanges * 2 },
    (_, n) => ({ kind: 'end', n, t: n, exchange: Math.floor(n / 2) + 1, how: 'complete' }) as unknown as HappeningLine,
  );
const exchangesOf = (lines: readonly HappeningLine[]): number[] => [...new Set(lines.map(({ exchange }) => exchange))];

describe('requests that a transcript leaves out', () => {
  it('are counted up to its last line', () => {
    const sent = (exchange: number): HappeningLine => ({ kind: 'request', exchange }) as HappeningLine;
    const lines = [sent(1), sent(2), sent(3), sent(4)];
    expect(
      omittedRequests(
        lines,
        [lines[0], lines[2]].flatMap((line) => line ?? []),
      ),
    ).toBe(1);
    expect(omittedRequests(lines, lines)).toBe(0);
  });

  it('stand at the same place on the reference server', () => {
    const sent = (exchange: number): HappeningLine => ({ kind: 'request', exchange }) as HappeningLine;
    expect(counterpart([sent(61), sent(62)], [sent(25), sent(26)], 62)).toBe(26);
  });
});

describe('the transcript of a broken case', () => {
  it('has every line of a short case', () => {
    expect(transcriptOf(linesOf(200), { exchange: 1 }, OTHER)).toHaveLength(400);
  });

  it('has every line of a longer case for the first violation of a cause', () => {
    expect(transcriptOf(linesOf(2000), { exchange: 1 }, FIRST)).toHaveLength(4000);
    expect(transcriptOf(linesOf(2001), { exchange: 2001 }, FIRST)).toHaveLength(400);
  });

  it.each([
    ['of the first violation of a cause', 201, true],
    ['of another violation', 20, false],
  ])(
    '%s has the decisive exchange and those before it, whole, if long lists make the case large',
    (_, count, isFirst) => {
      const large = linesOf(count).map((line) => ({ ...line, body: { text: 'x'.repeat(10_000) } }) as HappeningLine);
      const kept = transcriptOf(large, { exchange: count }, isFirst ? FIRST : OTHER);
      expect(kept).toEqual(large.slice(-10));
    },
  );

  it('has the decisive exchange, however long the case is before it', () => {
    const kept = exchangesOf(transcriptOf(linesOf(5000), { exchange: 4990 }, OTHER));
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([200, 4791, 4990]);
  });

  it('has the exchanges that are involved, and the lines before the last of them', () => {
    const kept = exchangesOf(transcriptOf(linesOf(5000), { exchange: 3, involved: [2000, 4000] }, OTHER));
    expect(kept.slice(0, 3)).toEqual([3, 2000, 3803]);
    expect(kept.at(-1)).toBe(4000);
  });

  it('has the request of a watch at issue, however many events it delivered', () => {
    const events = Array.from({ length: 900 }, () => ({ event: 'w', type: 'ADDED', object: {} }));
    const lines = linesFrom([{ open: 'GET /api/v1/pods?watch=true', as: 'w' }, ...events, { end: 'w' }]);
    const kept = transcriptOf(lines, { exchange: 1 }, OTHER);
    expect([kept.length, kept[0]?.kind, kept.at(-1)?.kind]).toEqual([400, 'request', 'end']);
  });

  it('has the read after a refused write that shows its trace, and the create, however much else was sent', () => {
    const pods = '/api/v1/namespaces/a/pods';
    const sent = (method: string, path: string): Literal => ({ send: `${method} ${path}`, response: [200, {}] });
    const others = Array.from({ length: 300 }, () => sent('GET', `${pods}/other`));
    const lines = linesFrom([
      sent('GET', `${pods}/p`),
      ...others,
      sent('PUT', `${pods}/p`),
      ...others,
      sent('GET', `${pods}/p`),
      sent('GET', pods),
      ...others,
    ]);
    const kept = exchangesOf(transcriptOf(lines, { exchange: 302 }, OTHER));
    expect(kept).toEqual(expect.arrayContaining([1, 301, 302, 603, 604]));
    expect(kept).not.toContain(303);
  });

  it('ends with the last lines if no exchange is at issue', () => {
    expect(exchangesOf(transcriptOf(linesOf(5000), { exchange: 9999 }, OTHER)).at(-1)).toBe(5000);
  });
});
