import { creations } from '../../checks/create/creations.ts';
import { textAt } from '../../oracle/json.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { callsOf, held, type ResourceCalled, responseOf, sent, show, turnedDown, violated } from '../judging.ts';
import type { Finding, History, JsonObject, Rule } from '../rule.ts';
import { CREATES } from './create-and-read.ts';

export const rule: Rule = {
  id: 'create/generated-name-starts-with-its-prefix',
  level: 'should',
  title:
    'An object that is created with generateName and without a name gets a name of its own that starts with generateName.',
  cites: ['object-metadata.name.1', 'other-shapes.unshown-nested'],
  operations: CREATES,
  needs: [],
  cases: (operation) => {
    const resource = resourceOf(operation);
    const body = {
      $edit: minimalObject(resource, '{{a}}'),
      with: [{ remove: '/metadata/name' }, { set: '/metadata/generateName', to: '{{a}}-' }],
    };
    const on = stepsOn(resource);
    return fc.constant([on.createHere(minimalObject(resource, '{{a}}')), on.createHere(body), on.createHere(body)]);
  },
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  const given = new Set<string>();
  for (const { exchange, sent: asked, made } of creations(history)) {
    const [prefix, name] = [textAt(asked, 'metadata', 'generateName') ?? '', textAt(made, 'metadata', 'name') ?? ''];
    if (prefix === '' || (textAt(asked, 'metadata', 'name') ?? '') !== '') continue;
    if (!name.startsWith(prefix) || name.length === prefix.length)
      yield violated(exchange, `a name that starts with ${show(prefix)}`, show(name), 'metadata.name');
    else if (given.has(name))
      yield violated(exchange, 'a name of its own', `${show(name)}, given before`, 'given twice');
    else yield held(exchange, given.size === 0 ? 'first' : 'again');
    given.add(name);
  }
  yield* judgeRefusals(history);
}

/** A server that accepts a body under a given name must accept the same body with a name to be generated. */
function* judgeRefusals(history: History): Iterable<Finding> {
  const bodies = new Set(creations(history).map((creation) => bodyOf(creation.exchange, creation.sent)));
  for (const exchange of callsOf(history.exchanges, 'create')) {
    const body = sent(exchange);
    if (
      body === undefined ||
      !turnedDown(exchange) ||
      (textAt(body, 'metadata', 'generateName') ?? '') === '' ||
      (textAt(body, 'metadata', 'name') ?? '') !== ''
    )
      continue;
    if (bodies.has(bodyOf(exchange, body)))
      yield violated(exchange, 'an object with a name of its own', responseOf(exchange), 'refused');
  }
}

function bodyOf({ call }: ResourceCalled, object: JsonObject): string {
  return JSON.stringify([call.resource.id, call.namespace ?? '', { ...object, metadata: undefined }]);
}
