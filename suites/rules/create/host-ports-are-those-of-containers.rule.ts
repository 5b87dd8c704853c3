import type { Kind } from '../../../spec/surface/resources.ts';
import { appearances } from '../../checks/create/creations.ts';
import { at, isObject, listAt } from '../../oracle/json.ts';
import { containersIn, podSpecOf } from '../../oracle/objects/pod-specs.ts';
import { inTurn, resourceOf } from '../cases.ts';
import { callsOf, refused, held, observed, show, violated, sent } from '../judging.ts';
import type { CheckContext, Finding, History, JsonObject, Rule } from '../rule.ts';
import { createEdited, inPodSpec, pointerTo, POD_CREATES } from './default-cases.ts';

export const rule: Rule = {
  id: 'create/host-ports-are-those-of-containers',
  level: 'must',
  title:
    'On the host network, a port without a hostPort is refused, left without one, or given its containerPort as hostPort; it never gets another number.',
  cites: ['pod-spec.host-network.2'],
  operations: POD_CREATES,
  cases: (operation) => {
    const [podSpec = []] = inPodSpec([])(resourceOf(operation));
    const ports = inTurn([{ containerPort: 8080 }], [{ containerPort: 8080, hostPort: 8080 }, { containerPort: 8081 }]);
    return ports.map((to) =>
      createEdited(operation, [
        { set: pointerTo([...podSpec, 'hostNetwork']), to: true },
        { set: pointerTo([...podSpec, 'containers', '*', 'ports']), to },
      ]),
    );
  },
  check,
  least: 1,
};

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  for (const { creation, object, where } of appearances(history)) {
    const { kind } = creation.exchange.call.resource;
    if (!leavesPortsOut(kind, creation.sent)) continue;
    const wrong = portsOf(kind, object).find(
      (port) => !isWithoutHostPort(port) && at(port, 'hostPort') !== at(port, 'containerPort'),
    );
    const empty = portsOf(kind, object).find(isWithoutHostPort);
    if (wrong !== undefined)
      yield violated(
        creation.exchange,
        `hostPort ${show(at(wrong, 'containerPort'))}`,
        `${show(at(wrong, 'hostPort'))} ${where}`,
        'another hostPort',
      );
    else if (empty !== undefined && choices['pod.host-network-ports'] === 'filled-in')
      yield violated(creation.exchange, 'a hostPort', `none ${where}`, 'no hostPort');
    else yield held(creation.exchange, empty === undefined ? 'filled in' : 'left as it is');
  }
  for (const exchange of callsOf(history.exchanges, 'create')) {
    const body = sent(exchange);
    if (body !== undefined && refused(exchange) && leavesPortsOut(exchange.call.resource.kind, body))
      yield observed(exchange, 'refused');
  }
}

/** Whether a pod on the host network has a port without a host port. */
function leavesPortsOut(kind: Kind, object: JsonObject): boolean {
  return (
    at(podSpecOf(kind, object), 'hostNetwork') === true &&
    portsOf(kind, object).some((port) => at(port, 'hostPort') === undefined)
  );
}

/** No port is 0, so a server may show an absent hostPort as 0. */
function isWithoutHostPort(port: JsonObject): boolean {
  return (at(port, 'hostPort') ?? 0) === 0;
}

function portsOf(kind: Kind, object: JsonObject): JsonObject[] {
  return containersIn(podSpecOf(kind, object), 'containers').flatMap((container) =>
    listAt(container, 'ports').filter(isObject),
  );
}
