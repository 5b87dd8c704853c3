import type { Operation } from '../../../spec/surface/operations.ts';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import type { ResourceCalled } from '../../checks/answers.ts';
import { answered, answerOf, brokeDown, callsOf, sent, statusOf, succeeded, turnedDown } from '../../checks/answers.ts';
import type { Finding } from '../../checks/finding.ts';
import { held, show, violated } from '../../checks/findings.ts';
import { JSON_TYPE, requestType, YAML_TYPE } from '../../checks/media-type.ts';
import { isTyped } from '../../checks/wrong-types.ts';
import type { Program } from '../../drivers/program.ts';
import { objectOf } from '../../generators/objects.ts';
import { missing, SYSTEM_WRITTEN } from '../../oracle/comparison.ts';
import type { History } from '../../oracle/history.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { textAt } from '../../oracle/json.ts';
import type { World } from '../../oracle/world.ts';
import { keyOf, worldOf } from '../../oracle/world.ts';
import { unshown } from '../../oracle/write-only.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';

export const rule: Rule = {
  id: 'media-types/yaml-bodies-are-stored-as-sent',
  level: 'must',
  title: 'A body in YAML is taken as the same body in JSON is, and stored with every value that was sent.',
  cites: ['media-types.requests.2', 'media-types.requests.1'],
  operations: OPERATIONS.filter(({ verb }) => verb === 'create' || verb === 'replace'),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return objectOf(operation.verb === 'create' ? on.resource : on.maker, { name: '{{a}}' }).map((body) => program(operation, body));
  },
  check,
};

function program(operation: Operation, body: JsonObject): Program {
  const on = stepsOn(resourceOf(operation));
  const yaml = { contentType: YAML_TYPE };
  if (operation.verb === 'create') return [on.createHere({ ...body, metadata: { name: '{{j}}' } }), on.list(), on.createHere(body, yaml), on.get('{{a}}')];
  const changed = { $edit: { $from: 'made' }, with: [{ set: '/metadata/annotations/in', to: 'yaml' }] };
  return [on.create(body), on.get('{{a}}', { as: 'made' }), on.replace('{{a}}', { $from: 'made' }, { as: 'made' }), on.replace('{{a}}', changed, yaml), on.get('{{a}}')];
}

function* check(history: History): Iterable<Finding> {
  const world = worldOf(history);
  const writes = callsOf(history.exchanges, 'create', 'replace');
  for (const exchange of writes.filter((write) => requestType(write) === YAML_TYPE)) {
    const [asked, answer] = [sent(exchange), answered(exchange)];
    if (asked === undefined) continue;
    // A conflict may be with a control loop.
    if (((turnedDown(exchange) && statusOf(exchange) !== 409) || brokeDown(exchange)) && isFree(world, exchange) && acceptedInJson(writes, exchange)) yield violated(exchange, 'success, as for the same body in JSON', answerOf(exchange), 'YAML is refused');
    if (answer === undefined) continue;
    const { schema } = exchange.call.resource;
    const first = missing(asked, answer, { schema, ignore: ['/apiVersion', '/kind', '/metadata/resourceVersion', ...SYSTEM_WRITTEN, ...unshown(asked)] }).find(({ path }) => isTyped(schema, path));
    if (first === undefined) yield held(exchange, exchange.call.verb);
    else yield violated(exchange, `${first.path} ${show(first.expected)}, as it was sent`, show(first.actual), `${first.path} differs`);
  }
}

/** Whether nothing but the body can be a reason to refuse a write: the name is free, or the object is there at the version that is sent. */
function isFree(world: World, { call, began, request }: ResourceCalled): boolean {
  const body = request.body?.value;
  const key = keyOf(call.resource, call.namespace, call.name ?? textAt(body, 'metadata', 'name') ?? '');
  if (call.verb === 'create') return world.surelyGone(key, began);
  const version = textAt(body, 'metadata', 'resourceVersion');
  return version !== undefined && world.expectedAt(key, began)?.version === version;
}

/** Whether a body alike but for its metadata was accepted in JSON. */
function acceptedInJson(writes: readonly ResourceCalled[], exchange: ResourceCalled): boolean {
  const essence = (write: ResourceCalled): string => JSON.stringify({ ...sent(write), metadata: null });
  return writes.some((write) => succeeded(write) && requestType(write) === JSON_TYPE && write.call.operation.id === exchange.call.operation.id && essence(write) === essence(exchange));
}
