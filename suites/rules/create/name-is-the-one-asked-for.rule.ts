import { judgeCreated } from '../../checks/create/creations.ts';
import { at, textAt } from '../../oracle/json.ts';
import type { Edit } from '../../program/program.ts';
import { fc, inTurn, minimalObject, resourceOf, type Steps, stepsOn } from '../cases.ts';
import { mayHaveDots } from '../dotted-names.ts';
import { show } from '../judging.ts';
import type { Finding, History, Program, Rule, Template } from '../rule.ts';
import { createAndRead, CREATES } from './create-and-read.ts';

/** A name with more characters than a label may have. A server may refuse it, so it comes beside another name. */
const LONG = `{{b}}${'-long'.repeat(12)}`;

export const rule: Rule = {
  id: 'create/name-is-the-one-asked-for',
  level: 'must',
  title:
    'A created object has the name in its body, even if generateName stands beside it, and the namespace in its path, whether or not the body names that too.',
  cites: [
    'object-metadata.name.1',
    'object-metadata.namespace.1',
    'parameters.path.namespace',
    'what-the-service-does.namespaced-paths',
  ],
  operations: CREATES,
  cases: (operation) => {
    const resource = resourceOf(operation);
    const namespaces = inTurn<readonly Edit[]>(
      [],
      [{ set: '/metadata/namespace', to: '{{namespace}}' }],
      [{ set: '/metadata/namespace', to: '' }],
    );
    const prefixes = inTurn<readonly Edit[]>([], [{ set: '/metadata/generateName', to: 'plumbline-other-' }]);
    const odd = mayHaveDots(resource) ? ['{{b}}.x.0', LONG] : [];
    const on = stepsOn(resource);
    return fc.tuple(namespaces, prefixes, inTurn(undefined, ...odd)).map(([namespace, prefix, other]) => {
      const edits = [...prefix, ...(resource.namespaced ? namespace : [])];
      const named = (name: string): Template => ({ $edit: minimalObject(resource, name), with: edits });
      return [
        ...createAndRead(on, named('{{a}}'), { name: '{{a}}' }),
        ...(other === undefined ? [] : [on.create(named(other)), on.get(other)]),
        ...(resource.kind === 'Event' ? alike(on) : []),
      ];
    });
  },
  check,
};

/** Two events of one object that differ by their names alone. */
function alike(on: Steps): Program {
  const first = { ...minimalObject(on.resource, '{{c}}'), reason: 'Tested', message: 'alike' };
  const second = { $edit: first, with: [{ set: '/metadata/name', to: '{{d}}' }] };
  return [first, second].map((body) => on.create(body));
}

function check(history: History): Iterable<Finding> {
  return judgeCreated(history, function* ({ creation, object }) {
    const [asked, { namespace }] = [textAt(creation.sent, 'metadata', 'name'), creation.exchange.call];
    const shape =
      { undefined: 'namespace left out', '': 'namespace empty' }[`${textAt(creation.sent, 'metadata', 'namespace')}`] ??
      'namespace sent';
    if (asked !== undefined && asked !== '') {
      const name = at(object, 'metadata', 'name');
      yield {
        shape,
        path: 'metadata.name',
        expected: `${show(asked)}, as it was sent`,
        actual: name,
        holds: name === asked,
      };
    }
    if (namespace !== undefined) {
      const shown = at(object, 'metadata', 'namespace');
      yield {
        shape,
        path: 'metadata.namespace',
        expected: `${show(namespace)}, as in the path`,
        actual: shown,
        holds: shown === namespace,
      };
    }
  });
}
