import * as fc from 'fast-check';
import type { Answers } from '../../../spec/dialects/index.ts';
import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { answerOf, callsOf, foundWrong, statusOf } from '../../checks/answers.ts';
import type { CheckContext, Finding } from '../../checks/finding.ts';
import { violated } from '../../checks/findings.ts';
import { judgePatched } from '../../checks/patched.ts';
import { judgeReplaced } from '../../checks/replaced.ts';
import { judgeFullCreates } from '../../checks/full-creates.ts';
import { judgeFullStatuses } from '../../checks/full-statuses.ts';
import { wayOf } from '../../checks/way-of.ts';
import type { Edit, Program } from '../../drivers/program.ts';
import { changedTo, fullObject, fullStatus, spareObject } from '../../generators/full-objects.ts';
import { patchTo } from '../../generators/full-patches.ts';
import type { History } from '../../oracle/history.ts';
import type { Json, JsonObject } from '../../oracle/json.ts';
import { at, isObject } from '../../oracle/json.ts';
import { pointer } from '../../oracle/json-pointer.ts';
import { sentFor } from '../../oracle/sent-for.ts';
import { operationsOf } from '../operations-of.ts';
import type { Rule } from '../rule.ts';
import type { Steps } from '../steps.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { STATUS_WRITES } from '../status/status-cases.ts';
import { edited } from '../write-and-look.ts';

export const rule: Rule = {
  id: 'validation/full-objects-are-stored',
  level: 'must',
  title:
    'Every member of every kind is accepted with legal values by each kind of write, stored as it was sent, and gone once a write takes it away, in later elements of lists too.',
  cites: [
    'what-the-service-does.1',
    'what-the-service-does.desired-state',
    'errors.1',
    'semantics.1.1',
    'semantics.4.1',
    'semantics.4.2',
    'semantics.4.3',
    'semantics.2.2',
  ],
  operations: [...operationsOf(['create', 'replace', 'patch']), ...STATUS_WRITES],
  cases: (operation, answers) =>
    fc.constant(PROGRAMS[operation.verb as keyof typeof PROGRAMS](stepsOn(resourceOf(operation)), answers)),
  check,
  least: 1,
};

const TURNS = [0, 1, 2] as const;
const PATCH_TYPES = [JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE] as const;

/** What a case sends, by verb: full objects with other values each time, and the same objects without all that they can lack in between. */
const PROGRAMS = { create, replace, patch, replaceStatus, patchStatus } as const;

function create(on: Steps, answers: Answers): Program {
  const full = TURNS.map((turn) => on.createHere(fullObject(on.resource, `{{a}}-${turn}`, turn, answers)));
  return [...full, on.createHere(spareObject(on.resource, fullObject(on.resource, '{{a}}-spare', 0, answers)))];
}

/** The objects that one object becomes, one after the other. */
function* becoming(on: Steps, count: number, answers: Answers): Iterable<readonly [from: JsonObject, to: JsonObject]> {
  let from = fullObject(on.resource, '{{a}}', 0, answers);
  for (let step = 1; step <= count; step += 1) {
    const full = fullObject(on.resource, '{{a}}', step, answers);
    const to = changedTo(on.resource, from, step % 2 === 0 ? spareObject(on.resource, full) : full);
    yield [from, to];
    from = to;
  }
}

function made(on: Steps, answers: Answers): Program {
  return [on.create(fullObject(on.maker, '{{a}}', 0, answers)), on.get('{{a}}', { as: 'read' })];
}

function replace(on: Steps, answers: Answers): Program {
  return [
    ...made(on, answers),
    ...[...becoming(on, 3, answers)].flatMap(([from, to]): Program => [
      on.replace('{{a}}', edited('read', edits(from, to))),
      on.get('{{a}}', { as: 'read' }),
    ]),
  ];
}

/** Sets every member, and removes those that are gone; labels one by one, since the object has some of the suite's. */
function edits(from: JsonObject, to: JsonObject): Edit[] {
  const [before, wanted] = [new Map(members(from)), new Map(members(to))];
  const same = (path: string, value: Json): boolean => JSON.stringify(before.get(path)) === JSON.stringify(value);
  return [
    ...[...before.keys()].filter((path) => !wanted.has(path)).map((remove) => ({ remove })),
    ...[...wanted].filter(([path, value]) => !same(path, value)).map(([set, value]) => ({ set, to: value })),
  ];
}

/** What a PUT sets one by one: members of the object and of its spec, and entries of its labels and annotations. */
function members(object: JsonObject): [string, Json][] {
  const plain = Object.entries(object)
    .filter(([name]) => !['metadata', 'kind', 'apiVersion', 'spec'].includes(name))
    .map(([name, value]): [string, Json] => [pointer([name]), value]);
  return [
    ...plain,
    ...entriesOf(object, 'spec'),
    ...entriesOf(object, 'metadata', 'labels'),
    ...entriesOf(object, 'metadata', 'annotations'),
  ];
}

function entriesOf(object: JsonObject, ...path: readonly string[]): [string, Json][] {
  const entries = at(object, ...path);
  return isObject(entries) ? Object.entries(entries).map(([key, value]) => [pointer([...path, key]), value]) : [];
}

function patch(on: Steps, answers: Answers): Program {
  const steps = [...becoming(on, PATCH_TYPES.length * 2, answers)].map(([from, to], index): Program => {
    const contentType = PATCH_TYPES[Math.floor((index + 1) / 2) % PATCH_TYPES.length] ?? JSON_PATCH_TYPE;
    return [
      on.patch('{{a}}', patchTo(contentType, described(from), described(to), on.resource.schema), { contentType }),
    ];
  });
  return [...made(on, answers), ...steps.flat(), on.get('{{a}}')];
}

/** What a patch is about: neither the name nor the type, and of the metadata only maps. */
function described({ kind, apiVersion, metadata, ...rest }: JsonObject): JsonObject {
  void [kind, apiVersion];
  return {
    ...rest,
    metadata: { labels: at(metadata, 'labels') ?? {}, annotations: at(metadata, 'annotations') ?? {} },
  };
}

function replaceStatus(on: Steps, answers: Answers): Program {
  return [
    ...made(on, answers),
    ...statuses(on, answers).flatMap(([, to]): Program => [
      on.replaceStatus('{{a}}', edited('read', [{ set: '/status', to }])),
      on.get('{{a}}', { as: 'read' }),
    ]),
  ];
}

/** The statuses that one object has, one after the other: full ones, and some without all that they can lack. */
function statuses(on: Steps, answers: Answers): (readonly [from: JsonObject, to: JsonObject])[] {
  const all = [0, 1, 2, 3, 4, 5].map((turn): JsonObject => {
    const status = fullStatus(on.resource, '{{a}}', turn, answers) ?? {};
    return turn % 2 === 0 ? status : ((spareObject(on.resource, { status })['status'] ?? {}) as JsonObject);
  });
  return all.map((to, index) => [all[index - 1] ?? {}, to]);
}

function patchStatus(on: Steps, answers: Answers): Program {
  const steps = statuses(on, answers).map(([from, to], index) => {
    const contentType = PATCH_TYPES[Math.floor((index + 1) / 2) % PATCH_TYPES.length] ?? JSON_PATCH_TYPE;
    // A control loop may write the status in between, so that a JSON patch names no member that has to be there.
    const body: Json =
      contentType === JSON_PATCH_TYPE
        ? [{ op: 'add', path: '/status', value: to }]
        : patchTo(contentType, { status: from }, { status: to }, on.resource.schema);
    return on.patchStatus('{{a}}', body, { contentType });
  });
  return [...made(on, answers), ...steps, on.get('{{a}}')];
}

function* check(history: History, context: CheckContext): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'create', 'replace', 'patch', 'replaceStatus', 'patchStatus')) {
    if (sentFor(exchange, rule.id) && foundWrong(exchange))
      yield violated(
        exchange,
        'success: every member and value is legal',
        answerOf(exchange),
        `refused by ${wayOf(exchange)} with ${statusOf(exchange)}`,
      );
  }
  yield* judgeFullCreates(history, context, rule.id);
  yield* judgeReplaced(history, context);
  for (const type of PATCH_TYPES) yield* judgePatched(history, context, type);
  yield* judgeFullStatuses(history, rule.id);
}
