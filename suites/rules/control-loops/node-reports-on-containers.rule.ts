import { DNS_LABEL } from '../../oracle/values/dns-label.ts';
import { at, isObject, textAt, listAt } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { containersIn, hasDuplicates, namesIn } from '../../oracle/objects/pod-specs.ts';
import { fc, ONE_CONTAINER, resourceOf, stepsOn } from '../cases.ts';
import { held, show, violated, callsOf } from '../judging.ts';
import type { Finding, History, Json, JsonObject, Rule } from '../rule.ts';
import { birthOf, lastOf, objectsSeen } from './dependants.ts';
import { createsOf, ACTS_WITHIN_MS, PAUSE } from './controller-cases.ts';
import { podForAnyNode } from './pod-cases.ts';

export const rule: Rule = {
  id: 'control-loops/node-reports-on-containers',
  level: 'must',
  title:
    'The status of a pod on a node has a phase, a start time, and one status for each container and init container: name, image, state, at most five restarts and, if there is a container, its id after the name of the runtime.',
  cites: [
    'container-status.container-id.1',
    'container-status.image.1',
    'container-status.name.1',
    'container-status.name.2',
    'container-status.restart-count.2',
    'container-status.state.1',
    'limits.restart-count',
    'pod-status.container-statuses.1',
    'pod-status.init-container-statuses.1',
    'pod-status.phase.1',
    'pod-status.reason.1',
    'pod-status.start-time.2',
    'states.fields',
  ],
  operations: createsOf('Pod'),
  needs: ['create', 'nodes controller'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const named = (name: string): JsonObject => ({ ...ONE_CONTAINER, name });
    return fc.constant([
      on.watch('seen', '{{a}}'),
      on.createHere(
        podForAnyNode(on, '{{a}}', { containers: [named('one'), named('two')], initContainers: [named('first')] }),
      ),
      { do: 'await', watch: 'seen', until: { events: 3 }, within: ACTS_WITHIN_MS },
      PAUSE,
      on.get('{{a}}'),
    ]);
  },
  check,
  least: 1,
};

/** Document, Limits. */
const MOST_RESTARTS = 5;

/** Empty until the container was made. */
const CONTAINER_ID = /^$|^[^:/\s]+:\/\/\S+$/;

function* check(history: History): Iterable<Finding> {
  const written = new Set(
    callsOf(history.exchanges, 'replaceStatus', 'patchStatus').map(
      ({ call }) => `${call.namespace ?? ''} ${call.name ?? ''}`,
    ),
  );
  for (const pod of objectsSeen(observedStateOf(history), 'Pod')) {
    const last = lastOf(pod);
    // A status that a client writes says nothing about nodes, nor does the status of a pod without a node.
    if (
      last === undefined ||
      (textAt(last.content, 'spec', 'nodeName') ?? '') === '' ||
      written.has(`${pod.key.namespace ?? ''} ${pod.key.name}`) ||
      at(last.content, 'status', 'containerStatuses', 0) === undefined
    )
      continue;
    const wrong = faultIn(last.content);
    if (wrong === undefined) yield held(birthOf(pod, last.exchange), 'reported by a node');
    else yield violated(last.exchange, wrong.expected, show(wrong.actual), wrong.cause);
  }
}

interface WrongReport {
  readonly expected: string;
  readonly actual: Json | undefined;
  readonly cause: string;
}

function faultIn(pod: JsonObject): WrongReport | undefined {
  const spec = at(pod, 'spec');
  const status = at(pod, 'status');
  if (!isObject(spec) || !isObject(status)) return undefined;
  if ((textAt(status, 'phase') ?? '') === '')
    return { expected: 'a phase', actual: at(status, 'phase'), cause: 'no phase' };
  if (textAt(status, 'startTime') === undefined)
    return { expected: 'a startTime', actual: at(status, 'startTime'), cause: 'no startTime' };
  if (!/^$|^[A-Z][A-Za-z0-9]*$/.test(textAt(status, 'reason') ?? ''))
    return { expected: 'a reason in CamelCase', actual: at(status, 'reason'), cause: 'reason is not in CamelCase' };
  return (
    faultOf(spec, status, 'containers', 'containerStatuses') ??
    faultOf(spec, status, 'initContainers', 'initContainerStatuses')
  );
}

function faultOf(
  spec: JsonObject,
  status: JsonObject,
  list: 'containers' | 'initContainers',
  reported: string,
): WrongReport | undefined {
  const of = listAt(status, reported);
  const [wanted, names] = [namesIn(spec, list), of.map((each) => textAt(each, 'name') ?? '')];
  if (containersIn(spec, list).length === 0) return undefined;
  if (hasDuplicates(names) || names.toSorted().join() !== wanted.toSorted().join())
    return {
      expected: `${reported} of ${wanted.join(', ')}`,
      actual: names,
      cause: `${reported} are not one for each`,
    };
  const other = names.find((name) => !DNS_LABEL.test(name));
  if (other !== undefined)
    return { expected: 'names that are DNS labels', actual: other, cause: `${reported} have another name` };
  const bare = of.find((each) => (textAt(each, 'image') ?? '') === '' || !isObject(at(each, 'state')));
  if (bare !== undefined)
    return { expected: 'an image and a state', actual: bare, cause: `${reported} have no image or no state` };
  const restarted = of.find((each) => Number(at(each, 'restartCount') ?? 0) > MOST_RESTARTS);
  if (restarted !== undefined)
    return {
      expected: `a restartCount of at most ${MOST_RESTARTS}`,
      actual: at(restarted, 'restartCount'),
      cause: `${reported} count further than ${MOST_RESTARTS}`,
    };
  const id = of.map((each) => textAt(each, 'containerID') ?? '').find((text) => !CONTAINER_ID.test(text));
  return id === undefined
    ? undefined
    : {
        expected: 'a containerID of a runtime, :// and an id',
        actual: id,
        cause: `${reported} have ids of another form`,
      };
}
