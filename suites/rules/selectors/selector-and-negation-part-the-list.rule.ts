import { knownAt } from '../../checks/known-state.ts';
import { selectorOf } from '../../checks/list/selection.ts';
import { existingThrough, type Listing, listings } from '../../checks/listings.ts';
import { unchangedBetween } from '../../checks/unchanged.ts';
import type { FieldRequirement } from '../../oracle/objects/field-selector.ts';
import { selectsLabels } from '../../oracle/objects/label-selector.ts';
import { type ObjectKey, type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { fc, resourceOf, stepsOn } from '../cases.ts';
import { heldObject, release } from '../held-object.ts';
import { held, violated } from '../judging.ts';
import type { Finding, History, Operation, Program, Rule } from '../rule.ts';
import { listBy, objectsWith, selectionCases, SELECTING } from './selection-cases.ts';

const NEGATED = { in: 'notin', notin: 'in', exists: 'absent', absent: 'exists' } as const;

export const rule: Rule = {
  id: 'selectors/selector-and-negation-part-the-list',
  level: 'must',
  title: 'Every object is shown by a selector or by its negation, and none by both.',
  cites: ['parameters.list.label-selector', 'parameters.list.field-selector'],
  operations: SELECTING,
  cases: (operation) =>
    fc.oneof(
      {
        weight: 3,
        arbitrary: selectionCases(operation, [], (near) =>
          near.chain(({ key, value }) =>
            fc.constantFrom(
              [`${key}=${value}`, `${key}!=${value}`],
              [`${key} in (${value},x)`, `${key} notin (${value},x)`],
              [key, `!${key}`],
            ),
          ),
        ),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom('', 'app', 'app=x').map((labelSelector) => byName(operation, labelSelector)),
      },
      ...(resourceOf(operation).namespaced
        ? [
            {
              weight: 1,
              arbitrary: fc.constantFrom('app', 'app=x').map((labels) => whileTerminating(operation, labels)),
            },
          ]
        : []),
    ),
  check,
};

/** Lists with one label selector twice, once with the name of one object and once with all others. */
function byName(operation: Operation, labelSelector: string): Program {
  const queries = ['=', '!='].map((operator) => ({
    fieldSelector: `metadata.name${operator}{{ab}}`,
    ...(labelSelector === '' ? {} : { labelSelector }),
  }));
  return [
    ...objectsWith(operation, [{ app: 'x' }, { app: 'x' }, { app: 'y' }, {}]),
    ...queries.map((query) => listBy(operation, query)),
    listBy(operation, labelSelector === '' ? {} : { labelSelector }),
  ];
}

/** Lists by a selector and by its negation while a finalizer holds an object that the selector matches. */
function whileTerminating(operation: Operation, labelSelector: string): Program {
  const on = stepsOn(resourceOf(operation));
  const negation = labelSelector === 'app' ? '!app' : 'app!=x';
  const labels = [{ set: '/metadata/labels', to: { app: 'x' } }];
  return [
    on.create({ $edit: heldObject(on, '{{a}}'), with: labels }),
    on.remove('{{a}}'),
    on.get('{{a}}'),
    ...[labelSelector, negation].map((selector) => listBy(operation, { labelSelector: selector })),
    on.get('{{a}}'),
    release(on, '{{a}}'),
  ];
}

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  const all = listings(history).filter(({ latest }) => latest);
  for (const [index, one] of all.entries()) {
    for (const other of all.slice(index + 1)) {
      if (one.exchange.request.path !== other.exchange.request.path || !areNegations(one, other)) continue;
      const shared = unchangedThrough(observed, one, other).filter((key) => isSelectedBesides(observed, key, other));
      const odd = shared.find(({ id }) => one.byKey.has(id) === other.byKey.has(id));
      if (odd === undefined)
        yield held(
          other.exchange,
          one.labels?.length === 1 && one.fields?.length === 0 ? (one.labels[0]?.operator ?? '') : 'by name',
        );
      else
        yield violated(
          other.exchange,
          `${odd.name} in one of ${selectorOf(one)} and ${selectorOf(other)}`,
          one.byKey.has(odd.id) ? 'in both' : 'in neither',
          `${one.byKey.has(odd.id) ? 'in both' : 'in neither'}`,
        );
    }
  }
}

/** Whether two lists have opposite selectors: opposite labels, or opposite names with the same labels. */
function areNegations({ labels: one, fields }: Listing, { labels: other, fields: others }: Listing): boolean {
  if (one === undefined || other === undefined || fields === undefined || others === undefined) return false;
  if (fields.length > 0 || others.length > 0)
    return areOppositeNames(fields, others) && JSON.stringify(one) === JSON.stringify(other);
  const [a, b] = [one[0], other[0]];
  if (a === undefined || b === undefined || one.length !== 1 || other.length !== 1) return false;
  return (
    a.key === b.key && NEGATED[a.operator] === b.operator && [...a.values].sort().join() === [...b.values].sort().join()
  );
}

function areOppositeNames(
  [a, ...more]: readonly FieldRequirement[],
  [b, ...others]: readonly FieldRequirement[],
): boolean {
  if (a === undefined || b === undefined || more.length > 0 || others.length > 0) return false;
  return a.field === 'metadata.name' && b.field === a.field && a.value === b.value && a.operator !== b.operator;
}

/**
 * Whether an object belongs to the set that the field selectors partition: all objects that the label selector
 * matches.
 */
function isSelectedBesides(observed: ObservedState, key: ObjectKey, { labels, fields, exchange }: Listing): boolean {
  if (fields?.length === 0) return true;
  const content = knownAt(observed, key, exchange.began)?.content;
  return content !== undefined && selectsLabels(labels ?? [], content);
}

/** Objects that existed unchanged from before the start of one list until after the end of the other. */
function unchangedThrough(observed: ObservedState, one: Listing, other: Listing): readonly ObjectKey[] {
  return unchangedBetween(observed, existingThrough(observed, one), one.exchange.began, other.exchange.ended);
}
