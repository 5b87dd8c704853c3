import { held, show, violated } from '../../checks/findings.ts';
import type { Rule } from '../rule.ts';
import { discoveryRule, ofEachResource } from './discovery-rule.ts';

export const rule: Rule = discoveryRule(
  {
    id: 'discovery/lists-each-resource-that-is-served',
    level: 'should',
    title: 'The discovery document of a group-version lists each of its resources, under its plural name.',
    cites: ['other-shapes.api-resource-list.1'],
  },
  ofEachResource(function* ({ plural }, { exchange, entries }) {
    if (entries.has(plural)) yield held(exchange, plural);
    else yield violated(exchange, `an entry named ${show(plural)} in resources`, `entries named ${show([...entries.keys()])}`, `no entry for ${plural}`);
  }),
);
