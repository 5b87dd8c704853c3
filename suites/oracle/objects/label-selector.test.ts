import { array, assert, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelSelectorOver, labelRequirementOver } from '../../generators/selectors.ts';
import { labels, labelSets } from '../../generators/labels.ts';
import { parseFieldSelector, selectsFields } from './field-selector.ts';
import type { JsonObject } from '../json.ts';
import { type LabelRequirement, labelSelectorText, parseLabelSelector, selectsLabels } from './label-selector.ts';

const labelled = (map: JsonObject): JsonObject => ({ metadata: { labels: map } });

function selects(text: string, object: JsonObject): boolean | undefined {
  const requirements = parseLabelSelector(text);
  return requirements === undefined ? undefined : selectsLabels(requirements, object);
}

const OPPOSITE: Readonly<Record<LabelRequirement['operator'], LabelRequirement['operator']>> = {
  in: 'notin',
  notin: 'in',
  exists: 'absent',
  absent: 'exists',
};

/** The condition that selects the complement (every collection is partitioned). */
function opposite({ key, operator, values }: LabelRequirement): LabelRequirement {
  return { key, operator: OPPOSITE[operator], values };
}

describe('a label selector', () => {
  it('selects by every operator', () => {
    const object = labelled({ a: '1', e: '', 'x.y/z': 'q' });
    const yes = [
      '',
      'a',
      'a=1',
      'a==1',
      ' a = 1 ',
      'a!=2',
      'b!=1',
      'a in (0,1)',
      'a in(1)',
      'a notin (2, 3)',
      'b notin (1)',
      '!b',
      'a,!b,e=',
      'e in ()',
      'x.y/z=q',
      'a in (1),e',
    ];
    const no = ['b', 'a=2', 'a!=1', 'b=', 'a in (2)', 'b in (1)', 'a notin (1)', '!a', 'a,b', 'e!='];
    expect(yes.filter((text) => selects(text, object) !== true)).toEqual([]);
    expect(no.filter((text) => selects(text, object) !== false)).toEqual([]);
  });

  it('that is invalid is recognised', () => {
    expect(
      ['a===1', 'a=1,', ',a', 'a in', 'a in (1', 'a b', '=1', '!', 'a=b=c', 'a=ä', '!a=1', '(a)'].filter(
        (text) => parseLabelSelector(text) !== undefined,
      ),
    ).toEqual([]);
  });

  it('treats objects without labels as objects with no label', () => {
    expect(selects('!a', { metadata: { name: 'x' } })).toBe(true);
    expect(selects('a!=1', {})).toBe(true);
    expect(selects('a', { metadata: { labels: null } })).toBe(false);
    expect(selects('constructor', labelled({}))).toBe(false);
  });

  it('and its complement select every object', () => {
    const cases = labelSets(4).chain((sets) =>
      labelRequirementOver(sets).map((requirement) => ({ sets, requirement })),
    );
    assert(
      property(cases, ({ sets, requirement }) => {
        for (const map of sets)
          expect(selectsLabels([requirement], labelled(map))).toBe(
            !selectsLabels([opposite(requirement)], labelled(map)),
          );
      }),
    );
  });

  it('has the same meaning as text', () => {
    const cases = array(labels(), { minLength: 1, maxLength: 4 }).chain((sets) =>
      labelSelectorOver(sets).map((requirements) => ({ sets, requirements })),
    );
    assert(
      property(cases, ({ sets, requirements }) => {
        const again = parseLabelSelector(labelSelectorText(requirements));
        expect(again).toEqual(requirements);
        for (const map of sets)
          expect(selectsLabels(again ?? [], labelled(map))).toBe(
            requirements.every((each) => selectsLabels([each], labelled(map))),
          );
      }),
    );
  });
});

describe('a field selector', () => {
  const object: JsonObject = { metadata: { name: 'a,b' }, spec: { nodeName: '' }, status: { phase: 'Pending' } };
  const by = (text: string): boolean | undefined => {
    const requirements = parseFieldSelector(text);
    return requirements === undefined ? undefined : selectsFields(requirements, object);
  };

  it('selects by equality and its opposite', () => {
    expect(by('status.phase=Pending')).toBe(true);
    expect(by('status.phase==Pending,spec.nodeName=')).toBe(true);
    expect(by('status.phase!=Pending')).toBe(false);
    expect(by('metadata.namespace!=x')).toBe(true);
    expect(by(String.raw`metadata.name=a\,b`)).toBe(true);
    expect(by('')).toBe(true);
  });

  it('that is invalid is recognised', () => {
    expect(['metadata.name', '=x', 'a=b=c', 'a!b'].filter((text) => parseFieldSelector(text) !== undefined)).toEqual(
      [],
    );
  });

  it('reads escaped characters and empty values', () => {
    expect(parseFieldSelector(String.raw`metadata.name=a\,b\=c\\d,a!=`)).toEqual([
      { field: 'metadata.name', operator: '=', value: String.raw`a,b=c\d` },
      { field: 'a', operator: '!=', value: '' },
    ]);
  });
});
