import { at, textAt } from '../../oracle/json.ts';
import type { ObservedState } from '../../oracle/observed-state.ts';
import { callsOf, received } from '../judging.ts';
import type { Exchange, History, Json } from '../rule.ts';
import { type Dependant, dependantsOf, shownAt } from './dependants.ts';

/** How a job has ended, by its conditions. */
export type JobOutcome = 'Complete' | 'Failed';

/** A job of a cron job. */
export interface Run {
  readonly job: Dependant;
  /** When the job was first shown, in milliseconds since the log began. */
  readonly shown: number;
  readonly ended?: { readonly outcome: JobOutcome; readonly shown: number };
}

/** The jobs of a cron job in the order in which they were shown. */
export function runsOf(observed: ObservedState, cronJob: Dependant): readonly Run[] {
  return dependantsOf(observed, 'Job', cronJob)
    .map((job) => {
      const last = job.states.find(({ content }) => outcomeOf(content) !== undefined);
      const outcome = outcomeOf(last?.content);
      return {
        job,
        shown: Math.min(...job.states.map(shownAt)),
        ...(last === undefined || outcome === undefined ? {} : { ended: { outcome, shown: shownAt(last) } }),
      };
    })
    .sort((one, other) => one.shown - other.shown);
}

function outcomeOf(job: Json | undefined): JobOutcome | undefined {
  const conditions = at(job, 'status', 'conditions');
  if (!Array.isArray(conditions)) return undefined;
  return (['Complete', 'Failed'] as const).find((type) =>
    (conditions as readonly Json[]).some((each) => at(each, 'type') === type && at(each, 'status') === 'True'),
  );
}

/** A list of jobs that was answered, and the uids in it. */
export interface ListedJobs {
  readonly exchange: Exchange;
  readonly uids: ReadonlySet<string>;
}

/** The lists of jobs of a case, in order. */
export function jobListsOf(history: History): readonly ListedJobs[] {
  return callsOf(history.exchanges, 'list').flatMap((exchange) => {
    const items = at(received(exchange), 'items');
    if (exchange.call.resource.kind !== 'Job' || !Array.isArray(items)) return [];
    return [{ exchange, uids: new Set((items as readonly Json[]).map((job) => textAt(job, 'metadata', 'uid') ?? '')) }];
  });
}

/** The value that a member of the spec has in every state of a cron job. */
export function always({ states }: Dependant, member: string): Json | undefined {
  const [first, ...others] = states.map(({ content }) => at(content, 'spec', member));
  return others.every((each) => each === first) ? first : undefined;
}
