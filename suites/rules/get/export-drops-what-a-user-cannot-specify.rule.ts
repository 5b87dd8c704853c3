import { YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { fc, exercise, resourceOf, type Steps, stepsOn } from '../cases.ts';
import { heldObject, release } from '../held-object.ts';
import type { Program, Rule } from '../rule.ts';
import { judgeExports } from './export.ts';
import { GETS } from './get-operations.ts';

export const rule: Rule = {
  id: 'get/export-drops-what-a-user-cannot-specify',
  level: 'must',
  title:
    'A get with export=true returns the object without uid, resourceVersion and creation timestamp, which a user cannot specify.',
  cites: ['parameters.read.export'],
  operations: GETS,
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc.constant([
      ...exercise(operation, { query: { export: 'true' } }),
      on.get('{{a}}', { query: { export: 'true', exact: 'true', pretty: 'true' } }),
      on.get('{{a}}', { query: { export: 'true' }, accept: YAML_TYPE }),
      ...(on.resource.namespaced ? terminating(on) : []),
    ]);
  },
  check: judgeExports,
  sweep: true,
};

/** An export of an object that a finalizer holds. */
function terminating(on: Steps): Program {
  return [
    on.create(heldObject(on, '{{held}}')),
    on.remove('{{held}}'),
    on.get('{{held}}', { query: { export: 'true' } }),
    release(on, '{{held}}'),
  ];
}
