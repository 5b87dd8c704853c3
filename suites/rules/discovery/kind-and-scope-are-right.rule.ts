import { at } from '../../oracle/json.ts';
import { held, show, violated } from '../judging.ts';
import type { Rule } from '../rule.ts';
import { discoveryRule, ofEachResource } from './discovery-rule.ts';

export const rule: Rule = discoveryRule(
  {
    id: 'discovery/kind-and-scope-are-right',
    level: 'should',
    title: 'Discovery names the kind of each resource, and calls it namespaced exactly if its paths name a namespace.',
    cites: ['other-shapes.api-resource-list.1', 'what-the-service-does.namespaces'],
  },
  ofEachResource(function* ({ plural, kind, namespaced }, { exchange, entries }) {
    const entry = entries.get(plural);
    if (entry === undefined) return;
    for (const [member, expected] of [
      ['kind', kind],
      ['namespaced', namespaced],
    ] as const) {
      const actual = at(entry, member);
      // The document shows no member of an APIResourceList, so either may be absent.
      if (actual === undefined || actual === expected) yield held(exchange, `${plural} ${member}`);
      else
        yield violated(
          exchange,
          `${plural}: ${member} ${show(expected)}`,
          `${member} ${show(actual)}`,
          `${plural} ${member}`,
        );
    }
  }),
);
