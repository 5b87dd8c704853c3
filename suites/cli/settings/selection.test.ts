import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.ts';
import { select } from './selection.ts';

function idsOf(...rules: readonly string[]): string[] {
  return select(RULES, { rules }).map(({ rule }) => rule.id);
}

const ALL = RULES.map(({ id }) => id);

describe('clauses of --clause', () => {
  const idsUnder = (...clauses: readonly string[]): string[] => select(RULES, { clauses }).map(({ rule }) => rule.id);

  it('select the rules that cite them or a clause below them, and no rule of a clause with a longer number', () => {
    const cited = (id: string): boolean => id === 'semantics.1' || id.startsWith('semantics.1.');
    expect(idsUnder('semantics.1')).toEqual(RULES.filter(({ cites }) => cites.some(cited)).map(({ id }) => id));
    expect(idsUnder('semantics.1')).toContain('replace/stale-version-is-refused');
    expect(idsUnder('semantics').length).toBeGreaterThan(idsUnder('semantics.1').length);
  });

  it('of an endpoint select every rule on its operation alone', () => {
    const selected = select(RULES, { clauses: ['endpoints.get.api.v1.pods'] });
    expect(selected.map(({ rule }) => rule.id)).toContain('list/is-a-list-of-its-kind');
    expect(new Set(selected.flatMap(({ operations }) => operations.map(({ id }) => id)))).toEqual(
      new Set(['GET /api/v1/pods']),
    );
  });

  it('that do not exist, or that no rule judges, are refused', () => {
    expect(() => idsUnder('semantics.99')).toThrow(/the document has no clause 'semantics\.99'/);
    expect(() => idsUnder('container.command.1')).toThrow(
      /no rule judges 'container\.command\.1': It shows only inside/,
    );
  });
});

describe('patterns of --rules', () => {
  it('leave rules out after !, of all rules if no other pattern is given', () => {
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

  it('may leave no rule', () => {
    expect(idsOf('discovery', '!discovery')).toEqual([]);
  });
});
