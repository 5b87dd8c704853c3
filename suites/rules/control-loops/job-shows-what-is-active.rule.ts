import { resourceById } from '../../../spec/surface/resources.ts';
import { at, textAt } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { received, callsOf, held, late, show, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { birthOf, dependantsOf, lastOf, objectsSeen } from './dependants.ts';
import { createsOf, ACTS_WITHIN_MS, PAUSE } from './controller-cases.ts';

export const rule: Rule = {
  id: 'control-loops/job-shows-what-is-active',
  level: 'must',
  title: 'The status of a job shows its start time and the number of its active pods.',
  cites: ['what-the-service-does.status', 'what-the-service-does.desired-state'],
  operations: createsOf('Job'),
  needs: ['create', 'jobs controller'],
  cases: (operation) =>
    fc.constantFrom(1, 2).map((parallelism) => {
      const on = stepsOn(resourceOf(operation));
      return [
        on.watch('seen', '{{a}}'),
        on.createHere({
          $edit: minimalObject(on.resource, '{{a}}'),
          with: [
            { set: '/spec/parallelism', to: parallelism },
            { set: '/spec/completions', to: parallelism },
          ],
        }),
        { do: 'await', watch: 'seen', until: { events: 2 }, within: ACTS_WITHIN_MS },
        PAUSE,
        stepsOn(resourceById('pods')).list({ query: { labelSelector: 'job-name={{a}}' } }),
        on.get('{{a}}'),
      ];
    }),
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const job of objectsSeen(observed, 'Job')) {
    const pods = dependantsOf(observed, 'Pod', job).map(lastOf);
    if (pods.length === 0) continue;
    const last = lastOf(job);
    const listed = callsOf(history.exchanges, 'list').find(
      ({ call, request }) =>
        call.resource.kind === 'Pod' && request.query.get('labelSelector') === `job-name=${job.key.name}`,
    );
    if (
      last === undefined ||
      listed === undefined ||
      last.exchange.began < listed.ended ||
      received(listed) === undefined
    )
      continue;
    const active = pods.filter(
      (pod) => !['Succeeded', 'Failed'].includes(textAt(pod?.content, 'status', 'phase') ?? ''),
    ).length;
    const shown = at(last.content, 'status', 'active') ?? 0;
    if (textAt(last.content, 'status', 'startTime') === undefined)
      yield late(violated(last.exchange, 'a startTime', show(at(last.content, 'status')), 'no startTime'));
    else if (shown !== active)
      yield late(
        violated(last.exchange, `active ${active}, as many as its pods`, show(shown), 'another number of active pods'),
      );
    else yield held(birthOf(job, last.exchange), `${active} active`);
  }
}
