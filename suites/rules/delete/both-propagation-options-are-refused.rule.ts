import { deletions, isUnheeded } from '../../checks/delete/deletes.ts';
import { judgeRefusal } from '../../checks/no-trace.ts';
import { at } from '../../oracle/json.ts';
import { fc, resourceOf, stepsOn, minimalObject } from '../cases.ts';
import { observed } from '../judging.ts';
import type { CheckContext, Exchange, Finding, History, Rule, Template } from '../rule.ts';
import { DELETES_IN_NAMESPACES } from './delete-cases.ts';

/** Some of the options contradict each other, and some say the same: both are disallowed. */
const PLACES = [
  ['query', 'Orphan', true],
  ['query', 'Background', false],
  ['query', 'Foreground', true],
  ['body', 'Orphan', true],
  ['body', 'Orphan', false],
  ['body', 'Background', true],
  ['policy in query', 'Orphan', true],
  ['orphan in query', 'Foreground', false],
] as const;

export const rule: Rule = {
  id: 'delete/both-propagation-options-are-refused',
  level: 'must',
  negative: true,
  title:
    'A delete that sets both orphanDependents and propagationPolicy, in the body, the query, or one in each, is refused and deletes nothing.',
  cites: ['parameters.delete.propagation-policy.2', 'errors.4', 'other-shapes.delete-options.2'],
  operations: DELETES_IN_NAMESPACES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const deletes = PLACES.map(([place, policy, orphan]) =>
      split({ propagationPolicy: policy }, { orphanDependents: orphan }, place),
    );
    return fc.constant([
      {
        do: 'together',
        branches: deletes.map(([body, query], index) => {
          const name = `{{both-${index}}}`;
          return [on.create(minimalObject(on.maker, name)), on.remove(name, { body, query }), on.get(name)];
        }),
      },
      on.list(),
    ]);
  },
  check,
  sweep: true,
};

type PropagationOptions = Readonly<Record<string, Template>>;

function split(
  policy: PropagationOptions,
  orphan: PropagationOptions,
  place: string,
): readonly [PropagationOptions, PropagationOptions] {
  if (place === 'body') return [{ ...policy, ...orphan }, {}];
  if (place === 'query') return [{}, { ...policy, ...orphan }];
  return place === 'policy in query' ? [orphan, policy] : [policy, orphan];
}

function* check(history: History, context: CheckContext): Iterable<Finding> {
  for (const { exchange, key } of deletions(history)) {
    const places = placesOf(exchange);
    if (
      places === undefined ||
      (places !== 'both in the body' && context.choices['delete.query-options'] !== 'as-in-body')
    )
      continue;
    if (isUnheeded(exchange, context)) yield observed(exchange, 'the options of this kind are not heeded');
    else
      yield* judgeRefusal(history, {
        exchange,
        key,
        what: `a delete with both propagation options, ${places},`,
        shape: places,
      });
  }
}

/** The places in which a delete sets both options; `undefined` if it does not. */
function placesOf({ request: { body, query } }: Exchange): string | undefined {
  const [policyInBody, orphanInBody] = [
    at(body?.value, 'propagationPolicy') !== undefined,
    at(body?.value, 'orphanDependents') !== undefined,
  ];
  const [policyInQuery, orphanInQuery] = [query.has('propagationPolicy'), query.has('orphanDependents')];
  if (policyInBody && orphanInBody) return 'both in the body';
  if (policyInQuery && orphanInQuery) return 'both in the query';
  return (policyInBody && orphanInQuery) || (orphanInBody && policyInQuery) ? 'one in each' : undefined;
}
