import { describe, expect, it } from 'vitest';
import { deciding } from './deciding.ts';

const TIMELINE = [
  'A [===]         PUT a -> 200 version 7',
  'B  [===]        PUT a -> 200 version 8',
  'C   [===]       GET a -> 200 version 8',
  'D    [===]      GET a -> 200 version 9',
  'E     [!!!]     GET a -> 200 version 10',
  'F      [===]    GET a -> 200 version 11',
];
const clients = (lines: readonly string[]): string => lines.map(([client]) => client).join('');

describe('the lines of a timeline that are shown', () => {
  it('are all of them if there is room', () => {
    expect(deciding(TIMELINE, 6)).toBe(TIMELINE);
  });

  it('are the request at issue and the nearest before it, and the others are counted', () => {
    const lines = deciding(TIMELINE, 3);
    expect(clients(lines)).toBe('CDE');
    expect(lines[0]).toContain('(3 more in the HTML report)');
    expect(lines[1]).not.toContain('more');
  });

  it('are those first that have a version of the evidence', () => {
    expect(clients(deciding(TIMELINE, 3, 'state of version "7", which was acknowledged'))).toBe('ADE');
    expect(clients(deciding(TIMELINE, 3, 'version 11 before version 10'))).toBe('DEF');
    expect(clients(deciding(TIMELINE, 2, 'version "7" and version "8"'))).toBe('CE');
  });

  it('are the first ones after a request at issue that has none before it', () => {
    expect(clients(deciding(TIMELINE.slice(4), 1))).toBe('E');
  });

  it('are the last ones if no request is at issue', () => {
    expect(clients(deciding(TIMELINE.slice(0, 4), 2))).toBe('CD');
  });
});
