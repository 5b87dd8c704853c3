import { finalizersOf } from '../../oracle/objects/owners-and-finalizers.ts';
import { type Appearance, appearances, type Creation, creations } from '../../checks/create/creations.ts';
import { type ClientValue, clientValues } from '../../checks/create/client-values.ts';
import { statusOf } from '../../generators/statuses.ts';
import { at, isObject } from '../../oracle/json.ts';
import { type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import {
  AT_ONCE,
  fc,
  minimalObject,
  objectOf,
  offers,
  OWN_OBJECTS,
  resourceOf,
  type Steps,
  stepsOn,
} from '../cases.ts';
import { held, show, violated } from '../judging.ts';
import type { Finding, History, Json, JsonObject, Program, Rule, Template } from '../rule.ts';
import { CREATES } from './create-and-read.ts';

export const rule: Rule = {
  id: 'create/recreated-object-starts-anew',
  level: 'must',
  title:
    'An object that is created under the name of a deleted one has no label, annotation, finalizer or data that only the deleted one was sent with, and no status that was written to the deleted one.',
  cites: ['semantics.6.1', 'what-the-service-does.desired-state'],
  // A deleted namespace may stay for a while, so its name is not free at once.
  operations: CREATES.filter((operation) => resourceOf(operation).namespaced),
  needs: ['delete', 'patch'],
  cases: (operation) => {
    const resource = resourceOf(operation);
    const on = stepsOn(resource);
    return fc
      .tuple(objectOf(resource), statusOf(resource))
      .map(([object, status]) => [
        on.createHere(withLeftovers(object)),
        ...(resource.hasStatus ? [on.patchStatus('{{a}}', { status })] : []),
        on.remove('{{a}}'),
        on.patch('{{a}}', { metadata: { finalizers: null } }),
        on.createHere(minimalObject(resource, '{{a}}')),
        on.get('{{a}}'),
        on.list(),
        ...(resource.hasStatus ? afterCollectionDelete(on, status) : []),
      ]);
  },
  check,
  least: 6,
};

/** An object with a status, which a collection delete removes, and its successor. */
function afterCollectionDelete(on: Steps, status: JsonObject): Program {
  if (!offers(on.resource, 'deleteCollection')) return [];
  return [
    on.createHere(minimalObject(on.resource, '{{c}}')),
    on.patchStatus('{{c}}', { status }),
    on.removeAll({ body: AT_ONCE, query: OWN_OBJECTS }),
    on.list(),
    on.createHere(minimalObject(on.resource, '{{c}}')),
    on.get('{{c}}'),
  ];
}

/** Maps whose members belong to the client. */
const MAPS: readonly (readonly string[])[] = [['metadata', 'labels'], ['metadata', 'annotations'], ['data']];

/** The object with a label, an annotation and a finalizer that its successor does not have. */
function withLeftovers(object: JsonObject): Template {
  return {
    $edit: object,
    with: [
      { set: '/metadata/labels/former', to: 'yes' },
      { set: '/metadata/annotations/example.com~1former', to: 'yes' },
      { set: '/metadata/finalizers', to: ['example.com/former', 'example.com/other'] },
    ],
  };
}

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  const all = creations(history);
  for (const appearance of appearances(history)) {
    const { creation, where } = appearance;
    const formers = all.filter(
      ({ key, exchange, made }) =>
        key.id === creation.key.id &&
        exchange.ended < creation.exchange.began &&
        at(made, 'metadata', 'uid') !== at(creation.made, 'metadata', 'uid'),
    );
    if (formers.length === 0) continue;
    const kept = keptMember(appearance, formers) ?? keptStatus(appearance, observed);
    if (kept !== undefined)
      yield violated(
        creation.exchange,
        `${creation.key.name} without the ${kept.what} of the object that had its name`,
        `${show(kept.value)} ${where}`,
        `has the ${kept.what} of its former life`,
      );
    else yield held(creation.exchange, where);
  }
}

interface Kept {
  readonly what: string;
  readonly value: Json;
}

/** A member that only the former object was sent with, and that the new one shows with the same value. */
function keptMember({ creation, object }: Appearance, formers: readonly Creation[]): Kept | undefined {
  const sent = JSON.stringify(creation.sent);
  for (const path of MAPS) {
    for (const former of formers) {
      const entries = Object.entries(mapAt(former.sent, path)).filter(([key]) => !sent.includes(JSON.stringify(key)));
      const kept = entries.find(([key, value]) => at(mapAt(object, path), key) === value);
      if (kept !== undefined) return { what: path.join('.'), value: kept[0] };
    }
  }
  const former = new Set(formers.flatMap((each) => finalizersOf(each.sent)));
  const kept = finalizersOf(object).find((each) => former.has(each) && !sent.includes(JSON.stringify(each)));
  return kept === undefined ? undefined : { what: 'metadata.finalizers', value: kept };
}

/** A value that was written to the status under that name before the object was created. */
function keptStatus({ creation, object }: Appearance, observed: ObservedState): Kept | undefined {
  const before = observed
    .writesTo(creation.key)
    .filter(
      ({ verb, settled }) => (verb === 'patchStatus' || verb === 'replaceStatus') && settled < creation.exchange.began,
    );
  const sentValues = before.flatMap(({ exchange }): readonly ClientValue[] =>
    clientValues(at(exchange.request.body?.value, 'status')),
  );
  const kept = sentValues.find(
    ({ path, value }) => JSON.stringify(at(object, 'status', ...path)) === JSON.stringify(value),
  );
  return kept === undefined ? undefined : { what: 'status', value: kept.value };
}

function mapAt(value: Json, path: readonly string[]): JsonObject {
  const map = at(value, ...path);
  return isObject(map) ? map : {};
}
