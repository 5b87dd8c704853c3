import type { Arbitrary } from 'fast-check';
import type { Operation } from '../../spec/surface/operations.ts';
import type { Program, Step } from '../drivers/program.ts';
import { minimalObject } from '../generators/minimal-objects.ts';
import { statusOf } from '../generators/statuses.ts';
import { resourceOf, stepsOn } from './steps.ts';
import { awaitEvents, versionOf } from './write-and-look.ts';

/** An object `{{a}}` that has a status, read as `read`; one of the writes of it; and what a get and a watch show then. */
export function writeBesideAStatus(operation: Operation, writes: Arbitrary<Step>): Arbitrary<Program> {
  const on = stepsOn(resourceOf(operation));
  const status = statusOf(on.resource).filter((members) => Object.keys(members).length > 0);
  return status.chain((members) =>
    writes.map((write) => [
      on.create(minimalObject(on.maker, '{{a}}')),
      on.patchStatus('{{a}}', { status: members }),
      on.get('{{a}}', { as: 'read' }),
      on.watch('seen', '{{a}}', { query: { resourceVersion: versionOf('read') } }),
      write,
      on.get('{{a}}'),
      awaitEvents('seen', 1),
    ]),
  );
}
