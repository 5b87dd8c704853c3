import { YAML_TYPE } from '../../../spec/surface/media-types.ts';
import type { Kind } from '../../../spec/surface/resources.ts';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { judgeStoredAsSent } from '../../checks/media/stored-as-sent.ts';
import { statusOf } from '../../generators/statuses.ts';
import { withAwkwardTexts } from '../awkward-contents.ts';
import { edited, minimalObject, objectOf, resourceOf, type Steps, stepsOn } from '../cases.ts';
import type { JsonObject, Operation, Program, Rule } from '../rule.ts';

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
      .map(withOneTime)
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

/** An event with a time; the other kinds have none that a client describes. */
function withOneTime(body: JsonObject): JsonObject {
  return body['kind'] === 'Event' ? { ...body, firstTimestamp: '2017-01-02T03:04:05Z' } : body;
}

/** Writes a body with another name in a way of YAML that JSON lacks. */
type Writing = (body: JsonObject, name: string) => string;

const inBraces: Writing = (body, name) => JSON.stringify({ ...body, metadata: { name } });
const withMarker: Writing = (body, name) => `---\n${lines(body, name)}`;
const withComments: Writing = (body, name) =>
  `# Written by hand\n${lines(body, name, '  annotations:  # of this object', '    plain: text')}`;
const withAlias: Writing = (body, name) =>
  lines(body, name, '  annotations:', '    anchored: &anchor "the same"', '    alias: *anchor');
const withTexts: Writing = (body, name) => lines(body, name, ...TEXTS);
/** The times of an event without quotes, of which YAML 1.1 makes times. */
const withTime: Writing = (body, name) => lines(body, name).replaceAll(/^(\w+Timestamp): "([\d:TZ-]+)"$/gm, '$1: $2');

/** By name: each way alone, because a server may refuse or misread one of them. */
const WRITINGS: Readonly<Record<string, Writing>> = {
  '{{b}}': inBraces,
  '{{c}}': withMarker,
  '{{d}}': withComments,
  '{{e}}': withAlias,
  '{{f}}': withTexts,
};

/** The ways in which bodies of that kind are written. */
function writingsOf(kind: Kind): readonly (readonly [name: string, written: Writing])[] {
  return [...Object.entries(WRITINGS), ...(kind === 'Event' ? [['{{g}}', withTime] as const] : [])];
}

/** Texts without quotes, in single quotes and in blocks. */
const TEXTS: readonly string[] = [
  '  annotations:',
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
];

/** A body with its metadata in these lines. */
function lines(body: JsonObject, name: string, ...metadata: readonly string[]): string {
  const all = Object.entries(body).flatMap(([member, value]) =>
    member === 'metadata' ? ['metadata:', `  name: '${name}'`, ...metadata] : [`${member}: ${JSON.stringify(value)}`],
  );
  return [...all, ''].join('\n');
}

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
        ? writingsOf(on.resource.kind).flatMap(([name, written]) => [
            on.createHere({}, { ...yaml, text: written(body, name) }),
            on.get(name),
          ])
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
