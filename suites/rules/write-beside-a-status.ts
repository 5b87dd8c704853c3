import type { DialectChoices } from '../../spec/dialects/index.ts';
import type { Operation } from '../../spec/surface/operations.ts';
import type { Program, Step } from '../program/program.ts';
import { fullStatus } from '../generators/full-objects.ts';
import { minimalObject } from '../oracle/objects/minimal-objects.ts';
import { resourceOf, stepsOn } from './steps.ts';
import { awaitEvents, versionOf } from './write-and-read.ts';

/**
 * An object `{{a}}` that gets a full status, read as `read`, before each of its writes; each status has other
 * values. A watch shows whether anybody else wrote.
 */
export function writesBesideStatuses(operation: Operation, choices: DialectChoices, writes: readonly Step[]): Program {
  const on = stepsOn(resourceOf(operation));
  return [
    on.create(minimalObject(on.maker, '{{a}}')),
    on.get('{{a}}', { as: 'first' }),
    on.watch('seen', '{{a}}', { query: { resourceVersion: versionOf('first') } }),
    ...writes.flatMap((write, turn): Program => [
      on.patchStatus('{{a}}', { status: fullStatus(on.resource, '{{a}}', turn, choices) ?? {} }, { as: 'read' }),
      write,
      on.get('{{a}}'),
    ]),
    awaitEvents('seen', 2 * writes.length),
  ];
}
