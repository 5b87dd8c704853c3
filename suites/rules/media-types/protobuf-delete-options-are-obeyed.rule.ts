import { PROTOBUF_TYPE } from '../../../spec/surface/media-types.ts';
import { findingsAbout } from '../../checks/findings-about.ts';
import { judgeSingleOptions } from '../../checks/delete/single-options.ts';
import { judgeUnwantedOrphaning } from '../../checks/delete/unwanted-orphaning.ts';
import { isProtobuf, withProtobufRead } from '../../oracle/protobuf/with-protobuf-read.ts';
import { type Extra, fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { DELETES_IN_NAMESPACES, SINGLE_OPTIONS, TYPED, watchedDeletes } from '../delete/delete-cases.ts';
import { rule as bothOptions } from '../delete/both-propagation-options-are-refused.rule.ts';
import { release } from '../held-object.ts';
import { succeeded } from '../judging.ts';
import type { CheckContext, Exchange, Finding, History, Program, Rule, Template } from '../rule.ts';
import { rule as negativeGrace } from '../validation/negative-grace-periods-are-refused.rule.ts';

export const rule: Rule = {
  id: 'media-types/protobuf-delete-options-are-obeyed',
  level: 'must',
  impact: 'data',
  title:
    'An acknowledged delete with an option in a protobuf body obeys it: the object is gone, or is terminating and shows the reason, and gets no orphan finalizer that it must not have. Options that exclude each other and negative grace periods are not acknowledged.',
  cites: [
    'media-types.requests.1',
    'other-shapes.delete-options.1',
    'other-shapes.delete-options.2',
    'parameters.delete.orphan-dependents.1',
    'parameters.delete.propagation-policy.2',
    'limits.grace-period-seconds',
    'errors.4',
  ],
  operations: DELETES_IN_NAMESPACES,
  needs: ['create', 'get', 'list', 'patch', 'protobuf bodies'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const branches = SINGLE_OPTIONS.map((option, index): Program => {
      const name = `{{option-${index}}}`;
      return [
        on.create(minimalObject(on.maker, name)),
        on.get(name),
        on.remove(name, inProtobuf(option)),
        on.get(name),
      ];
    });
    const refused = REFUSED.map((options, index): Program => {
      const name = `{{refused-${index}}}`;
      return [on.create(minimalObject(on.maker, name)), on.remove(name, inProtobuf(options)), on.get(name)];
    });
    const released = HELD.map(([name]) => release(on, name));
    return fc.constant([
      ...watchedDeletes(on, HELD),
      ...released,
      { do: 'together', branches: [...branches, ...refused] },
      on.list(),
    ]);
  },
  check,
  sweep: true,
};

function inProtobuf(options: { readonly [option: string]: Template }): Extra {
  return { body: { ...TYPED, ...options }, contentType: PROTOBUF_TYPE };
}

/** Options that exclude each other, and a negative grace period. */
const REFUSED: readonly { readonly [option: string]: Template }[] = [
  { orphanDependents: true, propagationPolicy: 'Orphan' },
  { orphanDependents: false, propagationPolicy: 'Background' },
  { gracePeriodSeconds: -1 },
];

/** Objects that stay readable, of which only the first is deleted with orphaning. */
const HELD = [
  ...[true, false].map((orphanDependents) => [`{{${orphanDependents}}}`, inProtobuf({ orphanDependents })] as const),
  ...['Background', 'Foreground'].map(
    (propagationPolicy) => [`{{${propagationPolicy.toLowerCase()}}}`, inProtobuf({ propagationPolicy })] as const,
  ),
];

/** Judges the acknowledged deletes in protobuf: a server may read protobuf elsewhere and refuse it here. */
function* check(history: History, context: CheckContext): Iterable<Finding> {
  const read = withProtobufRead(history);
  for (const findings of [
    judgeSingleOptions(read, context.choices, 'body'),
    judgeUnwantedOrphaning(read, context),
    bothOptions.check(read, context),
    negativeGrace.check(read, context),
  ])
    yield* findingsAbout(read, isJudged, findings);
}

const isJudged = (exchange: Exchange): boolean =>
  succeeded(exchange) && isProtobuf(exchange.request.headers.get('content-type'));
