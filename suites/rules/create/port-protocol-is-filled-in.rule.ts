import { judgeCreated } from '../../checks/create/creations.ts';
import { at, textAt } from '../../oracle/json.ts';
import { containersIn, podSpecOf } from '../../oracle/objects/pod-specs.ts';
import type { Edit } from '../../program/program.ts';
import { fc, resourceOf } from '../cases.ts';
import { show } from '../judging.ts';
import type { Finding, History, Json, JsonObject, Rule, Template } from '../rule.ts';
import { createEdited, inPodSpec, pointerTo, POD_CREATES } from './default-cases.ts';

const portsOf = inPodSpec(['containers', '*', 'ports']);

const PORTS: readonly Template[] = [
  { containerPort: 80 },
  { containerPort: 81, protocol: 'UDP' },
  { containerPort: 82, protocol: 'TCP' },
];

export const rule: Rule = {
  id: 'create/port-protocol-is-filled-in',
  level: 'must',
  title: 'A container port that names no protocol is shown with one, and a port that names a protocol keeps it.',
  cites: ['container.defaults-echoed'],
  operations: POD_CREATES,
  cases: (operation) =>
    fc.subarray([...PORTS], { minLength: 1 }).map((ports) =>
      createEdited(
        operation,
        portsOf(resourceOf(operation)).map((pattern): Edit => ({ set: pointerTo(pattern), to: ports })),
      ),
    ),
  check,
};

/** The document does not say which protocol is the default. */
function check(history: History): Iterable<Finding> {
  return judgeCreated(history, function* ({ creation, object }) {
    const { kind } = creation.exchange.call.resource;
    for (const { number, protocol } of portsIn(kind, creation.sent)) {
      const shown = portsIn(kind, object).find((port) => port.number === number);
      if (shown === undefined) continue;
      const wanted = protocol ?? shown.protocol;
      yield {
        shape: protocol === undefined ? 'left out' : protocol,
        path: 'containers[*].ports[*].protocol',
        expected: protocol === undefined ? 'a protocol' : `${show(protocol)}, as it was sent`,
        actual: shown.protocol,
        holds: wanted !== undefined && shown.protocol === wanted,
      };
    }
  });
}

interface ShownPort {
  readonly number: Json | undefined;
  readonly protocol: string | undefined;
}

/** The ports of all containers with a unique number. */
function portsIn(kind: Parameters<typeof podSpecOf>[0], object: JsonObject): readonly ShownPort[] {
  const ports = containersIn(podSpecOf(kind, object), 'containers').flatMap((container) => {
    const list = at(container, 'ports');
    return Array.isArray(list)
      ? (list as readonly Json[]).map((port): ShownPort => ({
          number: at(port, 'containerPort'),
          protocol: textAt(port, 'protocol'),
        }))
      : [];
  });
  return ports.filter(
    ({ number }) => number !== undefined && ports.filter((port) => port.number === number).length === 1,
  );
}
