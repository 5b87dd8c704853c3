import { type Arbitrary, array, constant, constantFrom, oneof, tuple, uniqueArray } from 'fast-check';
import type { JsonObject } from '../oracle/json.ts';
import type { LabelRequirement } from '../oracle/objects/label-selector.ts';

/**
 * Selectors of one to three conditions, over labels that some of those label maps have and over labels that none
 * has.
 */
export function labelSelectorOver(labelSets: readonly JsonObject[]): Arbitrary<readonly LabelRequirement[]> {
  return array(labelRequirementOver(labelSets), { minLength: 1, maxLength: 3 });
}

/** One condition. */
export function labelRequirementOver(labelSets: readonly JsonObject[]): Arbitrary<LabelRequirement> {
  const entries = labelSets.flatMap((labels) => Object.entries(labels));
  const key = constantFrom(...new Set([...entries.map(([name]) => name), 'plumbline-absent', 'app', 'ap']));
  return key.chain((name) => {
    const values = [
      ...new Set([...entries.filter(([other]) => other === name).map(([, value]) => String(value)), 'x', 'absent']),
    ];
    const some = uniqueArray(constantFrom(...values), { minLength: 1, maxLength: 3 });
    const operator = constantFrom<LabelRequirement['operator']>('in', 'notin');
    return oneof<Arbitrary<LabelRequirement>[]>(
      tuple(operator, some).map(([chosen, among]) => ({ key: name, operator: chosen, values: among })),
      constantFrom<LabelRequirement['operator']>('exists', 'absent').chain((chosen) =>
        constant({ key: name, operator: chosen, values: [] }),
      ),
    );
  });
}
