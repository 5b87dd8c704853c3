import { describe, expect, it } from 'vitest';
import { JUDGED_RULES } from '../engine/judged-rules.ts';
import { select } from './selection.ts';

function idsOf(...rules: readonly string[]): string[] {
  return select(JUDGED_RULES, { rules }).map(({ rule }) => rule.id);
}

const ALL = JUDGED_RULES.map(({ id }) => id);

describe('patterns of --rules', () => {
  it('leave rules out after !, of all rules where nothing else is named', () => {
    expect(idsOf('!control-loops')).toEqual(ALL.filter((id) => !id.startsWith('control-loops/')));
    expect(idsOf('!control-loops/*', '!media-types/protobuf*')).toEqual(
      ALL.filter((id) => !/^control-loops\/|^media-types\/protobuf/.test(id)),
    );
  });

  it('leave rules out of those that the others select, in whatever order', () => {
    const expected = ALL.filter((id) => id.startsWith('watch/') && !id.endsWith('-removed'));
    expect(expected.length).toBeLessThan(idsOf('watch').length);
    expect(idsOf('watch', '!watch/*-removed')).toEqual(expected);
    expect(idsOf('!watch/*-removed', 'watch')).toEqual(expected);
  });

  it('that match nothing are refused with a suggestion', () => {
    expect(() => idsOf('!control-lops')).toThrow(/no rule matches '!control-lops'; did you mean 'control-loops\//);
    expect(() => idsOf('watch', '!')).toThrow(/no rule matches '!'/);
  });

  it('can leave nothing', () => {
    expect(idsOf('discovery', '!discovery')).toEqual([]);
  });
});
