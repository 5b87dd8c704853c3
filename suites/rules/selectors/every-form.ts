import { AT_ONCE, awaitEvents, awaitVersion, offers, type Steps, stepsOn } from '../cases.ts';
import type { JsonObject, Program, Resource, Step } from '../rule.ts';
import { labelled } from './selection-cases.ts';

/**
 * Objects with different values for a selector on `app`. Their values of `text` and `number` are taken for each other
 * by servers that compare by `LIKE`, by a regular expression, without case or as numbers. Two keys are taken for `text`
 * by servers that compare keys without case or without their prefix.
 */
const OBJECTS: Readonly<Record<string, JsonObject>> = {
  bare: {},
  empty: { app: '', text: 'axb', Text: 'a_b', number: '1e0' },
  tier: { tier: 'x', text: 'A_B', number: '0x1' },
  a: { app: 'a', text: 'a_b', number: '1' },
  b: { app: 'b', text: 'a.b', number: '01' },
  c: { app: 'c', tier: 'x', text: 'a-b', 'example.com/text': 'a_b', number: '1.0' },
};

/** Queries by values that are taken for others, and by requirements that take each other's place. */
const LOOKALIKES: readonly string[] = [
  'labelSelector=text=a_b',
  'labelSelector=text=a.b',
  'labelSelector=number=1',
  'labelSelector=text!%3Da_b,number%20notin%20(1.0)',
  // Two values of one key, of which a map of requirements keeps the last.
  'labelSelector=app%3Da,app%3Db',
  // No object has a label of that key; each has a name.
  'labelSelector=name',
];

/** Values that no object has. */
const OTHERS = Array.from({ length: 60 }, (_, index) => `value-${index}`);

interface SelectorForm {
  /** The query as it is sent. */
  readonly query: string;
  /** An object that the query selects. */
  readonly selects: keyof typeof OBJECTS;
}

/**
 * Every operator, every spelling of spaces and equals signs, and lists in which the third or the last of many values
 * or conditions decides.
 */
const FORMS: readonly SelectorForm[] = [
  { query: '', selects: 'b' },
  { query: 'labelSelector=app!%3Da', selects: 'b' },
  { query: 'labelSelector=app%20notin%20(a)', selects: 'b' },
  { query: 'labelSelector=!app', selects: 'tier' },
  { query: 'labelSelector=app', selects: 'b' },
  { query: 'labelSelector=app+in+(a,b)', selects: 'b' },
  { query: 'labelSelector=app%20in%20(a,b)', selects: 'b' },
  { query: 'labelSelector=app%3da', selects: 'a' },
  { query: 'labelSelector=app%3Da', selects: 'a' },
  { query: 'labelSelector=app=a', selects: 'a' },
  { query: 'labelSelector=app%3D%3Da', selects: 'a' },
  { query: 'labelSelector=app%3D', selects: 'empty' },
  { query: 'labelSelector=app%20in%20(a,b,c)', selects: 'c' },
  { query: 'labelSelector=app%20notin%20(a,b,c)', selects: 'empty' },
  { query: 'labelSelector=app!%3Da,app!%3Db,app!%3Dc', selects: 'tier' },
  { query: 'labelSelector=app%20notin%20(b),app%20in%20(b,c)', selects: 'c' },
  { query: `labelSelector=app%20in%20(${[...OTHERS, 'c'].join(',')})`, selects: 'c' },
  { query: `labelSelector=app%20notin%20(${[...OTHERS, 'a'].join(',')})`, selects: 'b' },
  { query: `labelSelector=${[...OTHERS, 'a'].map((value) => `app!%3D${value}`).join(',')}`, selects: 'b' },
];

/** Every form of a selector on each operation of the resource that takes one. */
export function everyForm(resource: Resource): Program {
  const on = stepsOn(resource);
  return [
    { do: 'together', branches: made(on, Object.keys(OBJECTS)) },
    {
      do: 'together',
      branches: [...FORMS.map(({ query }) => query), ...LOOKALIKES].map((rawQuery) => [
        on.list({ rawQuery }),
        on.listAll({ rawQuery }),
      ]),
    },
    // A server may keep the response to a query that differs by case.
    ...['a_b', 'A_B'].map((value) => on.list({ rawQuery: `labelSelector=text=${value}` })),
    ...watched(on, 'list'),
    ...watched(on, 'all'),
    ...(offers(resource, 'deleteCollection') ? collectionDeletes(on) : []),
  ];
}

function made(on: Steps, names: readonly string[]): Program[] {
  return names.map((name) => [labelled(on, `{{${name}}}`, OBJECTS[name] ?? {})]);
}

/**
 * A watch of each form, and then, once the watch of all objects delivers, a change of each object. A watch is read until
 * the change of a selected object, which its initial events precede.
 */
function watched(on: Steps, scope: 'list' | 'all'): Program {
  const streams = FORMS.map((form, index) => ({ ...form, as: `${scope}${index}` }));
  const opened = streams.map(({ as, query: rawQuery }): Program => [
    scope === 'all' ? on.watchAll(as, { rawQuery }) : on.watchList(as, { rawQuery }),
    ...(rawQuery === '' ? [awaitEvents(as, 1)] : []),
  ]);
  const changed = Object.keys(OBJECTS).map((name): Program => [
    on.patch(`{{${name}}}`, { metadata: { annotations: { [scope]: 'changed' } } }, { as: `${scope}-${name}` }),
  ]);
  const closed = streams.map(({ as, selects }): Program => [
    awaitVersion(as, `${scope}-${selects}`),
    { do: 'close', watch: as },
  ]);
  return [opened, changed, closed].map((branches): Step => ({ do: 'together', branches }));
}

/** Objects that exactly one form selects each. */
const SINGLE: readonly { readonly name: string; readonly labels: JsonObject; readonly query: string }[] = [
  { name: 'w0', labels: { way: 'plus' }, query: 'labelSelector=way+in+(plus,none)' },
  { name: 'w1', labels: { way: 'space' }, query: 'labelSelector=way%20in%20(space,none)' },
  { name: 'w2', labels: { way: 'lower' }, query: 'labelSelector=way%3dlower' },
  { name: 'w3', labels: { way: 'upper' }, query: 'labelSelector=way%3Dupper' },
  { name: 'w4', labels: { way: 'bare' }, query: 'labelSelector=way=bare' },
  { name: 'w5', labels: { way: 'double' }, query: 'labelSelector=way%3D%3Ddouble' },
  { name: 'w6', labels: { here: '' }, query: 'labelSelector=here' },
  { name: 'w7', labels: { way: 'a_b' }, query: 'labelSelector=way=a_b' },
  { name: 'w8', labels: { way: 'a.b' }, query: 'labelSelector=way=a.b' },
  { name: 'w9', labels: { way: 'A.b' }, query: 'labelSelector=way=A.b' },
  { name: 'w10', labels: { way: 'last' }, query: `labelSelector=way%20in%20(${[...OTHERS, 'last'].join(',')})` },
];

/** Forms that select most objects, and the objects to recreate after each. */
const WIDE: readonly { readonly query: string; readonly again: readonly (keyof typeof OBJECTS)[] }[] = [
  { query: 'labelSelector=app!%3Da', again: ['bare', 'empty', 'tier', 'b'] },
  { query: 'labelSelector=app%20notin%20(a)', again: ['bare', 'empty', 'tier', 'c'] },
  { query: 'labelSelector=app!%3Da,app!%3Db,app!%3Dc', again: ['bare', 'tier'] },
  { query: 'labelSelector=!app', again: ['bare', 'empty', 'tier'] },
  { query: '', again: [] },
];

/** A collection delete by each form, and a list of the remaining objects. */
function collectionDeletes(on: Steps): Program {
  const deletion = (rawQuery: string): Program => [on.removeAll({ body: AT_ONCE, rawQuery }), on.list()];
  return [
    { do: 'together', branches: SINGLE.map(({ name, labels }) => [labelled(on, `{{${name}}}`, labels)]) },
    ...SINGLE.flatMap(({ query }) => deletion(query)),
    ...WIDE.flatMap(({ query, again }): Program => [
      ...deletion(query),
      ...(again.length === 0 ? [] : [{ do: 'together', branches: made(on, again) } as const]),
    ]),
  ];
}
