import { JSON_PATCH_TYPE, PATCH_TYPES } from '../../../spec/surface/media-types.ts';
import { askedBy } from '../../checks/asked-by.ts';
import { undecidedInitContainers } from '../../checks/init-containers.ts';
import { turnedDownAsStale } from '../../checks/write/locks.ts';
import { wayOf } from '../../checks/way-of.ts';
import { legalValues, TURNS } from '../../generators/legal-values.ts';
import { MUTABLE } from '../../generators/mutable-members.ts';
import { missing, SYSTEM_WRITTEN } from '../../oracle/values/comparison.ts';
import { at } from '../../oracle/json.ts';
import { POD_SPEC } from '../../oracle/objects/pod-specs.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { jsonPatchOf } from '../../oracle/validation/json-patch-of.ts';
import { edited, fc, minimalObject, operationsOf, resourceOf, type Steps, stepsOn } from '../cases.ts';
import { received, responseOf, callsOf, foundWrong, statusOf, held, show, violated } from '../judging.ts';
import type { CheckContext, Finding, History, Operation, Program, Resource, Rule, Template } from '../rule.ts';

export const rule: Rule = {
  id: 'validation/legal-values-are-accepted',
  level: 'must',
  title:
    'Each value that the document allows for a member of a pod or workload is accepted by every kind of write, in every container, and stored as it was sent.',
  cites: [
    'what-the-service-does.1',
    'errors.1',
    'semantics.1.1',
    'semantics.4.1',
    'container.image-pull-policy.1',
    'container.termination-message-policy.1',
    'container.tty.1',
    'container.stdin.1',
    'container.stdin-once.1',
    'pod-spec.dns-policy.1',
    'pod-spec.restart-policy.1',
    'pod-spec.host-network.1',
    'pod-spec.host-pid.1',
    'pod-spec.host-ipc.1',
    'pod-spec.termination-grace-period-seconds.1',
    'limits.active-deadline-seconds',
    'deployment-strategy.type.1',
    'rolling-update.max-surge.3',
    'rolling-update.max-unavailable.3',
  ],
  operations: [
    ...operationsOf(['create'], ({ kind }) => POD_SPEC[kind] !== undefined),
    ...operationsOf(['replace', 'patch'], ({ kind }) => MUTABLE[kind].template !== undefined),
  ],
  cases: (operation) => fc.constant(programOf(operation)),
  check,
  least: 1,
};

const EVERY_TURN = Array.from({ length: TURNS }, (_, turn) => turn);

function programOf(operation: Operation): Program {
  const on = stepsOn(resourceOf(operation));
  if (operation.verb === 'create')
    return EVERY_TURN.map((turn) => on.createHere(bodyOf(on.resource, `{{a}}-${turn}`, turn)));
  const made: Program = [on.create(minimalObject(on.maker, '{{a}}')), on.get('{{a}}', { as: 'read' })];
  if (operation.verb === 'patch') return [...made, ...patches(on)];
  return [
    ...made,
    ...EVERY_TURN.flatMap((turn): Program => [
      on.replace('{{a}}', edited('read', legalValues(on.resource.kind, turn, 'whole'))),
      on.get('{{a}}', { as: 'read' }),
    ]),
  ];
}

function bodyOf(resource: Resource, name: string, turn: number): Template {
  return { $edit: minimalObject(resource, name), with: legalValues(resource.kind, turn, 'whole') };
}

/** Each turn by each of the three patch types, never twice in a row. */
function patches(on: Steps): Program {
  return PATCH_TYPES.flatMap((_, round) =>
    EVERY_TURN.map((turn) => {
      const contentType = PATCH_TYPES[(turn + round) % PATCH_TYPES.length] ?? JSON_PATCH_TYPE;
      const edits = legalValues(on.resource.kind, turn, contentType === JSON_PATCH_TYPE ? 'whole' : 'merged');
      return on.patch('{{a}}', contentType === JSON_PATCH_TYPE ? jsonPatchOf(edits) : { $edit: {}, with: edits }, {
        contentType,
      });
    }),
  );
}

/** Judges only its own cases: a server may refuse other objects for unknown reasons. */
function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'create', 'replace', 'patch')) {
    const [asked, response, by] = [askedBy(exchange), received(exchange), wayOf(exchange)];
    if (!sentFor(exchange, rule.id) || asked === undefined || at(asked, 'spec') === undefined) continue;
    if (foundWrong(exchange) && !turnedDownAsStale(history, exchange))
      yield violated(
        exchange,
        'success: every value is legal',
        responseOf(exchange),
        `refused by ${by} with ${statusOf(exchange)}`,
      );
    if (response === undefined) continue;
    const { schema, kind } = exchange.call.resource;
    const ignore = [
      ...SYSTEM_WRITTEN,
      ...(exchange.call.verb === 'create' ? [] : undecidedInitContainers(kind, choices)),
    ];
    const [first] = missing(
      { spec: at(asked, 'spec') ?? null },
      { spec: at(response, 'spec') ?? null },
      { schema, ignore },
    );
    if (first === undefined) yield held(exchange, by);
    else
      yield violated(
        exchange,
        `${first.path} ${show(first.expected)}, as it was sent`,
        show(first.actual),
        `${first.path} is not stored by ${by}`,
      );
  }
}
