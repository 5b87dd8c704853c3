import { isDirective } from '../../oracle/merge/directives.ts';
import { MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { foreignAnnotations } from '../../checks/write/foreign-annotations.ts';
import { finalizersOf } from '../../oracle/objects/owners-and-finalizers.ts';
import { at, isObject } from '../../oracle/json.ts';
import { type ObjectKey, type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import type { Verb } from '../../../spec/surface/operations.ts';
import { inTurn, AT_ONCE, resourceOf, type Steps, stepsOn, edited } from '../cases.ts';
import { held, show, violated } from '../judging.ts';
import type { Exchange, Finding, History, Rule, Step } from '../rule.ts';
import { DELETES_IN_NAMESPACES, heldObject, release } from './delete-cases.ts';
import { isTerminating } from '../../oracle/state/terminating.ts';

const TIMESTAMP = 'deletionTimestamp';

export const rule: Rule = {
  id: 'delete/writes-do-not-take-the-mark-back',
  level: 'must',
  title:
    'No write removes the deletion timestamp of a terminating object that a finalizer holds: a delete is not undone. A PUT or PATCH that succeeds is carried out.',
  cites: ['semantics.6.1', 'parameters.delete.propagation-policy.3'],
  operations: DELETES_IN_NAMESPACES,
  needs: ['create', 'get', 'patch', 'replace'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const restored = edited('leaving', [
      { remove: `/metadata/${TIMESTAMP}` },
      { remove: '/metadata/deletionGracePeriodSeconds' },
      { set: '/metadata/annotations/written', to: 'yes' },
    ]);
    const patch = {
      metadata: { [TIMESTAMP]: null, deletionGracePeriodSeconds: null, annotations: { written: 'yes' } },
    };
    return inTurn(
      on.replace('{{a}}', restored),
      on.patch('{{a}}', patch, { contentType: MERGE_PATCH_TYPE }),
      on.patch('{{a}}', patch, { contentType: STRATEGIC_MERGE_PATCH_TYPE }),
      ...statusWrites(on),
    ).map((write) => [
      on.create(heldObject(on, '{{a}}')),
      on.remove('{{a}}', { body: AT_ONCE }),
      on.get('{{a}}', { as: 'leaving' }),
      write,
      on.get('{{a}}'),
      on.list(),
      release(on, '{{a}}'),
    ]);
  },
  check,
  least: 3,
};

/** A PATCH and a PUT of the /status of the terminating object, if its kind has one. */
function statusWrites(on: Steps): readonly Step[] {
  if (!on.resource.hasStatus) return [];
  return [
    on.patchStatus('{{a}}', { metadata: { [TIMESTAMP]: null }, status: {} }),
    on.replaceStatus('{{a}}', edited('leaving', [{ remove: `/metadata/${TIMESTAMP}` }])),
  ];
}

/** The writes after which a terminating object must still be terminating. */
const WRITES: ReadonlySet<Verb> = new Set(['replace', 'patch', 'replaceStatus', 'patchStatus']);

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
      const write =
        before === undefined
          ? undefined
          : observed
              .writesTo(key)
              .findLast(
                ({ verb, outcome, began }) =>
                  WRITES.has(verb) && outcome === 'acknowledged' && began > before.ended && began <= read.began,
              );
      // Without finalizers the object is about to go.
      if (write === undefined || deletion === undefined || finalizersOf(read.content).length === 0) continue;
      if (isTerminating(read.content)) yield held(deletion.exchange, write.verb);
      else
        yield violated(
          deletion.exchange,
          `metadata.${TIMESTAMP}, because ${key.name} is being deleted`,
          `nothing in the response of ${read.exchange.request.method}`,
          `a ${write.verb} takes the mark back`,
        );
    }
  }
}

/**
 * Judges that the response to a PUT or PATCH of a terminating object has the annotations that were sent, except for those
 * of controllers.
 */
function* judgeCarriedOut(observed: ObservedState, key: ObjectKey, deletion: Exchange): Iterable<Finding> {
  const foreign = foreignAnnotations(observed, key);
  for (const { verb, exchange, outcome, response } of observed.writesTo(key)) {
    const annotations = at(exchange.request.body?.value, 'metadata', 'annotations');
    if ((verb !== 'replace' && verb !== 'patch') || outcome !== 'acknowledged' || !isObject(annotations)) continue;
    if (response === undefined || !isTerminating(response.content) || exchange.began < deletion.ended) continue;
    const lost = Object.entries(annotations).find(
      ([name, text]) =>
        typeof text === 'string' &&
        !foreign.has(name) &&
        !(verb === 'patch' && isDirective(name)) &&
        at(response.content, 'metadata', 'annotations', name) !== text,
    );
    if (lost !== undefined)
      yield violated(
        deletion,
        `the annotation ${lost[0]} in the response to a ${verb} of the terminating ${key.name}`,
        show(at(response.content, 'metadata', 'annotations', lost[0])),
        `a ${verb} of a terminating object is not carried out`,
      );
  }
}
