import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { freshReadsAfter, stateBefore } from '../../checks/fresh-reads.ts';
import { undecidedInitContainers } from '../../checks/init-containers.ts';
import { judgeNoTrace } from '../../checks/no-trace.ts';
import { wayOf } from '../../checks/way-of.ts';
import { editsOf, type MemberChange, patchOf } from '../../generators/member-writes.ts';
import {
  CONTAINER_PLACES,
  type ContainerPlace,
  otherMembers,
  removableMembers,
  wholePod,
} from '../../generators/whole-containers.ts';
import { type Difference, differences } from '../../oracle/comparison.ts';
import { at } from '../../oracle/json.ts';
import { keyOf, observedStateOf } from '../../oracle/observed-state.ts';
import { sentFor } from '../../oracle/sent-for.ts';
import { edited, fc, operationsOf, resourceOf, type Steps, stepsOn } from '../cases.ts';
import { received, callsOf, held, rejected, type ResourceCalled, show, violated } from '../judging.ts';
import type { CheckContext, Finding, History, JsonObject, Operation, Program, Rule, Step } from '../rule.ts';

export const rule: Rule = {
  id: 'validation/every-member-of-a-container-stays',
  level: 'must',
  negative: true,
  sweep: true,
  title:
    'No PUT or PATCH changes a member of a container or init container of a pod: a write that gives it another value, or leaves it out, is refused or ignores that.',
  cites: ['container.immutable', 'container.name.3', 'container.image.2'],
  operations: operationsOf(['replace', 'patch'], ({ kind }) => kind === 'Pod'),
  needs: ['create', 'get'],
  cases: (operation, choices) =>
    fc.constant([{ do: 'together', branches: placesOf(choices).map((place) => attempts(operation, place, choices)) }]),
  check,
};

function placesOf(choices: DialectChoices): readonly ContainerPlace[] {
  return undecidedInitContainers('Pod', choices).length === 0
    ? CONTAINER_PLACES
    : CONTAINER_PLACES.filter(({ list }) => list === 'containers');
}

/** A pod for each container, so the writes about one do not wait for those about another. */
function attempts(operation: Operation, place: ContainerPlace, choices: DialectChoices): Program {
  const on = stepsOn(resourceOf(operation));
  const name = `{{a}}-${place.list === 'containers' ? 'c' : 'i'}${place.index}`;
  const pod = wholePod(on.maker, name);
  return [
    on.create(pod),
    on.get(name, { as: name }),
    ...changesIn(place, choices).flatMap((change) => writesOf(operation, on, pod, change)),
    on.get(name),
  ];
}

function changesIn(place: ContainerPlace, choices: DialectChoices): readonly MemberChange[] {
  const owner = ['spec', place.list, String(place.index)];
  return [
    ...Object.entries(otherMembers(place))
      .filter(([member]) => member !== 'image' || choices['pod.image'] === 'immutable')
      .map(([member, to]) => ({ owner, members: { [member]: to } })),
    ...removableMembers(place).map((member) => ({ owner, members: { [member]: undefined } })),
  ];
}

const PATCH_TYPES = [JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE] as const;

function writesOf({ verb }: Operation, on: Steps, pod: JsonObject, change: MemberChange): readonly Step[] {
  const name = String(at(pod, 'metadata', 'name'));
  return verb === 'replace'
    ? [on.replace(name, edited(name, editsOf(change)))]
    : PATCH_TYPES.map((contentType) => on.patch(name, patchOf(contentType, pod, change), { contentType }));
}

/** Judges only its own cases, whose pods nobody else writes. */
function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'replace', 'patch')) {
    const { resource, namespace, name = '' } = exchange.call;
    if (resource.kind !== 'Pod' || !sentFor(exchange, rule.id)) continue;
    const [key, way] = [keyOf(resource, namespace, name), wayOf(exchange)];
    if (rejected(exchange)) {
      yield* judgeNoTrace(history, { exchange, key, what: `a change of a container by ${way}`, shape: way });
      continue;
    }
    const before = stateBefore(observed, key, exchange)?.content;
    const stored = received(exchange);
    if (before === undefined || stored === undefined) continue;
    const shown = [
      stored,
      ...freshReadsAfter(history, observed, key, exchange).flatMap(({ seen }) =>
        seen === undefined ? [] : [seen.content],
      ),
    ];
    yield judged(exchange, way, shown.flatMap((after) => changesOf(before, after, choices))[0]);
  }
}

function judged(exchange: ResourceCalled, way: string, change: Difference | undefined): Finding {
  if (change === undefined) return held(exchange, `${way} ignored`);
  const cause = `${change.path.replaceAll(/\[[^\]]*\]/g, '[*]')} changed by ${way}`;
  return violated(exchange, `${change.path} ${show(change.expected)}`, show(change.actual), cause);
}

/** The differences of a pod's containers, without members that the dialect leaves open. */
function changesOf(before: JsonObject, after: JsonObject, choices: DialectChoices): readonly Difference[] {
  const [was, is] = [before, after].map((pod): JsonObject => ({
    spec: { containers: at(pod, 'spec', 'containers') ?? [], initContainers: at(pod, 'spec', 'initContainers') ?? [] },
  }));
  const image =
    choices['pod.image'] === 'immutable' ? [] : ['/spec/containers/*/image', '/spec/initContainers/*/image'];
  return differences(was, is, {
    schema: 'core/v1.Pod',
    ignore: [...image, ...undecidedInitContainers('Pod', choices)],
  });
}
