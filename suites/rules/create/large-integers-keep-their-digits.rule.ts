import { PROTOBUF_TYPE } from '../../../spec/surface/media-types.ts';
import type { Kind } from '../../../spec/surface/resources.ts';
import { judgeCreated } from '../../checks/create/creations.ts';
import type { WriteOutcome } from '../../checks/fresh-reads.ts';
import { type Demand, judgeOutcomes } from '../../checks/write/outcome-demands.ts';
import { MUTABLE } from '../../generators/mutable-members.ts';
import { nest } from '../../generators/nest.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';
import { at, isObject } from '../../oracle/json.ts';
import { applyPatch } from '../../oracle/merge/apply-patch.ts';
import { podSpecOf } from '../../oracle/objects/pod-specs.ts';
import { withProtobufRead } from '../../oracle/protobuf/with-protobuf-read.ts';
import { edited, inTurn, offers, resourceOf, stepsOn } from '../cases.ts';
import { show } from '../judging.ts';
import type { Finding, History, Json, JsonObject, Operation, Program, Rule } from '../rule.ts';
import { createEdited, inPodSpec, pointerTo, POD_CREATES } from './default-cases.ts';

/** A 64-bit member of pod specs. Tolerations have another, `tolerationSeconds`. */
const GRACE = ['terminationGracePeriodSeconds'] as const;
/** A 64-bit member of cron jobs. */
const DEADLINE = ['spec', 'startingDeadlineSeconds'] as const;

/**
 * None is a power of two, which floats hold exactly. Each stays positive if it is cut to 32 bits, so that a server which
 * does so accepts it.
 */
const LARGE = [2 ** 32 + 1, 2 ** 32 + 2 ** 31 - 1, 2 ** 53 - 2 ** 31 - 1, 2 ** 53 - 2 ** 31 - 2, 1_234_567_890_123_456];

const TOLERATION = { operator: 'Exists', effect: 'NoExecute' } as const;

export const rule: Rule = {
  id: 'create/large-integers-keep-their-digits',
  level: 'must',
  title: 'An integer beyond 32 bits, up to 2^53 - 1, is shown with every digit that was sent, after later writes too.',
  cites: [
    'pod-spec.termination-grace-period-seconds.type',
    'cron-job-spec.starting-deadline-seconds.type',
    'what-the-service-does.desired-state',
  ],
  operations: POD_CREATES,
  cases: (operation) => inTurn(...LARGE).map((value) => program(operation, value)),
  check,
  least: 3,
};

/** A create, a get in protobuf and, if the template can change, a PUT and a merge patch of one of the integers. */
function program(operation: Operation, value: number): Program {
  const resource = resourceOf(operation);
  const on = stepsOn(resource);
  const [grace] = inPodSpec(GRACE)(resource);
  const [tolerations] = inPodSpec(['tolerations'])(resource);
  const created = createEdited(operation, [
    ...(resource.kind === 'CronJob' ? [{ set: pointerTo(DEADLINE), to: value }] : []),
    { set: pointerTo(grace ?? []), to: value },
    {
      set: pointerTo(tolerations ?? []),
      to: LARGE.map((tolerationSeconds, index) => ({ ...TOLERATION, key: `plumbline-${index}`, tolerationSeconds })),
    },
  ]);
  const { template } = MUTABLE[resource.kind];
  const writes =
    template === undefined || grace === undefined || !offers(resource, 'replace') || !offers(resource, 'patch')
      ? []
      : [
          on.get('{{a}}', { as: 'wide' }),
          on.replace('{{a}}', edited('wide', [{ set: pointerTo(grace), to: value - 1 }])),
          on.patch('{{a}}', nest(grace.map(String), value)),
        ];
  return [...created, on.get('{{a}}', { accept: PROTOBUF_TYPE }), ...writes];
}

function* check(history: History): Iterable<Finding> {
  yield* judgeCreated(withProtobufRead(history), function* ({ creation, object }) {
    for (const { member, asked, actual } of wideIntegers(creation.exchange.call.resource.kind, creation.sent, object))
      yield {
        shape: shapeOf(member, asked),
        path: member,
        expected: `${asked}, as it was sent`,
        actual,
        holds: actual === asked,
      };
  });
  yield* judgeOutcomes(history, ['replace', 'patch'], askedOfWrite);
}

/** The integers that a write asks for: those of its body, and for a patch also those that it leaves. */
function askedOfWrite({ exchange, before }: WriteOutcome): Demand | undefined {
  const { kind, schema } = exchange.call.resource;
  const body = exchange.request.body?.value ?? null;
  const patched =
    exchange.call.verb === 'patch'
      ? applyPatch(requestType(exchange), before.content, body, schema)
      : { document: body };
  const asked = 'refused' in patched || !isObject(patched.document) ? {} : patched.document;
  const [first] = wideIntegers(kind, asked, asked);
  if (first === undefined) return undefined;
  return {
    shape: `${exchange.call.verb}, ${shapeOf(first.member, first.asked)}`,
    wrong: ({ content, sameVersion }) => {
      const wrong = wideIntegers(kind, asked, content).find((each) => each.actual !== each.asked);
      return wrong === undefined || !sameVersion
        ? undefined
        : {
            expected: `${wrong.member} ${wrong.asked}, as asked`,
            actual: show(wrong.actual),
            cause: `${wrong.member} loses digits in a ${exchange.call.verb}`,
          };
    },
  };
}

interface WideInteger {
  readonly member: string;
  readonly asked: number;
  readonly actual: Json | undefined;
}

/** The integers beyond 32 bits in an object, each with the value in another object. */
function wideIntegers(kind: Kind, object: JsonObject | undefined, other: JsonObject | undefined): WideInteger[] {
  const [sent, shown] = [object, other].map((each) => each && { each, podSpec: podSpecOf(kind, each) });
  const values = [
    ...[GRACE, ...LARGE.map((_, index) => ['tolerations', index, 'tolerationSeconds'])].map((path) => ({
      path,
      asked: at(sent?.podSpec, ...path),
      actual: at(shown?.podSpec, ...path),
    })),
    { path: DEADLINE, asked: at(sent?.each, ...DEADLINE), actual: at(shown?.each, ...DEADLINE) },
  ];
  return values.flatMap(({ path, asked, actual }) =>
    typeof asked === 'number' && Number.isSafeInteger(asked) && asked >= 2 ** 31
      ? [{ member: String(path.at(-1)), asked, actual }]
      : [],
  );
}

function shapeOf(member: string, asked: number): string {
  return `${member} of ${asked.toString(2).length} bits`;
}
