import type { QueryTemplate } from '../../program/program.ts';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { judgeAgreement } from '../../checks/agreement.ts';
import { isServedVersion, plainParameters, refusesParameters } from '../../checks/list/list-parameters.ts';
import { isDeletedEvent, updateTypesIn } from '../../checks/watch/due-changes.ts';
import { overdueViolation } from '../../checks/watch/overdue.ts';
import { perWatch, type WatchContext } from '../../checks/watch/per-watch.ts';
import { selectedChanges } from '../../checks/watch/transitions.ts';
import { judgeChanges, judgeStartOf } from '../../checks/watch/watch-demands.ts';
import { unselectedIn } from '../../checks/watch/unselected.ts';
import { type Watch, watchesIn } from '../../checks/watch/watches.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc, minimalObject, resourceOf, stepsOn, awaitEvents, awaitVersion, versionOf } from '../cases.ts';
import { held, type ResourceCalled, responseOf, violated } from '../judging.ts';
import type {
  CheckContext,
  Exchange,
  Finding,
  History,
  Operation,
  Program,
  Resource,
  Rule,
  Step,
  Template,
} from '../rule.ts';
import { inNamespace, ofCase } from '../middle-requirement.ts';
import { WATCHED, listFirst, watchBy } from './watch-steps.ts';

interface ParameterForm {
  readonly query: QueryTemplate;
  /** Whether the form selects no object of the case. */
  readonly isEmpty?: true;
}

/** Parameters beside which a selector or a version must keep its effect. */
const BESIDE: QueryTemplate = {
  pretty: 'true',
  includeUninitialized: 'true',
  timeoutSeconds: '60',
  resourceVersion: versionOf('list'),
};

/** Values of each parameter, alone, two at a time, and all together, and no parameter. */
const FORMS: readonly ParameterForm[] = [
  { query: {} },
  { query: { pretty: 'true', labelSelector: '' } },
  { query: { pretty: 'false', includeUninitialized: 'true' } },
  { query: { includeUninitialized: 'false', fieldSelector: '' } },
  { query: { resourceVersion: versionOf('list') } },
  { query: { resourceVersion: '0' } },
  { query: { labelSelector: ofCase('watch-form notin (none,ab,other)') } },
  { query: { ...BESIDE, labelSelector: ofCase('watch-form=a') } },
];

/** On `/watch/` paths the parameter `watch` makes no difference. */
const BY_PATH: readonly ParameterForm[] = [{ query: { watch: 'true', timeoutSeconds: '60' } }];
const BY_PARAMETER: readonly ParameterForm[] = [{ query: { timeoutSeconds: '60' } }];

/** A watch of one object shows no other, so only a selector that excludes the object shows whether selectors work. */
const OF_ONE: readonly ParameterForm[] = [{ query: { labelSelector: 'watch-form=ab' }, isEmpty: true }];

const NAME_AND_LABEL = { fieldSelector: 'metadata.name={{a}}', labelSelector: 'watch-form=ab' } as const;

/** Selections of `{{a}}` by its name, and of nothing. */
function byName(resource: Resource): readonly ParameterForm[] {
  const resourceVersion = versionOf('list');
  return [
    { query: { fieldSelector: inNamespace(resource, 'metadata.name={{a}}') } },
    { query: { ...BESIDE, fieldSelector: inNamespace(resource, 'metadata.name={{a}}') } },
    { query: { fieldSelector: inNamespace(resource, 'metadata.name!={{ab}}'), resourceVersion } },
    { query: NAME_AND_LABEL, isEmpty: true },
    { query: { ...NAME_AND_LABEL, resourceVersion }, isEmpty: true },
  ];
}

const BY_ANOTHER_NAME: readonly ParameterForm[] = [{ query: { fieldSelector: 'metadata.name={{ab}}' }, isEmpty: true }];

export const rule: Rule = {
  id: 'watch/takes-every-parameter-of-its-set',
  level: 'must',
  title:
    'A watch accepts every parameter that the document lists for it, alone and together, and delivers every change that the parameters select, with the whole object.',
  cites: [
    'parameters.watch',
    'parameters.list.optional',
    'parameters.list.pretty',
    'parameters.list.label-selector',
    'parameters.list.field-selector',
    'parameters.list.include-uninitialized',
    'parameters.list.watch.1',
    'parameters.list.resource-version.1',
    'parameters.list.timeout-seconds',
  ],
  operations: WATCHED,
  needs: ['create', 'list', 'patch'],
  cases: (operation, choices) => fc.constant(programFor(operation, formsFor(operation, choices))),
  check,
  sweep: true,
};

function formsFor(operation: Operation, choices: DialectChoices): readonly ParameterForm[] {
  const { verb, response } = operation;
  const takesNames = choices['selectors.field-names'] === 'name-and-namespace';
  const onName = takesNames && choices['watch.field-selector-on-name'] === 'accepted';
  return [
    ...FORMS,
    ...(response === 'WatchEvent' ? BY_PATH : BY_PARAMETER),
    ...(verb === 'watch' ? OF_ONE : []),
    ...((verb === 'watch' ? onName : takesNames) ? byName(resourceOf(operation)) : []),
    ...(verb === 'watch' && onName ? BY_ANOTHER_NAME : []),
  ];
}

/** Two objects, a change after the list's version, the streams, and changes that each stream must deliver. */
function programFor(operation: Operation, forms: readonly ParameterForm[]): Program {
  const on = stepsOn(resourceOf(operation));
  const change = (name: string, turn: string, as?: string): Step =>
    on.patch(`{{${name}}}`, { metadata: { annotations: { turn } } }, as === undefined ? {} : { as });
  const unfiltered = forms.flatMap(({ isEmpty }, index) => (isEmpty === true ? [] : [`w${index}`]));
  return [
    { do: 'together', branches: [[labelled(operation, 'a')], [labelled(operation, 'ab')]] },
    change('a', 'before'),
    listFirst(operation),
    { do: 'together', branches: forms.map(({ query }, index) => [watchBy(operation, `w${index}`, query)]) },
    change('ab', '1'),
    change('a', '1'),
    ...unfiltered.map((watch) => awaitEvents(watch, 1)),
    change('ab', '2'),
    change('a', '2', 'last'),
    ...unfiltered.map((watch) => awaitVersion(watch, 'last')),
  ];
}

function labelled(operation: Operation, name: string): Step {
  const on = stepsOn(resourceOf(operation));
  const object: Template = {
    ...minimalObject(on.maker, `{{${name}}}`),
    metadata: { name: `{{${name}}}`, labels: { 'watch-form': name } },
  };
  return on.create(object);
}

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  const judged = new Map<Exchange, string>();
  for (const exchange of history.exchanges) {
    if (!isWatch(exchange)) continue;
    const names = namesOf(exchange, choices);
    if (names === undefined) continue;
    judged.set(exchange, names);
    if (
      refusesParameters(history, exchange) &&
      isServedVersion(history, exchange) &&
      !isRefusedWithout(history, exchange)
    )
      yield violated(exchange, `a stream of events, with ${names}`, responseOf(exchange), `refused with ${names}`);
  }
  yield* perWatch(history, function* (watch, context) {
    const names = judged.get(watch.exchange);
    if (names !== undefined) yield* withNames(judgeWatch(watch, context), names);
  });
  yield* judgeObjects(history, judged);
}

function isWatch(exchange: Exchange): exchange is ResourceCalled {
  return exchange.call?.watching === true && exchange.call.resource !== undefined;
}

/**
 * Whether the server also refuses a watch of the same operation without parameters: then the parameters are not the
 * reason.
 */
function isRefusedWithout(history: History, { call }: ResourceCalled): boolean {
  return history.exchanges.some(
    (other) =>
      other.call?.watching === true &&
      other.call.operation.id === call.operation.id &&
      [...other.request.query.keys()].every((name) => name === 'watch') &&
      refusesParameters(history, other),
  );
}

/** The parameters of a watch besides `watch`; `undefined` if there are none, or one that a server may refuse. */
function namesOf(exchange: ResourceCalled, choices: DialectChoices): string | undefined {
  const names = plainParameters(exchange, choices);
  if (names === undefined || exchange.call.operation.response === 'WatchEvent') return names;
  const rest = names.split(' ').filter((name) => name !== 'watch');
  return rest.length === 0 ? undefined : rest.join(' ');
}

function* judgeWatch(watch: Watch, { observed, updates }: WatchContext): Iterable<Finding> {
  yield* judgeStartOf(watch, observed);
  const unselected = unselectedIn(watch);
  if (unselected !== undefined) yield unselected;
  if (watch.selects) yield* judgeSelected(watch, { observed, updates });
  else yield* judgeChanges(watch, observed);
}

function* judgeSelected(
  watch: Watch,
  { observed, updates }: Pick<WatchContext, 'observed' | 'updates'>,
): Iterable<Finding> {
  for (const { transition, after, delivered, overdue } of selectedChanges(watch, observed, updates)) {
    if (transition !== 'stays' && transition !== 'enters') continue;
    if (delivered !== undefined) yield held(watch.exchange, transition);
    else if (overdue)
      yield overdueViolation(
        overdue,
        violated(
          watch.exchange,
          `version ${after.version ?? ''} of ${after.key.name}, which is selected, in the watch`,
          `${watch.events.length} events without it`,
          'a change is not told',
        ),
      );
  }
}

/** The findings about a watch, distinguished by its parameters. */
function* withNames(findings: Iterable<Finding>, names: string): Iterable<Finding> {
  for (const finding of findings)
    yield finding.outcome === 'violated'
      ? { ...finding, cause: `${finding.cause} with ${names}` }
      : finding.outcome === 'held'
        ? { ...finding, shape: names }
        : finding;
}

function* judgeObjects(history: History, judged: ReadonlyMap<Exchange, string>): Iterable<Finding> {
  const updates = updateTypesIn(watchesIn(history), observedStateOf(history));
  yield* judgeAgreement(history, {
    role: ({ exchange, source, event }) => {
      if (!judged.has(exchange)) return source === 'delete' ? undefined : 'reference';
      return event !== undefined && !isDeletedEvent({ type: event.type, source }, updates) ? 'subject' : undefined;
    },
    shape: ({ exchange }) => judged.get(exchange) ?? '',
  });
}
