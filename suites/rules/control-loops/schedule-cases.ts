import { resourceById } from '../../../spec/surface/resources.ts';
import type { Edit } from '../../program/program.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import type { Operation, Program } from '../rule.ts';
import { PAUSE } from './controller-cases.ts';

/** A schedule runs at the full minute, and its controller checks every ten seconds. */
const RUN_MS = 75_000;

/**
 * Two cron jobs that are due every minute, one of them suspended. Waits until the other has made a job, and reads
 * both. The pods of its jobs fit no node.
 */
export function dueEachMinute(operation: Operation): fc.Arbitrary<Program> {
  const on = stepsOn(resourceOf(operation));
  const jobs = stepsOn(resourceById('jobs.batch'));
  const due = (name: string, suspend: boolean): Program => {
    const edits: Edit[] = [
      { set: '/spec/schedule', to: '* * * * *' },
      { set: '/spec/suspend', to: suspend },
      { set: '/spec/jobTemplate/metadata', to: { labels: { 'plumbline-template': name } } },
    ];
    return [on.createHere({ $edit: minimalObject(on.resource, name), with: edits })];
  };
  return fc.constant([
    jobs.watchList('runs', { query: { labelSelector: 'plumbline-template={{a}}' } }),
    ...due('{{b}}', true),
    ...due('{{a}}', false),
    { do: 'await', watch: 'runs', until: { events: 1 }, within: RUN_MS },
    PAUSE,
    jobs.list({ query: { labelSelector: 'plumbline-template in ({{a}},{{b}})' } }),
    on.get('{{a}}'),
    on.get('{{b}}'),
  ]);
}
