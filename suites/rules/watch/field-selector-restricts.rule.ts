import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { overdueViolation } from '../../checks/watch/overdue.ts';
import { perWatch, type WatchContext } from '../../checks/watch/per-watch.ts';
import { selectedChanges } from '../../checks/watch/transitions.ts';
import { selectorOf, type Watch } from '../../checks/watch/watches.ts';
import { isSelected } from '../../checks/selectors.ts';
import { parseFieldSelector } from '../../oracle/objects/field-selector.ts';
import {
  AT_ONCE,
  inTurn,
  minimalObject,
  resourceOf,
  stepsOn,
  awaitEvents,
  awaitVersion,
  type Steps,
} from '../cases.ts';
import { responseOf, statusOf, turnedDown, held, observed, violated } from '../judging.ts';
import type { Exchange, Finding, History, Operation, Rule, Program } from '../rule.ts';
import { WATCHED, made, watchBy } from './watch-steps.ts';

/** Fields that selectors support for every kind (document, List/watch query parameters). */
const NAME = 'metadata.name';
const NAMESPACE = 'metadata.namespace';

/** Labels for the label selector beside the field selector. */
const LABELS = { 'plumbline-selected': 'yes' } as const;

export const rule: Rule = {
  id: 'watch/field-selector-restricts',
  level: 'must',
  title:
    'A watch with a field selector on the name or the namespace, alone or beside a label selector, delivers every change of the selected objects, and nothing else.',
  cites: ['parameters.watch', 'parameters.list.field-selector', 'parameters.list.label-selector'],
  operations: WATCHED,
  needs: ['create', 'patch'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const patch = (name: string, turn: string, as?: string): ReturnType<typeof on.patch> =>
      on.patch(name, { metadata: { annotations: { turn } } }, as === undefined ? {} : { as });
    return inTurn(...selectorsFor(operation)).map((selectors) => [
      ...made(operation, ['a', 'ab'], LABELS),
      on.create(minimalObject(on.maker, '{{b}}')),
      watchBy(operation, 'seen', selectors),
      patch('{{ab}}', '1'),
      patch('{{b}}', '1'),
      patch('{{a}}', '2'),
      patch('{{ab}}', '3'),
      awaitEvents('seen', 1),
      patch('{{a}}', '4', 'last'),
      awaitVersion('seen', 'last'),
      ...(on.resource.namespaced ? nextLife(on) : []),
    ]);
  },
  check: (history, { choices }) => check(history, choices),
  least: 1,
};

/** `{{a}}` goes, and another object of that name comes. */
function nextLife(on: Steps): Program {
  const again = { $edit: minimalObject(on.maker, '{{a}}'), with: [{ set: '/metadata/labels', to: LABELS }] };
  return [on.remove('{{a}}', { body: AT_ONCE }), on.create(again, { as: 'again' }), awaitVersion('seen', 'again')];
}

/** Each selects `{{a}}`; the one with a label does not select `{{b}}`, which lacks it. */
function selectorsFor(operation: Operation): Readonly<Record<string, string>>[] {
  const { namespaced } = resourceOf(operation);
  if (operation.verb === 'watch') return [{ fieldSelector: `${NAME}={{a}}` }];
  const byNamespace = namespaced ? [`${NAMESPACE}={{ns1}}`, `${NAMESPACE}!={{ns11}},${NAME}!={{ab}}`] : [];
  const byField = [`${NAME}!={{ab}}`, `${NAME}=={{a}}`, ...byNamespace].map((fieldSelector) => ({ fieldSelector }));
  return [
    ...byField,
    {
      fieldSelector: `${NAME}!={{ab}}`,
      labelSelector: Object.entries(LABELS)
        .map((label) => label.join('='))
        .join(),
    },
  ];
}

function* check(history: History, choices: DialectChoices): Iterable<Finding> {
  for (const exchange of history.exchanges) if (asksByField(exchange)) yield* judgeResponse(exchange, choices);
  yield* perWatch(history, judge);
}

function asksByField({ call, request }: Exchange): boolean {
  const fields = parseFieldSelector(request.query.get('fieldSelector') ?? '') ?? [];
  return (
    call?.watching === true && fields.length > 0 && fields.every(({ field }) => field === NAME || field === NAMESPACE)
  );
}

function* judgeResponse(exchange: Exchange, choices: DialectChoices): Iterable<Finding> {
  const onName = exchange.call?.operation.verb === 'watch';
  if (onName && choices['watch.field-selector-on-name'] === 'refused') {
    if (turnedDown(exchange)) yield held(exchange, 'refused on a name');
    else if (statusOf(exchange) === 200)
      yield violated(
        exchange,
        'a refusal: the watch of a single object takes no field selector',
        responseOf(exchange),
        'accepted on a name',
      );
  } else if (turnedDown(exchange)) {
    if (choices['selectors.field-names'] === 'by-kind') yield observed(exchange, 'the kind has no field selectors');
    else yield violated(exchange, 'a stream of events', responseOf(exchange), 'refused');
  }
}

function* judge(watch: Watch, { observed: observedState, updates }: WatchContext): Iterable<Finding> {
  if (!asksByField(watch.exchange)) return;
  const alien = watch.events.find((event) => isSelected(watch, event.content) === false);
  const missed = selectedChanges(watch, observedState, updates).find(
    ({ transition, delivered, overdue }) =>
      (transition === 'stays' || transition === 'enters') && delivered === undefined && overdue,
  );
  const selector = selectorOf(watch).replaceAll(/=+[^,]*/g, '');
  if (alien !== undefined)
    yield violated(
      watch.exchange,
      `only what ${selectorOf(watch)} selects`,
      `${alien.type} of ${alien.key.name} in ${alien.key.namespace ?? 'no namespace'}`,
      'shows what is not selected',
    );
  else if (missed !== undefined)
    yield overdueViolation(
      missed.overdue,
      violated(
        watch.exchange,
        `version ${missed.after.version ?? ''} of ${missed.after.key.name}, which ${selectorOf(watch)} selects`,
        `${watch.events.length} events without it`,
        'a selected change is not told',
      ),
    );
  else if (watch.events.length > 0) yield held(watch.exchange, `${selector}, ${watch.form}`);
}
