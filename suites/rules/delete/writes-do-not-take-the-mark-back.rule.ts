import { isDirective } from '../../oracle/merge/directives.ts';
import { MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { foreignAnnotations } from '../../checks/write/foreign-annotations.ts';
import { finalizersOf } from '../../oracle/objects/owners-and-finalizers.ts';
import { differences } from '../../oracle/values/comparison.ts';
import { lostMember } from '../../checks/status-members.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import { at, isObject } from '../../oracle/json.ts';
import { type ObjectKey, type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { isUpdate, type Verb } from '../../../spec/surface/operations.ts';
import { distinctChange, identifyingMember } from '../../generators/changes.ts';
import { statusOf } from '../../generators/statuses.ts';
import { fc, AT_ONCE, resourceOf, type Steps, stepsOn, edited } from '../cases.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { held, show, turnedDown, violated } from '../judging.ts';
import type { Exchange, Finding, History, Json, JsonObject, Resource, Rule, Step, Template } from '../rule.ts';
import { DELETES_IN_NAMESPACES } from './delete-cases.ts';
import { heldObject, release } from '../held-object.ts';
import { isTerminating } from '../../oracle/state/terminating.ts';

const TIMESTAMP = 'deletionTimestamp';

export const rule: Rule = {
  id: 'delete/writes-do-not-take-the-mark-back',
  level: 'must',
  title:
    'No write removes the deletion timestamp of a terminating object that a finalizer holds: a delete is not undone. A PUT or PATCH that succeeds is carried out, of /status too.',
  cites: ['semantics.6.1', 'parameters.delete.propagation-policy.3'],
  operations: DELETES_IN_NAMESPACES,
  needs: ['create', 'get', 'patch', 'replace'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const writes = [
      on.replace('{{a}}', restored(on, 'put')),
      on.patch('{{a}}', marked('merged'), { contentType: MERGE_PATCH_TYPE }),
      on.patch('{{a}}', marked('strategic'), { contentType: STRATEGIC_MERGE_PATCH_TYPE }),
    ];
    return fc
      .tuple(statusOf(on.resource), statusOf(on.resource))
      .map(([first, second]) => [
        on.create(heldObject(on, '{{a}}')),
        on.remove('{{a}}', { body: AT_ONCE }),
        ...[...writes, ...statusWrites(on, first, second)].flatMap((write) => [
          on.get('{{a}}', { as: 'leaving' }),
          write,
        ]),
        on.get('{{a}}'),
        on.list(),
        release(on, '{{a}}'),
      ]);
  },
  check,
  least: 3,
};

/** A patch that removes the mark, and sets an annotation to that text. */
function marked(text: string): JsonObject {
  return { metadata: { [TIMESTAMP]: null, deletionGracePeriodSeconds: null, annotations: { written: text } } };
}

/** The terminating object without the mark, and with that text in its annotations and its contents. */
function restored({ resource }: Steps, text: string): Template {
  return edited('leaving', [
    { remove: `/metadata/${TIMESTAMP}` },
    { remove: '/metadata/deletionGracePeriodSeconds' },
    { set: '/metadata/annotations/written', to: text },
    ...distinctChange(resource, text),
  ]);
}

/** A PATCH and a PUT of the /status of the terminating object, if its kind has one. */
function statusWrites(on: Steps, first: JsonObject, second: JsonObject): readonly Step[] {
  if (!on.resource.hasStatus) return [];
  const edits = [{ remove: `/metadata/${TIMESTAMP}` }, { set: '/status', to: second }];
  return [
    on.patchStatus('{{a}}', { metadata: { [TIMESTAMP]: null }, status: first }),
    on.replaceStatus('{{a}}', edited('leaving', edits)),
  ];
}

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const key of observed.keys) {
    const reads = observed
      .observationsOf(key)
      .filter(({ source }) => source === 'write' || source === 'get' || source === 'list');
    const terminating = reads.filter(({ content }) => isTerminating(content));
    const deletion = observed
      .writesTo(key)
      .find(({ verb, outcome }) => (verb === 'delete' || verb === 'deleteCollection') && outcome === 'acknowledged');
    if (deletion !== undefined) yield* judgeCarriedOut(observed, key, deletion.exchange);
    for (const read of reads) {
      const before = terminating.find(({ uid, ended }) => uid === read.uid && ended < read.began);
      const since = before?.ended ?? Number.POSITIVE_INFINITY;
      const writes = observed
        .writesTo(key)
        .filter(({ verb, began }) => isUpdate(verb) && began > since && began <= read.began);
      const write =
        writes.findLast(({ outcome }) => outcome === 'acknowledged') ??
        writes.findLast(({ exchange }) => turnedDown(exchange));
      // Without finalizers the object is about to go.
      if (write === undefined || deletion === undefined || finalizersOf(read.content).length === 0) continue;
      const { verb, outcome } = write;
      if (isTerminating(read.content))
        yield held(deletion.exchange, outcome === 'refused' ? `${verb}, which is refused` : verb);
      else if (outcome === 'acknowledged')
        yield violated(
          deletion.exchange,
          `metadata.${TIMESTAMP}, because ${key.name} is being deleted`,
          `nothing in the response of ${read.exchange.request.method}`,
          `a ${verb} takes the mark back`,
        );
    }
  }
}

/**
 * Judges that the response to a PUT or PATCH of a terminating object has the annotations that were sent, except for those
 * of controllers, and that the response to a write of this rule has the spec, the data or the status that was sent.
 */
function* judgeCarriedOut(observed: ObservedState, key: ObjectKey, deletion: Exchange): Iterable<Finding> {
  const foreign = foreignAnnotations(observed, key);
  for (const { verb, exchange, outcome, response, resource } of observed.writesTo(key)) {
    if (outcome !== 'acknowledged' || exchange.began < deletion.ended) continue;
    if (response === undefined || !isTerminating(response.content)) continue;
    const lost =
      verb === 'replace' || verb === 'patch'
        ? (lostAnnotation(verb, exchange, response.content, foreign) ??
          (verb === 'replace' ? lostContent(exchange, response.content, resource) : undefined))
        : lostStatus(exchange, response.content, resource);
    if (lost !== undefined)
      yield violated(
        deletion,
        `${lost.what} in the response to a ${verb} of the terminating ${key.name}`,
        show(lost.actual),
        `a ${verb} of a terminating object is not carried out`,
      );
  }
}

/** Something that a write sent, and what its response shows instead. */
interface Lost {
  readonly what: string;
  readonly actual: Json | undefined;
}

function lostAnnotation(
  verb: Verb,
  { request }: Exchange,
  response: Json | undefined,
  foreign: ReadonlySet<string>,
): Lost | undefined {
  const annotations = at(request.body?.value, 'metadata', 'annotations');
  const lost = Object.entries(isObject(annotations) ? annotations : {}).find(
    ([name, text]) =>
      typeof text === 'string' &&
      !foreign.has(name) &&
      !(verb === 'patch' && isDirective(name)) &&
      at(response, 'metadata', 'annotations', name) !== text,
  );
  if (lost === undefined) return undefined;
  return { what: `the annotation ${lost[0]}`, actual: at(response, 'metadata', 'annotations', lost[0]) };
}

/** The member of the spec or of the data that a PUT of this rule changes. */
function lostContent(exchange: Exchange, response: Json | undefined, resource: Resource): Lost | undefined {
  const { path } = identifyingMember(resource, 'written');
  const [asked, actual] = [exchange.request.body?.value, response].map((object) => at(object, ...path));
  if (!sentFor(exchange, rule.id) || differences(asked, actual).length === 0) return undefined;
  return { what: `${pointer(path)} ${show(asked)}`, actual };
}

function lostStatus(exchange: Exchange, response: Json | undefined, { schema }: Resource): Lost | undefined {
  const status = at(exchange.request.body?.value, 'status');
  if (!sentFor(exchange, rule.id) || !isObject(status)) return undefined;
  const lost = lostMember(status, response, schema);
  return lost === undefined ? undefined : { what: `${lost.path} ${show(lost.expected)}`, actual: lost.actual };
}
