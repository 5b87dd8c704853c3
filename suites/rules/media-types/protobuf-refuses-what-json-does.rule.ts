import * as fc from 'fast-check';
import { PROTOBUF_TYPE } from '../../../spec/surface/media-types.ts';
import type { Operation } from '../../../spec/surface/operations.ts';
import type { CheckContext, Finding } from '../../checks/finding.ts';
import type { Program, Template } from '../../program/program.ts';
import { markChange } from '../../generators/changes.ts';
import { illegalChanges, objectWithContainers } from '../../generators/illegal-changes.ts';
import { editsOf } from '../../generators/member-writes.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { History } from '../../oracle/history.ts';
import { isProtobuf, withProtobufRead } from '../../oracle/protobuf/with-protobuf-read.ts';
import { rule as existingName } from '../create/existing-name-is-refused.rule.ts';
import { rule as bothOptions } from '../delete/both-propagation-options-are-refused.rule.ts';
import { operationsOf } from '../operations-of.ts';
import { rule as staleVersion } from '../replace/stale-version-is-refused.rule.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { rule as illegalValues } from '../validation/illegal-values-are-refused-everywhere.rule.ts';
import { edited } from '../write-and-look.ts';

/** The rules of what is refused in any form of body. */
const REFUSALS: readonly Rule[] = [illegalValues, existingName, staleVersion, bothOptions];

export const rule: Rule = {
  id: 'media-types/protobuf-refuses-what-json-does',
  level: 'must',
  negative: true,
  sweep: true,
  title:
    'A body in protobuf is refused for what refuses it in JSON: a value that the document forbids, a name that is taken, a version that was replaced, delete options that may not go together.',
  cites: ['media-types.requests.1', 'errors.2', 'errors.4', 'errors.5.1'],
  operations: [...operationsOf(['create', 'replace']), ...operationsOf(['delete'], ({ namespaced }) => namespaced)],
  needs: ['create', 'get', 'list'],
  cases: (operation) => fc.constant(PROGRAMS[operation.verb]?.(operation) ?? []),
  check,
  protobuf: 'bodies',
};

const PROTOBUF = { contentType: PROTOBUF_TYPE } as const;

const PROGRAMS: Readonly<Partial<Record<Operation['verb'], (operation: Operation) => Program>>> = {
  create: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const taken = { $edit: minimalObject(on.resource, '{{a}}'), with: markChange(on.resource, 'again') };
    return [
      on.list(),
      ...illegalObjects(operation, '{{b}}').map((body) => on.createHere(body, PROTOBUF)),
      on.create(minimalObject(on.maker, '{{a}}')),
      on.get('{{a}}'),
      on.createHere(taken, PROTOBUF),
      on.get('{{a}}'),
      on.list(),
    ];
  },
  replace: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const own = { set: '/apiVersion', to: on.resource.apiVersion };
    return [
      on.create(objectWithContainers(on.maker, '{{a}}')),
      on.get('{{a}}', { as: 'read' }),
      ...illegalChangesOf(operation).map((edits) => on.replace('{{a}}', edited('read', [own, ...edits]), PROTOBUF)),
      on.get('{{a}}'),
      on.replace('{{a}}', edited('read', markChange(on.resource, 'first'))),
      on.get('{{a}}'),
      on.replace('{{a}}', edited('read', [own, ...markChange(on.resource, 'late')]), PROTOBUF),
      on.get('{{a}}'),
      on.list(),
    ];
  },
  delete: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const body = { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: 'Background', orphanDependents: false };
    return [
      on.create(minimalObject(on.maker, '{{a}}')),
      on.get('{{a}}'),
      on.remove('{{a}}', { body, ...PROTOBUF }),
      on.get('{{a}}'),
    ];
  },
};

/** Of the first container, and of what the spec has beside containers: a server reads the message before it looks at its members. */
function illegalChangesOf(operation: Operation): readonly ReturnType<typeof editsOf>[] {
  const places = illegalChanges(resourceOf(operation));
  const looked = isFixed(operation) ? [] : [places[0] ?? []];
  return [...looked, places.at(-1) ?? []].flat().map(editsOf);
}

/** A PUT may change no container of a pod, whatever it says of one. */
function isFixed(operation: Operation): boolean {
  return operation.verb === 'replace' && resourceOf(operation).kind === 'Pod';
}

function illegalObjects(operation: Operation, name: string): readonly Template[] {
  const resource = resourceOf(operation);
  return illegalChangesOf(operation).map((edits) => ({ $edit: objectWithContainers(resource, name), with: edits }));
}

/** The findings of those rules about bodies in protobuf. */
function* check(history: History, context: CheckContext): Iterable<Finding> {
  const read = withProtobufRead(history);
  if (read === history) return;
  const inProtobuf = new Set(
    read.exchanges.flatMap(({ id, request }) => (isProtobuf(request.headers.get('content-type')) ? [id] : [])),
  );
  for (const refusal of REFUSALS)
    for (const finding of refusal.check(read, context)) if (inProtobuf.has(finding.exchange)) yield finding;
}
