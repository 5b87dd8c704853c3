import { YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { judgeStoredAsSent } from '../../checks/media/stored-as-sent.ts';
import { statusOf } from '../../generators/statuses.ts';
import { withAwkwardTexts } from '../awkward-contents.ts';
import { edited, minimalObject, objectOf, resourceOf, type Steps, stepsOn } from '../cases.ts';
import type { JsonObject, Operation, Program, Rule, Step } from '../rule.ts';

export const rule: Rule = {
  id: 'media-types/yaml-bodies-are-stored-as-sent',
  level: 'must',
  impact: 'content',
  title: 'A YAML body is stored with every value that was sent, like the same body in JSON.',
  cites: ['media-types.requests.2', 'media-types.requests.1'],
  operations: OPERATIONS.filter(({ verb }) => verb === 'create' || verb === 'replace' || verb === 'replaceStatus'),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    if (operation.verb === 'replaceStatus') return statusOf(on.resource).map((status) => statusProgram(on, status));
    return objectOf(operation.verb === 'create' ? on.resource : on.maker)
      .map(withAwkwardTexts)
      .map((body) => program(operation, body));
  },
  check: (history) => judgeStoredAsSent(history, { type: YAML_TYPE, name: 'YAML' }),
};

/** If a controller writes after the first write, the second one has a stale version, and the third has not. */
function statusProgram(on: Steps, status: JsonObject): Program {
  const body = edited('read', [{ set: '/status', to: status }]);
  const write = on.replaceStatus('{{a}}', body, { contentType: YAML_TYPE });
  return [
    on.create(minimalObject(on.maker, '{{a}}')),
    on.get('{{a}}', { as: 'read' }),
    on.replaceStatus('{{a}}', body, { as: 'read' }),
    write,
    on.get('{{a}}', { as: 'read' }),
    write,
    on.get('{{a}}'),
  ];
}

/** The body as a YAML document with its marker, whose mappings are in braces, as in JSON. */
function marked(on: Steps, body: JsonObject): Step {
  return on.createHere(body, { contentType: YAML_TYPE, text: `---\n${JSON.stringify(body)}\n` });
}

/**
 * The body with its metadata as people write YAML: comments, texts without quotes, in single quotes and in blocks,
 * and an anchor with its alias.
 */
function handWritten(on: Steps, body: JsonObject): Step {
  const members = Object.entries(body).flatMap(([name, value]) =>
    name === 'metadata' ? METADATA : [`${name}: ${JSON.stringify(value)}`],
  );
  return on.createHere({}, { contentType: YAML_TYPE, text: ['# Written by hand', ...members, ''].join('\n') });
}

const METADATA: readonly string[] = [
  'metadata:',
  "  name: '{{c}}'",
  '  annotations:  # texts in every style',
  '    plain: some words',
  "    single: 'it''s # no comment'",
  '    block: |',
  '      one',
  '      two',
  '        three',
  '    ending: |+',
  '      one',
  '',
  '',
  '    folded: >-',
  '      one',
  '      two',
  '    anchored: &anchor "the same"',
  '    alias: *anchor',
];

function program(operation: Operation, body: JsonObject): Program {
  const on = stepsOn(resourceOf(operation));
  const yaml = { contentType: YAML_TYPE };
  if (operation.verb === 'create')
    return [
      on.createHere({ ...body, metadata: { name: '{{j}}' } }),
      on.list(),
      on.createHere(body, yaml),
      on.get('{{a}}'),
      ...(on.resource.namespaced
        ? [
            marked(on, { ...body, metadata: { name: '{{b}}' } }),
            on.get('{{b}}'),
            handWritten(on, body),
            on.get('{{c}}'),
          ]
        : []),
    ];
  const changed = { $edit: { $from: 'made' }, with: [{ set: '/metadata/annotations/in', to: 'yaml' }] };
  return [
    on.create(body),
    on.get('{{a}}', { as: 'made' }),
    on.replace('{{a}}', { $from: 'made' }, { as: 'made' }),
    on.replace('{{a}}', changed, yaml),
    on.get('{{a}}'),
  ];
}
