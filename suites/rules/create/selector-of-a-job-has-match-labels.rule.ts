import { judgeCreated } from '../../checks/create/creations.ts';
import { at, isObject } from '../../oracle/json.ts';
import { podSpecOf } from '../../oracle/objects/pod-specs.ts';
import { fc, operationsOf } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { createEdited } from './default-cases.ts';

export const rule: Rule = {
  id: 'create/selector-of-a-job-has-match-labels',
  level: 'must',
  title:
    'The selector of a job that was sent without one is shown with matchLabels, a map of texts, each of them a label of its pod template.',
  cites: ['job-spec.selector.1'],
  operations: operationsOf(['create'], ({ kind }) => kind === 'Job'),
  cases: (operation) => fc.constant(createEdited(operation, [])),
  check,
  least: 2,
};

function check(history: History): Iterable<Finding> {
  return judgeCreated(history, function* ({ creation, object }) {
    const { kind } = creation.exchange.call.resource;
    if (kind !== 'Job' || podSpecOf(kind, object) === undefined || at(creation.sent, 'spec', 'selector') !== undefined)
      return;
    const selected = at(object, 'spec', 'selector', 'matchLabels');
    const labels = at(object, 'spec', 'template', 'metadata', 'labels');
    const holds =
      isObject(selected) &&
      Object.entries(selected).length > 0 &&
      Object.entries(selected).every(([key, value]) => typeof value === 'string' && at(labels, key) === value);
    yield {
      shape: 'made by the system',
      path: 'spec.selector.matchLabels',
      expected: 'a map of labels of the template',
      actual: selected,
      holds,
    };
  });
}
