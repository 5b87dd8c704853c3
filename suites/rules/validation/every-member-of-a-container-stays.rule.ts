import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { PATCH_TYPES } from '../../../spec/surface/media-types.ts';
import { freshReadsAfter, stateBefore } from '../../checks/fresh-reads.ts';
import { undecidedInitContainers, withDecidedMembers } from '../../checks/init-containers.ts';
import { judgeNoTrace } from '../../checks/no-trace.ts';
import { wayOf } from '../../checks/way-of.ts';
import { editsOf, type MemberChange, patchOf } from '../../generators/member-writes.ts';
import {
  CONTAINER_PLACES,
  containerName,
  type ContainerPlace,
  memberChanges,
} from '../../generators/container-changes.ts';
import { fullObject } from '../../generators/full-objects.ts';
import { TURNS } from '../../generators/full-states.ts';
import { objectWithContainers } from '../../generators/illegal-changes.ts';
import { type MemberDifference, differences } from '../../oracle/values/comparison.ts';
import { at, listAt } from '../../oracle/json.ts';
import { withSet } from '../../oracle/values/json-edits.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { edited, fc, operationsOf, resourceOf, type Steps, stepsOn } from '../cases.ts';
import { received, callsOf, held, rejected, type ResourceCalled, show, violated, keyCalled } from '../judging.ts';
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
    fc.constant([
      { do: 'together', branches: placesOf(choices).flatMap((place) => attempts(operation, place, choices)) },
    ]),
  check,
};

function placesOf(choices: DialectChoices): readonly ContainerPlace[] {
  return undecidedInitContainers('Pod', choices).length === 0
    ? CONTAINER_PLACES
    : CONTAINER_PLACES.filter(({ list }) => list === 'containers');
}

/** A pod for each container and turn, so the writes about one do not wait for those about another. */
function attempts(operation: Operation, place: ContainerPlace, choices: DialectChoices): Program[] {
  const on = stepsOn(resourceOf(operation));
  const sent = new Set<string>();
  return TURNS.map((turn) => {
    const name = `{{a}}-${containerName(place)}-${turn}`;
    const pod = podAround(place, fullObject(on.maker, name, turn, choices), bareObject(on, name, choices));
    const changes = changesOf(place, pod, fullObject(on.maker, name, turn + 1, choices)).filter(
      (change) => choices['pod.image'] === 'immutable' || !Object.hasOwn(change.members, 'image'),
    );
    // Later turns change the members that no earlier one has.
    const unsent = changes.filter((change) => !sent.has(idOf(pod, change)));
    for (const change of unsent) sent.add(idOf(pod, change));
    return [
      on.create(pod),
      on.get(name, { as: name }),
      ...unsent.flatMap((change) => writesOf(operation, on, pod, change)),
      on.get(name),
    ];
  });
}

/** A pod of minimal containers, without init containers where the dialect leaves these open. */
function bareObject(on: Steps, name: string, choices: DialectChoices): JsonObject {
  return withDecidedMembers('Pod', objectWithContainers(on.maker, name), choices);
}

/**
 * A pod with that container of the full pod, and beside it only what the container needs: servers read and validate the
 * whole pod at each of more than a thousand writes.
 */
function podAround({ list, index }: ContainerPlace, full: JsonObject, bare: JsonObject): JsonObject {
  const path = ['spec', list, String(index)];
  const mounted = new Set(listAt(full, ...path, 'volumeMounts').map((mount) => at(mount, 'name')));
  const needed = listAt(full, 'spec', 'volumes').filter((volume) => mounted.has(at(volume, 'name')));
  return withSet(withSet(bare, path, at(full, ...path) ?? {}) ?? bare, ['spec', 'volumes'], needed) as JsonObject;
}

/**
 * Which member changes, and whether it gets another value or is left out. A flag changes in both directions, because
 * servers show false and absence alike. An enumerated value is left out by its name, because one of them may be the
 * default, which comes back.
 */
function idOf(pod: JsonObject, { owner, members }: MemberChange): string {
  return Object.entries(members)
    .map(([member, to]) => {
      const value = at(pod, ...owner, member);
      const enumerated = typeof value === 'string' && /^[A-Z]/.test(value) ? value : '';
      const change = to === undefined ? `without ${enumerated}` : `to ${typeof to === 'boolean' ? to : 'another'}`;
      return `${owner.join('/')}/${member} ${change}`;
    })
    .join();
}

function changesOf({ list, index }: ContainerPlace, pod: JsonObject, other: JsonObject): readonly MemberChange[] {
  const owner = ['spec', list, String(index)];
  return memberChanges(at(pod, ...owner) ?? {}, at(other, ...owner), owner);
}

function writesOf({ verb }: Operation, on: Steps, pod: JsonObject, change: MemberChange): readonly Step[] {
  const name = String(at(pod, 'metadata', 'name'));
  return verb === 'replace'
    ? [on.replace(name, edited(name, editsOf(change)))]
    : PATCH_TYPES.map((contentType) =>
        on.patch(name, patchOf(contentType, pod, change, on.resource.schema), { contentType }),
      );
}

/** Judges only its own cases, whose pods nobody else writes. */
function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'replace', 'patch')) {
    const { resource } = exchange.call;
    if (resource.kind !== 'Pod' || !sentFor(exchange, rule.id)) continue;
    const [key, way] = [keyCalled(exchange), wayOf(exchange)];
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
    yield judged(exchange, way, shown.flatMap((after) => changesBetween(before, after, choices))[0]);
  }
}

function judged(exchange: ResourceCalled, way: string, change: MemberDifference | undefined): Finding {
  if (change === undefined) return held(exchange, `${way} ignored`);
  const cause = `${change.path.replaceAll(/\[[^\]]*\]/g, '[*]')} changed by ${way}`;
  return violated(exchange, `${change.path} ${show(change.expected)}`, show(change.actual), cause);
}

/** The differences of a pod's containers, without members that the dialect leaves open. */
function changesBetween(before: JsonObject, after: JsonObject, choices: DialectChoices): readonly MemberDifference[] {
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
