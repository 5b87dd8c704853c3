import { CLAUSES } from '../../../spec/clauses/index.ts';
import { propertySchema, resolved, type Schema } from '../../../spec/schemas/index.ts';
import { SHOWN_STATUSES } from '../../../spec/surface/resources.ts';
import { judgeRefusal } from '../../checks/no-trace.ts';
import { firstMistyped } from '../../checks/validation/shown-types.ts';
import { isOfType } from '../../checks/validation/wrong-types.ts';
import { at } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc, minimalObject, operationsOf, resourceOf, stepsOn, makeAndRead } from '../cases.ts';
import { callsOf, held, type ResourceCalled, sent, show, succeeded, violated, keyCalled } from '../judging.ts';
import type { Finding, History, Json, JsonObject, Resource, Rule } from '../rule.ts';
import { writeStatus } from './status-cases.ts';

const TYPES = CLAUSES.filter(({ id }) => /^[a-z-]+-status\..*\.type$/.test(id)).map(({ id }) => id);

export const rule: Rule = {
  id: 'status/members-have-the-types-of-their-tables',
  level: 'must',
  negative: true,
  title:
    'A write of /status that gives a member a value of another JSON type than its table states is refused, or the value is never shown.',
  cites: ['resources.types', ...TYPES],
  operations: operationsOf(['replaceStatus', 'patchStatus'], ({ kind }) => SHOWN_STATUSES.has(kind)),
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc
      .shuffledSubarray(wrongMembers(on.resource), { minLength: 4, maxLength: 4 })
      .map((wrong) => [
        ...makeAndRead(on, minimalObject(on.maker, '{{a}}')),
        ...wrong.flatMap((status) => [writeStatus(operation, on, status), on.get('{{a}}', { as: 'read' })]),
      ]);
  },
  check,
  least: 2,
};

const VALUES: readonly Json[] = ['text', 1.5, true, ['x'], { x: 'y' }];

/** Statuses in which one member, or one member of a list element, has a value of a wrong type. */
function wrongMembers({ schema }: Resource): JsonObject[] {
  return wrongIn(propertySchema(schema, 'status') ?? {}, true);
}

function wrongIn(schema: Schema, inner: boolean): JsonObject[] {
  return Object.entries(resolved(schema).properties ?? {}).flatMap(([name, member]) => {
    const { type, items } = resolved(member);
    const wrong = type === undefined ? [] : VALUES.filter((value) => !isOfType(type, value));
    const elements = items !== undefined && inner ? wrongIn(items, false) : [];
    return [
      ...wrong.map((value): JsonObject => ({ [name]: value })),
      ...elements.map((element): JsonObject => ({ [name]: [element] })),
    ];
  });
}

function* check(history: History): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'replaceStatus', 'patchStatus')) {
    const { resource } = exchange.call;
    if (!SHOWN_STATUSES.has(resource.kind)) continue;
    const wrong = firstMistyped(resource.schema, { status: at(sent(exchange), 'status') ?? null });
    if (wrong === undefined) continue;
    const key = keyCalled(exchange);
    const shape = `${wrong.path} that is not ${wrong.expected}`;
    if (!succeeded(exchange)) yield* judgeRefusal(history, { exchange, key, what: `a status with ${shape}`, shape });
    else
      yield* judgeAccepted(exchange, shape, [
        exchange.response?.body?.value,
        ...observedStateOf(history)
          .observationsOf(key)
          .map(({ content }) => content),
      ]);
  }
}

/** A server may convert a value of a wrong type, or drop it; it must not show the value as sent. */
function* judgeAccepted(
  exchange: ResourceCalled,
  shape: string,
  shown: readonly (Json | undefined)[],
): Iterable<Finding> {
  const { schema } = exchange.call.resource;
  const stored = shown.flatMap((object) => firstMistyped(schema, { status: at(object, 'status') ?? null }) ?? []);
  const [first] = stored;
  if (first === undefined) yield held(exchange, `${shape}, taken for another value`);
  else
    yield violated(
      exchange,
      `a refusal, or no ${shape}`,
      `${first.path} ${show(first.actual)}`,
      `${first.path} is stored as sent`,
    );
}
