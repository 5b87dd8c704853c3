import type { QueryTemplate, CallStep } from '../../program/program.ts';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { isServedVersion, plainParameters, refusesParameters } from '../../checks/list/list-parameters.ts';
import { AT_ONCE, fc, minimalObject, resourceOf, type Steps, stepsOn, versionOf } from '../cases.ts';
import { responseOf, callsOf, succeeded, held, violated } from '../judging.ts';
import type { CheckContext, Finding, History, Program, Rule } from '../rule.ts';
import { COLLECTION_DELETES } from './collection-cases.ts';
import { rule as removesWhatMatches } from './removes-exactly-what-matches.rule.ts';

/** The parameters beside the label selector of the object that each deletes. */
const FORMS: readonly QueryTemplate[] = [
  { pretty: 'true' },
  { pretty: 'false' },
  { includeUninitialized: 'true' },
  { includeUninitialized: 'false' },
  { watch: 'false' },
  { resourceVersion: '0' },
  { resourceVersion: '' },
  { timeoutSeconds: '30' },
  { timeoutSeconds: '2147483647' },
  { fieldSelector: '' },
];

/** Selections by name: of one object, alone, beside all other parameters and beside its label, and of none. */
const BY_NAME: readonly QueryTemplate[] = [
  { labelSelector: 'form=form-keep', fieldSelector: 'metadata.name={{form-name}}' },
  { fieldSelector: 'metadata.name={{form-name}}' },
  {
    pretty: 'true',
    includeUninitialized: 'true',
    timeoutSeconds: '30',
    resourceVersion: '0',
    fieldSelector: 'metadata.name={{form-all}}',
  },
  { labelSelector: 'form=form-both', fieldSelector: 'metadata.name={{form-both}}' },
];

export const rule: Rule = {
  id: 'delete-collection/takes-the-list-parameters',
  level: 'must',
  impact: 'content',
  title:
    'A collection delete accepts the parameters of lists, alone and together, and deletes exactly the objects that they select.',
  cites: [
    'parameters.delete-collection',
    'parameters.list.optional',
    'parameters.list.pretty',
    'parameters.list.label-selector',
    'parameters.list.field-selector',
    'parameters.list.include-uninitialized',
    'parameters.list.resource-version.4',
    'limits.timeout-seconds',
    'rules.4',
  ],
  operations: COLLECTION_DELETES,
  needs: ['create', 'list'],
  cases: (operation, choices) => fc.constant(programFor(stepsOn(resourceOf(operation)), choices)),
  check,
  sweep: true,
};

/** One object for each form, deleted by it; others with another label, and without any; and at the end all of them. */
function programFor(on: Steps, choices: DialectChoices): Program {
  const names = [...FORMS.keys(), 'version', 'name', 'all', 'both', 'keep'].map((form) => `form-${form}`);
  const byName = choices['selectors.field-names'] === 'name-and-namespace';
  return [
    {
      do: 'together',
      branches: [
        ...names.map((name) => [labelled(on, name)]),
        [on.create(minimalObject(on.maker, '{{none}}'), { unlabelled: true })],
      ],
    },
    on.list(),
    ...FORMS.flatMap((query, form) => deletion(on, { ...query, labelSelector: `form=form-${form}` })),
    ...deletion(on, { resourceVersion: versionOf('form-version'), labelSelector: 'form=form-version' }),
    ...(byName ? BY_NAME.flatMap((query) => deletion(on, query)) : []),
    ...deletion(on, { labelSelector: '' }),
  ];
}

function labelled(on: Steps, name: string): CallStep {
  const metadata = { name: `{{${name}}}`, labels: { form: name } };
  return on.create({ ...minimalObject(on.maker, `{{${name}}}`), metadata }, { as: name });
}

function deletion(on: Steps, query: QueryTemplate): Program {
  return [on.removeAll({ body: AT_ONCE, query }), on.list()];
}

function* check(history: History, context: CheckContext): Iterable<Finding> {
  const judged = new Map<number, string>();
  for (const exchange of callsOf(history.exchanges, 'deleteCollection')) {
    const names = plainParameters(exchange, context.choices);
    if (names === undefined) continue;
    judged.set(exchange.id, names);
    if (refusesParameters(history, exchange) && isServedVersion(history, exchange))
      yield violated(exchange, `success, with ${names}`, responseOf(exchange), `refused with ${names}`);
    else if (succeeded(exchange)) yield held(exchange, names);
  }
  for (const finding of removesWhatMatches.check(history, context)) {
    const names = judged.get(finding.exchange);
    if (finding.outcome === 'violated' && names !== undefined)
      yield { ...finding, cause: `${finding.cause}, with ${names}` };
  }
}
