import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { at } from '../../oracle/json.ts';
import { eachInTurn, inTurn, minimalObject, resourceOf, type Steps, stepsOn } from '../cases.ts';
import type { Program, Rule, Template } from '../rule.ts';
import { refusalRule } from './refusal-rule.ts';

const BOUNDS = ['maxSurge', 'maxUnavailable'];

const ofWholeStrategies: Rule = refusalRule(
  'max-surge-and-max-unavailable-are-not-both-zero',
  (_, object) =>
    BOUNDS.every((bound) => {
      const value = at(object, 'spec', 'strategy', 'rollingUpdate', bound);
      return value === 0 || value === '0%';
    }),
  4,
);

export const rule: Rule = {
  ...ofWholeStrategies,
  cases: (operation, choices) => {
    const whole = ofWholeStrategies.cases(operation, choices);
    return operation.verb === 'patch'
      ? eachInTurn(
          whole,
          inTurn(...BOUNDS).map((bound) => otherBoundByPatch(stepsOn(resourceOf(operation)), bound)),
        )
      : whole;
  },
};

/** The other bound is 0, and a patch of each type sets only this one. */
function otherBoundByPatch(on: Steps, bound: string): Program {
  const made: Template = {
    $edit: minimalObject(on.maker, '{{a}}'),
    with: [
      {
        set: '/spec/strategy',
        to: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 0, [bound]: 1 } },
      },
    ],
  };
  const merged: Template = { spec: { strategy: { rollingUpdate: { [bound]: 0 } } } };
  return [
    on.create(made),
    on.get('{{a}}'),
    on.patch('{{a}}', merged, { contentType: MERGE_PATCH_TYPE }),
    on.get('{{a}}'),
    on.patch('{{a}}', merged, { contentType: STRATEGIC_MERGE_PATCH_TYPE }),
    on.get('{{a}}'),
    on.patch('{{a}}', [{ op: 'replace', path: `/spec/strategy/rollingUpdate/${bound}`, value: '0%' }], {
      contentType: JSON_PATCH_TYPE,
    }),
    on.get('{{a}}'),
  ];
}
