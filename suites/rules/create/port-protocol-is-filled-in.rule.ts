import type { Kind } from '../../../spec/surface/resources.ts';
import { judgeCreated } from '../../checks/create/creations.ts';
import { at, textAt } from '../../oracle/json.ts';
import { allContainers } from '../../oracle/objects/pod-specs.ts';
import type { Edit } from '../../program/program.ts';
import { fc, ONE_CONTAINER, resourceOf } from '../cases.ts';
import { show } from '../judging.ts';
import type { Finding, History, Json, JsonObject, Rule, Template } from '../rule.ts';
import { createEdited, inPodSpec, pointerTo, POD_CREATES } from './default-cases.ts';

const containersOf = inPodSpec(['containers'], ['initContainers']);

const NAMED: readonly Template[] = [
  { containerPort: 81, protocol: 'UDP' },
  { containerPort: 82, protocol: 'TCP' },
];

export const rule: Rule = {
  id: 'create/port-protocol-is-filled-in',
  level: 'must',
  title:
    'A container port that names no protocol is shown with one, the same in every container and init container, and a port that names a protocol keeps it.',
  cites: ['container.defaults-echoed'],
  operations: POD_CREATES,
  cases: (operation) =>
    fc.subarray([...NAMED]).map((named) =>
      createEdited(
        operation,
        containersOf(resourceOf(operation)).map((pattern, list): Edit => ({
          set: pointerTo(pattern),
          to: ['one', 'other'].map((name, index) => ({
            ...ONE_CONTAINER,
            name: `${name}-${list}`,
            ports: [{ containerPort: 8000 + 10 * list + index }, ...(list + index === 0 ? named : [])],
          })),
        })),
      ),
    ),
  check,
};

/** The document does not say which protocol is the default, but a member has one default. */
function check(history: History): Iterable<Finding> {
  return judgeCreated(history, function* ({ creation, object }) {
    const { kind } = creation.exchange.call.resource;
    const shown = new Map(portsIn(kind, object).map(({ number, protocol }) => [number, protocol]));
    const sent = portsIn(kind, creation.sent).filter(({ number }) => shown.has(number));
    const filled = sent.filter(({ protocol }) => protocol === undefined).map(({ number }) => shown.get(number));
    const common = filled.find((protocol) => protocol !== undefined);
    for (const { number, protocol } of sent) {
      const actual = shown.get(number);
      const wanted = protocol ?? common;
      yield {
        shape: protocol === undefined ? 'left out' : protocol,
        path: 'containers[*].ports[*].protocol',
        expected: expectedOf(protocol, common),
        actual,
        holds: wanted !== undefined && actual === wanted,
      };
    }
  });
}

function expectedOf(sent: string | undefined, common: string | undefined): string {
  if (sent !== undefined) return `${show(sent)}, as it was sent`;
  return common === undefined ? 'a protocol' : `${show(common)}, as in another port that was sent without one`;
}

interface ShownPort {
  readonly number: Json | undefined;
  readonly protocol: string | undefined;
}

/** The ports of all containers and init containers with a unique number. */
function portsIn(kind: Kind, object: JsonObject): readonly ShownPort[] {
  const ports = allContainers(kind, object).flatMap((container) => {
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
