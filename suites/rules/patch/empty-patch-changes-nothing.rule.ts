import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { stateBefore } from '../../checks/fresh-reads.ts';
import { NOT_THE_CLIENTS } from '../../checks/not-the-clients.ts';
import { MUTABLE } from '../../generators/mutable-members.ts';
import { nest } from '../../generators/nest.ts';
import { missing } from '../../oracle/values/comparison.ts';
import { at, isObject } from '../../oracle/json.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import {
  received,
  callsOf,
  foundWrong,
  held,
  type ResourceCalled,
  responseOf,
  show,
  violated,
  keyCalled,
} from '../judging.ts';
import type { Finding, History, Json, Rule } from '../rule.ts';
import { PATCHES } from './patch-cases.ts';

/** A value that every map takes, data of secrets included. */
const BASE64 = 'eWVz';

export const rule: Rule = {
  id: 'patch/empty-patch-changes-nothing',
  level: 'must',
  title:
    'A PATCH of each of the three media types that asks for no change, such as one of empty objects, succeeds and takes nothing away.',
  cites: ['semantics.4.1', 'media-types.patch.1', 'errors.1'],
  operations: PATCHES,
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const maps = MUTABLE[on.resource.kind].maps.map(({ path }) => path);
    const object = {
      $edit: minimalObject(on.maker, '{{a}}'),
      with: maps.map((path) => ({ set: pointer([...path, 'kept']), to: BASE64 })),
    };
    const merges = [MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE].flatMap((contentType) =>
      [{}, ...maps.map((path) => nest(path, {}))].map((body) => on.patch('{{a}}', body, { contentType })),
    );
    return fc.constant([
      on.create(object),
      on.get('{{a}}'),
      ...merges,
      on.patch('{{a}}', [], { contentType: JSON_PATCH_TYPE }),
    ]);
  },
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'patch').filter(isOfEmpties)) {
    const type = requestType(exchange);
    if (sentFor(exchange, rule.id) && foundWrong(exchange))
      yield violated(
        exchange,
        'success: nothing is asked for',
        responseOf(exchange),
        `an empty patch of type ${type} is refused`,
      );
    const { resource } = exchange.call;
    const [before, shown] = [stateBefore(observed, keyCalled(exchange), exchange), received(exchange)];
    const body = exchange.request.body?.value;
    if (before === undefined || shown === undefined || !setsNothing(body, before.content)) continue;
    const [first] = missing(before.content, shown, { schema: resource.schema, ignore: NOT_THE_CLIENTS });
    if (first === undefined) yield held(exchange, type);
    else
      yield violated(
        exchange,
        `${first.path} ${show(first.expected)}, as before`,
        show(first.actual),
        `an empty patch of type ${type} changes ${first.path}`,
      );
  }
}

/** A patch of empty objects, or an empty list of operations, with the matching media type. */
function isOfEmpties(exchange: ResourceCalled): boolean {
  const body = exchange.request.body?.value;
  const type = requestType(exchange);
  if (type === JSON_PATCH_TYPE) return Array.isArray(body) && body.length === 0;
  return (type === MERGE_PATCH_TYPE || type === STRATEGIC_MERGE_PATCH_TYPE) && isEmpty(body);
}

/** Whether a value is an object whose members are such objects too, at any depth. */
function isEmpty(value: Json | undefined): boolean {
  return isObject(value) && Object.values(value).every(isEmpty);
}

/** Whether empty objects, at any depth, meet objects or nothing, which stay as they are. */
function setsNothing(asked: Json | undefined, stored: Json | undefined): boolean {
  if (!isObject(asked)) return true;
  return (
    (stored === undefined || isObject(stored)) &&
    Object.entries(asked).every(([member, inner]) => setsNothing(inner, at(stored, member)))
  );
}
