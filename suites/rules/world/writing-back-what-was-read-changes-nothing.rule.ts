import { outcomes, type ShownState } from '../../checks/fresh-reads.ts';
import { BY_PATH, changedByClients } from '../../checks/not-the-clients.ts';
import { foreignAnnotations } from '../../checks/write/foreign-annotations.ts';
import { statusOf } from '../../generators/statuses.ts';
import { type MemberDifference, differences } from '../../oracle/values/comparison.ts';
import { at } from '../../oracle/json.ts';
import { type Observation, observedStateOf } from '../../oracle/observed-state.ts';
import { annotationKeys, withoutAnnotations } from '../../oracle/state/system-annotations.ts';
import { inTurn, objectOf, operationsOf, resourceOf, stepsOn } from '../cases.ts';
import { otherGroupVersion } from '../intervening-writes.ts';
import { sent, held, show, violated } from '../judging.ts';
import type { Finding, History, Rule, Step, Template } from '../rule.ts';

export const rule: Rule = {
  id: 'world/writing-back-what-was-read-changes-nothing',
  level: 'must',
  title: 'A PUT of exactly the object that a read of the same version showed leaves the object as it was.',
  cites: ['semantics.1.1', 'resources.api-version.2'],
  operations: operationsOf(['replace', 'replaceStatus']),
  needs: ['create', 'get'],
  cases: (operation) => {
    const [on, other] = [stepsOn(resourceOf(operation)), stepsOn(otherGroupVersion(resourceOf(operation)))];
    const back =
      operation.verb === 'replace'
        ? on.replace('{{a}}', { $from: 'read' })
        : on.replaceStatus('{{a}}', { $from: 'read' });
    const status = (body: Template): readonly Step[] =>
      on.resource.hasStatus ? [on.patchStatus('{{a}}', { status: body })] : [];
    return objectOf(on.maker).chain((object) =>
      statusOf(on.resource).chain((body) =>
        inTurn(on, other).map((reader) => [
          on.create(object),
          ...status(body),
          on.get('{{a}}', { as: 'read' }),
          back,
          reader.get('{{a}}'),
          on.list(),
        ]),
      ),
    );
  },
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const { exchange, before: stored, shown } of outcomes(history, 'replace', 'replaceStatus')) {
    const body = sent(exchange);
    if (body === undefined) continue;
    // The system's annotations are not judged; the client sent them back as read.
    const known = annotationKeys(stored.content);
    const annotated = new Set([
      ...annotationKeys(body).filter((key) => !known.includes(key)),
      ...foreignAnnotations(observed, stored.key),
    ]);
    const before = { ...stored, content: withoutAnnotations(stored.content, annotated) };
    if (differences(before.content, withoutAnnotations(body, annotated), { ignore: BY_PATH }).length > 0) continue;
    const places = shown.map((place) => ({ ...place, content: withoutAnnotations(place.content, annotated) }));
    const wrong = places
      .map((place) => ({ ...place, changed: changedBy(before, place) }))
      .find(({ changed }) => changed !== undefined);
    if (wrong?.changed === undefined) yield held(exchange, exchange.call.verb);
    else
      yield violated(
        exchange,
        `${wrong.changed.path} ${show(wrong.changed.expected)}, as it was read and written back`,
        `${show(wrong.changed.actual)} ${wrong.where}`,
        `${wrong.changed.path} changes`,
      );
  }
}

/** The changed members that clients write; also those of the status, if no controller can have written it since. */
function changedBy(before: Observation, { content, sameVersion }: ShownState): MemberDifference | undefined {
  const status = sameVersion
    ? differences(
        { status: at(before.content, 'status') ?? null },
        { status: at(content, 'status') ?? null },
        { schema: before.gvr.schema },
      )
    : [];
  return changedByClients(before, { content }) ?? status[0];
}
