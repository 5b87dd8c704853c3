import { describe, expect, it } from 'vitest';
import type { HappeningLine } from '../../../../shared/exchange-log/exchange-log.ts';
import { TranscriptRoom } from './transcript-room.ts';

const MEGABYTE = { kind: 'end', body: 'x'.repeat(1_000_000) } as unknown as HappeningLine;

describe('the room for the transcripts of a run', () => {
  it('lets the first violation of a cause keep a case of four million characters', () => {
    expect(new TranscriptRoom().limits(true).whole.characters).toBe(4_000_000);
    expect(new TranscriptRoom().limits(false)).toEqual({
      whole: { lines: 400, characters: 100_000 },
      cut: { lines: 400, characters: 100_000 },
    });
  });

  it('gets smaller with each transcript, and is never used up by those that keep their limits', () => {
    const room = new TranscriptRoom();
    room.take(Array.from({ length: 50 }, () => MEGABYTE));
    expect(room.limits(true).whole.characters).toBeLessThanOrEqual(2_000_000);
    expect(room.limits(true).whole.characters).toBeGreaterThan(1_900_000);
    room.take(Array.from({ length: 60 }, () => MEGABYTE));
    expect(room.limits(false).cut.characters).toBe(0);
  });
});
