import { PROTOBUF_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeCreated } from '../../checks/create/creations.ts';
import { at } from '../../oracle/json.ts';
import { podSpecOf } from '../../oracle/objects/pod-specs.ts';
import { withProtobufRead } from '../../oracle/protobuf/with-protobuf-read.ts';
import { inTurn, resourceOf, stepsOn } from '../cases.ts';
import type { Finding, History, Operation, Program, Rule } from '../rule.ts';
import { createEdited, inPodSpec, pointerTo, POD_CREATES } from './default-cases.ts';

/** 64-bit members of pod specs. */
const WIDE = [['terminationGracePeriodSeconds'], ['tolerations', 0, 'tolerationSeconds']] as const;
/** A 64-bit member of cron jobs. */
const DEADLINE = ['spec', 'startingDeadlineSeconds'] as const;

const LARGE = [2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 53 - 1, 2 ** 53 - 2, 1_234_567_890_123_456];

export const rule: Rule = {
  id: 'create/large-integers-keep-their-digits',
  level: 'must',
  title: 'An integer beyond 32 bits, up to 2^53 - 1, is shown with every digit that was sent.',
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

function program(operation: Operation, value: number): Program {
  const resource = resourceOf(operation);
  const [grace] = inPodSpec(['terminationGracePeriodSeconds'])(resource);
  const [tolerations] = inPodSpec(['tolerations'])(resource);
  const program = createEdited(operation, [
    ...(resource.kind === 'CronJob' ? [{ set: pointerTo(DEADLINE), to: value }] : []),
    { set: pointerTo(grace ?? []), to: value },
    {
      set: pointerTo(tolerations ?? []),
      to: [{ key: 'plumbline', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: value }],
    },
  ]);
  return [...program, stepsOn(resource).get('{{a}}', { accept: PROTOBUF_TYPE })];
}

function check(history: History): Iterable<Finding> {
  return judgeCreated(withProtobufRead(history), function* ({ creation, object }) {
    const { kind } = creation.exchange.call.resource;
    const [sent, shown] = [creation.sent, object].map((each) => ({ each, podSpec: podSpecOf(kind, each) }));
    const values = [
      ...WIDE.map((path) => ({ path, asked: at(sent?.podSpec, ...path), actual: at(shown?.podSpec, ...path) })),
      { path: DEADLINE, asked: at(sent?.each, ...DEADLINE), actual: at(shown?.each, ...DEADLINE) },
    ];
    for (const { path, asked, actual } of values) {
      if (typeof asked !== 'number' || !Number.isSafeInteger(asked) || asked < 2 ** 31) continue;
      const member = String(path.at(-1));
      yield {
        shape: `${member} of ${asked.toString(2).length} bits`,
        path: member,
        expected: `${asked}, as it was sent`,
        actual,
        holds: actual === asked,
      };
    }
  });
}
