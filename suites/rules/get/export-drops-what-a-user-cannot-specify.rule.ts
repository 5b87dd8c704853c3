import { YAML_TYPE } from '../../oracle/exchanges/media-type.ts';
import { at } from '../../oracle/json.ts';
import { fc, exercise, resourceOf, type Steps, stepsOn } from '../cases.ts';
import { heldObject, release } from '../delete/delete-cases.ts';
import { received, callsOf, held, show, violated } from '../judging.ts';
import type { Finding, History, Program, Rule } from '../rule.ts';
import { asksFor } from './export.ts';
import { GETS } from './get-operations.ts';

/** Members that only the system writes. */
const SYSTEMS_OWN = ['uid', 'resourceVersion', 'creationTimestamp'];

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
  check,
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

function* check(history: History): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'get')) {
    const object = received(exchange);
    if (object === undefined || !asksFor(exchange, 'export')) continue;
    const kept = SYSTEMS_OWN.find(
      (member) => ![undefined, null, ''].includes(at(object, 'metadata', member) as string | null | undefined),
    );
    if (kept === undefined) yield held(exchange, asksFor(exchange, 'exact') ? 'exact' : 'export');
    else
      yield violated(
        exchange,
        `no metadata.${kept}`,
        show(at(object, 'metadata', kept)),
        `metadata.${kept} is exported`,
      );
  }
}
