import { judgeCreated } from '../../checks/create/creations.ts';
import { at } from '../../oracle/json.ts';
import { POD_SPEC } from '../../oracle/objects/pod-specs.ts';
import { fc, resourceOf } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { createEdited, POD_CREATES } from './default-cases.ts';

export const rule: Rule = {
  id: 'create/pod-template-has-no-creation-time',
  level: 'must',
  title:
    'The creationTimestamp in the metadata of a pod template is null or left out: a template is not an object of its own.',
  cites: ['object-metadata.creation-timestamp.2'],
  operations: POD_CREATES.filter((operation) => (POD_SPEC[resourceOf(operation).kind]?.length ?? 0) > 1),
  cases: (operation) => fc.constant(createEdited(operation, [])),
  check,
  least: 1,
};

function check(history: History): Iterable<Finding> {
  return judgeCreated(history, function* ({ creation, object }) {
    const podSpec = POD_SPEC[creation.exchange.call.resource.kind] ?? [];
    const template = at(object, ...podSpec.slice(0, -1));
    if (podSpec.length < 2 || template === undefined) return;
    const actual = at(template, 'metadata', 'creationTimestamp') ?? null;
    yield {
      shape: 'template',
      path: 'template.metadata.creationTimestamp',
      expected: 'null, or nothing',
      actual,
      holds: actual === null,
    };
  });
}
