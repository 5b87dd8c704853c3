import type { Kind } from '../../../spec/surface/resources.ts';
import { absentee } from '../../checks/list/selection.ts';
import { isSelected } from '../../checks/selectors.ts';
import { type Listing, listings } from '../../checks/listings.ts';
import { type FieldRequirement, parseFieldSelector } from '../../oracle/objects/field-selector.ts';
import { at } from '../../oracle/json.ts';
import { type Observation, observedStateOf } from '../../oracle/observed-state.ts';
import type { Edit } from '../../program/program.ts';
import { edited, inTurn, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { callsOf, rejected, held, observed, show, violated } from '../judging.ts';
import type { Finding, History, Operation, Program, Rule, Step } from '../rule.ts';
import { listBy, objectsWith, SELECTING } from './selection-cases.ts';

/** Fields that some servers support in selectors, beside the name and the namespace. */
const FIELDS = ['metadata.uid', 'spec.nodeName', 'spec.restartPolicy', 'status.phase', 'type', 'reason'];

/** The field of events by which clients ask for the events of one object. */
const INVOLVED = 'involvedObject.name';
const ALL_FIELDS: ReadonlySet<string> = new Set([...FIELDS, INVOLVED]);

/** A value that no field has. */
const NOBODYS = 'plumbline-none';

/** Selectors of one kind. They match its smallest objects, as sent or by default; that of events matches none. */
const OF_KIND: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  Pod: ['spec.restartPolicy=Always', 'status.phase=Pending', 'spec.nodeName='],
  Secret: ['type=Opaque'],
  Event: [`${INVOLVED}=${NOBODYS}`],
  Namespace: ['status.phase=Active'],
};

export const rule: Rule = {
  id: 'selectors/accepted-field-selectors-restrict',
  level: 'must',
  title:
    'An accepted field selector shows exactly the objects whose field has that value; the document leaves open which fields are accepted.',
  cites: ['parameters.list.field-selector', 'semantics.7.2'],
  operations: SELECTING,
  cases: (operation) =>
    inTurn(...FIELDS).map((field) => [
      ...objectsWith(operation, [{ app: 'x' }, {}]),
      ...(resourceOf(operation).kind === 'Pod' ? [boundPod(operation)] : []),
      ...[`${field}=${NOBODYS}`, ...(OF_KIND[resourceOf(operation).kind] ?? [])].map((fieldSelector) =>
        listBy(operation, { fieldSelector }),
      ),
      ...(resourceOf(operation).kind === 'Event' ? changedEvent(operation) : []),
      ...(resourceOf(operation).kind === 'Pod' ? runningPod(operation) : []),
    ]),
  check,
  least: 3,
};

/** A pod with a host, which the selector of pods without one does not select. */
function boundPod(operation: Operation): Step {
  const on = stepsOn(resourceOf(operation));
  return on.create({ $edit: minimalObject(on.maker, '{{bound}}'), with: [{ set: '/spec/nodeName', to: 'nowhere' }] });
}

/** An event whose type and reason a PUT changes, selected by either before and after. */
function changedEvent(operation: Operation): Program {
  const on = stepsOn(resourceOf(operation));
  const edits = (type: string, reason: string): readonly Edit[] => [
    { set: '/type', to: type },
    { set: '/reason', to: reason },
  ];
  const lists = ['type=Warning', 'reason=First', 'reason=Second,type=Warning'].map((fieldSelector) =>
    listBy(operation, { fieldSelector }),
  );
  return [
    on.create({ $edit: minimalObject(on.maker, '{{changing}}'), with: edits('Normal', 'First') }),
    ...lists,
    on.get('{{changing}}', { as: 'first' }),
    on.replace('{{changing}}', edited('first', edits('Warning', 'Second'))),
    ...lists,
  ];
}

/** A pod whose phase a patch of its status changes, selected by either. */
function runningPod(operation: Operation): Program {
  const on = stepsOn(resourceOf(operation));
  return [
    on.create(minimalObject(on.maker, '{{running}}')),
    on.patchStatus('{{running}}', { status: { phase: 'Running' } }),
    ...['Pending', 'Running'].map((phase) => listBy(operation, { fieldSelector: `status.phase=${phase}` })),
    // If a controller has written the phase meanwhile, the pod proves nothing.
    on.get('{{running}}'),
  ];
}

function* check(history: History): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'list', 'listAll')) {
    const fields = parseFieldSelector(exchange.request.query.get('fieldSelector') ?? '') ?? [];
    const [first] = fields;
    if (first === undefined || !fields.every(({ field }) => ALL_FIELDS.has(field))) continue;
    if (rejected(exchange)) yield observed(exchange, `${first.field}: refused`);
  }
  const ours = listings(history).filter(
    ({ fields = [] }) => fields.length > 0 && fields.every(({ field }) => ALL_FIELDS.has(field)),
  );
  for (const listing of ours) yield* judgeExact(history, listing, listing.fields?.[0]);
}

function* judgeExact(history: History, listing: Listing, first: FieldRequirement | undefined): Iterable<Finding> {
  if (first === undefined) return;
  const alien = listing.items.find((item) => isSelected(listing, item) === false);
  const observedState = observedStateOf(history);
  const isCertain = ({ key, version }: Observation): boolean =>
    !first.field.startsWith('status.') || observedState.currentAt(key, listing.exchange.began)?.version === version;
  const absent = absentee(
    observedState,
    listing,
    (state) =>
      isCertain(state) && (first.value === '' || typeof at(state.content, ...first.field.split('.')) === 'string'),
  );
  if (alien !== undefined)
    yield violated(
      listing.exchange,
      `only objects with ${first.field} ${first.operator} ${show(first.value)}`,
      `one with ${show(at(alien, ...first.field.split('.')))}`,
      `${first.field}: shows what is not selected`,
    );
  else if (absent !== undefined)
    yield violated(
      listing.exchange,
      `${absent.name} too, whose ${first.field} is ${show(first.value)}`,
      `${listing.items.length} items, not that one`,
      `${first.field}: misses what is selected`,
    );
  else yield held(listing.exchange, first.field);
}
