import { API_VERBS } from '../../../spec/surface/operations.ts';
import { RESOURCES } from '../../../spec/surface/resources.ts';
import { at } from '../../oracle/json.ts';
import { fc, minimalObject, exercise, OWN_OBJECTS, stepsOn } from '../cases.ts';
import { statusOf, succeeded, held, show, violated } from '../judging.ts';
import type { CheckContext, Exchange, Finding, History, Program, Resource, Rule } from '../rule.ts';
import { DISCOVERIES, ofEachResource } from './discovery-rule.ts';

export const rule: Rule = {
  id: 'discovery/verbs-that-work-are-listed',
  level: 'should',
  title: 'A verb that succeeds on a resource is among the verbs that discovery lists for it.',
  cites: ['other-shapes.api-resource-list.1', 'what-the-service-does.operation-families'],
  operations: DISCOVERIES,
  needs: [],
  cases: (operation) =>
    fc.constant([...RESOURCES.filter(({ prefix }) => prefix === operation.path).flatMap(life), ...exercise(operation)]),
  check,
  least: 1,
};

/** Takes an object of the resource through its life, by every verb that works. */
function life(resource: Resource): Program {
  const on = stepsOn(resource);
  const status: Program = resource.hasStatus
    ? [
        on.getStatus('{{a}}', { as: `status-${resource.plural}` }),
        on.replaceStatus('{{a}}', { $from: `status-${resource.plural}` }),
      ]
    : [];
  return [
    on.create(minimalObject(on.maker, '{{a}}'), { as: `made-${resource.plural}` }),
    on.watchList(`seen-${resource.plural}`),
    on.list(),
    on.patch('{{a}}', { metadata: { labels: { seen: 'yes' } } }),
    on.get('{{a}}', { as: `read-${resource.plural}` }),
    on.replace('{{a}}', { $from: `read-${resource.plural}` }),
    ...status,
    on.removeAll({ query: OWN_OBJECTS }),
    on.create(minimalObject(on.maker, '{{b}}')),
    on.remove('{{b}}'),
  ];
}

function* check(history: History, context: CheckContext): Iterable<Finding> {
  yield* ofEachResource(function* (resource, { exchange, entries }) {
    for (const [entryName, verb] of provenOn(history, resource)) {
      const entry = entries.get(entryName);
      if (entry === undefined) continue;
      const verbs = at(entry, 'verbs');
      // The document shows no member of an APIResourceList, so a server may list resources without verbs.
      if (verbs === undefined || (Array.isArray(verbs) && verbs.includes(verb)))
        yield held(exchange, `${entryName} ${verb}`);
      else
        yield violated(
          exchange,
          `${entryName}: ${show(verb)} among its verbs, because it returned 2xx`,
          `verbs ${show(verbs)}`,
          `${entryName} ${verb}`,
        );
    }
  })(history, context);
}

/** Entry name and verb of each operation that succeeded on a resource, each once. */
function provenOn(history: History, resource: Resource): (readonly [string, string])[] {
  const proven = new Map<string, readonly [string, string]>();
  for (const exchange of history.exchanges) {
    const { call } = exchange;
    if (call?.resource?.id !== resource.id || call.verb === 'discover' || !worked(exchange)) continue;
    const entryName = call.verb.endsWith('Status') ? `${resource.plural}/status` : resource.plural;
    proven.set(`${entryName} ${API_VERBS[call.verb]}`, [entryName, API_VERBS[call.verb]]);
  }
  return [...proven.values()];
}

function worked(exchange: Exchange): boolean {
  return succeeded(exchange) || (exchange.call?.watching === true && statusOf(exchange) === 200);
}
