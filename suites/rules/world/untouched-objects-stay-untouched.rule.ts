import { judgeBystanders, relationByName } from '../../checks/bystanders.ts';
import { distinctChange } from '../../generators/changes.ts';
import { textAt } from '../../oracle/json.ts';
import type { ObjectKey } from '../../oracle/observed-state.ts';
import { minimalObject, operationsOf, stepsOn } from '../cases.ts';
import { type ResourceCalled, sent } from '../judging.ts';
import type { Finding, History, Operation, Resource, Rule, Step } from '../rule.ts';
import { WALKED, walkFor } from './world-walks.ts';

export const rule: Rule = {
  id: 'world/untouched-objects-stay-untouched',
  level: 'must',
  impact: 'data',
  title: 'In any sequence of writes, each write changes only the object that it names.',
  cites: ['semantics.4.1', 'semantics.1.1', 'semantics.6.1', 'what-the-service-does.namespaces'],
  operations: operationsOf(['create', 'replace', 'patch', 'patchStatus', 'delete'], ({ namespaced }) => namespaced),
  needs: WALKED,
  cases: (operation) => walkFor(operation, 8, (resource) => beside(operation, resource)),
  check: (history: History): Iterable<Finding> =>
    judgeBystanders(history, {
      verbs: ['create', 'replace', 'patch', 'replaceStatus', 'patchStatus', 'delete'],
      relation,
    }),
  least: 2,
};

/** The write, on a new object beside one with a similar name. */
function beside({ verb }: Operation, resource: Resource): readonly Step[] {
  const on = stepsOn(resource);
  const make = on.create(minimalObject(on.maker, '{{b}}'));
  const writes: Readonly<Record<string, readonly Step[]>> = {
    create: [on.createHere(minimalObject(resource, '{{b}}'))],
    replace: [
      make,
      on.get('{{b}}', { as: 'b' }),
      on.replace('{{b}}', { $edit: { $from: 'b' }, with: distinctChange(resource, 'beside') }),
    ],
    patch: [make, on.patch('{{b}}', { metadata: { labels: { beside: 'yes' } } })],
    patchStatus: [make, on.patchStatus('{{b}}', { status: {} })],
    delete: [make, on.remove('{{b}}')],
  };
  return [on.create(minimalObject(on.maker, '{{bc}}')), ...(writes[verb] ?? []), on.get('{{bc}}')];
}

function relation(key: ObjectKey, write: ResourceCalled): string | undefined {
  if (write.call.name !== undefined) return relationByName(key, write);
  const name = textAt(sent(write), 'metadata', 'name');
  return name === undefined ? undefined : relationByName(key, { ...write, call: { ...write.call, name } });
}
