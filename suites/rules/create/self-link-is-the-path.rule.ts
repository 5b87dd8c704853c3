import { judgeCreated } from '../../checks/create/creations.ts';
import { pathsOf } from '../../checks/object-paths.ts';
import { textAt } from '../../oracle/json.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { createAndRead, CREATES } from './create-and-read.ts';

export const rule: Rule = {
  id: 'create/self-link-is-the-path',
  level: 'must',
  impact: 'form',
  title: 'The selfLink of a created object is the path of that object.',
  cites: ['object-metadata.self-link.1'],
  operations: CREATES,
  cases: (operation) =>
    fc.constant(createAndRead(stepsOn(resourceOf(operation)), minimalObject(resourceOf(operation), '{{a}}'))),
  check,
  least: 2,
};

function check(history: History): Iterable<Finding> {
  return judgeCreated(history, function* ({ creation, exchange, object }) {
    // The /status of an object has its own path.
    if (exchange.call?.operation.path.endsWith('/status') === true) return;
    const { resource, namespace } = creation.exchange.call;
    const [link, name] = [textAt(object, 'metadata', 'selfLink'), textAt(creation.made, 'metadata', 'name')];
    const paths = pathsOf({ kind: resource.kind, namespace, name: name ?? '' });
    yield {
      shape: 'selfLink',
      path: 'metadata.selfLink',
      expected: paths.join(' or '),
      actual: link,
      holds: paths.some((path) => link?.endsWith(path)),
    };
  });
}
