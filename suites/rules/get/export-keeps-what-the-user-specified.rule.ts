import { creations } from '../../checks/create/creations.ts';
import { knownAt } from '../../checks/known-state.ts';
import { isTyped } from '../../checks/validation/wrong-types.ts';
import { missing, SYSTEM_WRITTEN } from '../../oracle/values/comparison.ts';
import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';
import { type JsonObject, textAt } from '../../oracle/json.ts';
import { type ObjectKey, observedStateOf } from '../../oracle/observed-state.ts';
import { unshown } from '../../oracle/values/write-only.ts';
import { fc, inTurn, objectOf, resourceOf, stepsOn } from '../cases.ts';
import { received, callsOf, held, show, violated, keyCalled, sent } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { asksFor } from './export.ts';
import { GETS } from './get-operations.ts';

/** Cluster-specific or system members: an export may leave them out. */
const NOT_THE_USERS = [
  '/metadata/namespace',
  '/spec/clusterIP',
  '/spec/ports/*/nodePort',
  '/spec/finalizers',
  '/metadata/finalizers',
  '/metadata/ownerReferences',
];

export const rule: Rule = {
  id: 'get/export-keeps-what-the-user-specified',
  level: 'must',
  title: 'A get with export=true returns every field that the user specified: labels, annotations, spec and data.',
  cites: ['parameters.read.export'],
  operations: GETS,
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc
      .tuple(objectOf(on.maker), inTurn({ export: 'true' }, { export: 'true', exact: 'true' }))
      .map(([body, query]) => [
        on.create(body),
        on.get('{{a}}', { query }),
        on.patch('{{a}}', { metadata: { annotations: { later: 'yes' } } }),
        on.get('{{a}}', { query }),
      ]);
  },
  check,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  const writes = specifying(history);
  for (const exchange of callsOf(history.exchanges, 'get')) {
    const object = received(exchange);
    if (object === undefined || !asksFor(exchange, 'export')) continue;
    const { resource } = exchange.call;
    const key = keyCalled(exchange);
    const current = knownAt(observed, key, exchange.began);
    const write = writes.findLast(
      (each) => each.key.id === key.id && each.ended < exchange.began && each.version === current?.version,
    );
    if (write === undefined) continue;
    const first = missing(write.sent, object, {
      schema: resource.schema,
      ignore: [...SYSTEM_WRITTEN, ...NOT_THE_USERS, '/apiVersion', '/kind', '/metadata/name', ...unshown(write.sent)],
    }).find(({ path }) => isTyped(resource.schema, path));
    if (first === undefined) yield held(exchange, asksFor(exchange, 'exact') ? 'exact' : 'export');
    else
      yield violated(
        exchange,
        `${first.path} ${show(first.expected)}, as the user specified`,
        show(first.actual),
        `${first.path} is dropped`,
      );
  }
}

/** What a write says about an object, and the version that it gave it. */
interface Specification {
  readonly key: ObjectKey;
  readonly ended: number;
  readonly version: string;
  readonly sent: JsonObject;
}

/** The creates and merge patches: all that their bodies say comes from the user. A PUT repeats what the system set. */
function specifying(history: History): readonly Specification[] {
  const made = creations(history).map(({ key, exchange, sent: body }) => ({ key, exchange, body }));
  const patched = callsOf(history.exchanges, 'patch').flatMap((exchange) => {
    const body = requestType(exchange) === MERGE_PATCH_TYPE ? sent(exchange) : undefined;
    return body === undefined ? [] : [{ key: keyCalled(exchange), exchange, body }];
  });
  return [...made, ...patched].flatMap(({ key, exchange, body }) => {
    const version = textAt(received(exchange), 'metadata', 'resourceVersion');
    return version === undefined ? [] : [{ key, ended: exchange.ended, version, sent: body }];
  });
}
