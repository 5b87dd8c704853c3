import { discoveries } from '../../checks/media/discovery.ts';
import { at } from '../../oracle/json.ts';
import { held, show, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { discoveryRule } from './discovery-rule.ts';

export const rule: Rule = discoveryRule(
  {
    id: 'discovery/names-the-group-version-of-its-path',
    level: 'should',
    title: 'The groupVersion of a discovery document is the group and version in its path.',
    cites: ['versioning.1', 'versioning.2'],
  },
  check,
);

/** The document shows no member of an APIResourceList, so a groupVersion may be absent. */
function* check(history: History): Iterable<Finding> {
  for (const { exchange, resources, response } of discoveries(history)) {
    const expected = resources[0]?.apiVersion;
    const actual = at(response, 'groupVersion');
    if (actual === undefined || actual === expected) yield held(exchange, `groupVersion ${expected}`);
    else yield violated(exchange, `groupVersion ${show(expected)}`, show(actual), 'groupVersion');
  }
}
