import * as fc from 'fast-check';
import { judgeDefaults } from '../../checks/filled-defaults.ts';
import type { Edit, Template } from '../../drivers/program.ts';
import type { Rule } from '../rule.ts';
import { resourceOf } from '../steps.ts';
import { createEdited, inPodSpec, pointerTo, POD_CREATES } from './default-cases.ts';

const patternsOf = inPodSpec(['containers', '*', 'ports', '*', 'protocol']);

const PORTS: readonly Template[] = [{ containerPort: 80 }, { containerPort: 81, protocol: 'UDP' }, { containerPort: 82, protocol: 'TCP' }];

export const rule: Rule = {
  id: 'create/port-protocol-is-filled-in',
  level: 'must',
  title: 'A container port that names no protocol is echoed with TCP.',
  cites: ['container.defaults-echoed'],
  operations: POD_CREATES,
  cases: (operation) =>
    fc.subarray([...PORTS], { minLength: 1 }).map((ports) =>
      createEdited(
        operation,
        patternsOf(resourceOf(operation)).map((pattern): Edit => ({ set: pointerTo(pattern.slice(0, -2)), to: ports })),
      ),
    ),
  check: (history, context) => judgeDefaults(history, context, patternsOf),
};
