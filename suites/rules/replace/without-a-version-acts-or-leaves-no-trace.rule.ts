import { NOT_THE_CLIENTS } from '../../checks/not-the-clients.ts';
import { undecidedInitContainers } from '../../checks/init-containers.ts';
import { judgeRefusal } from '../../checks/no-trace.ts';
import { foreignPaths } from '../../checks/write/foreign-annotations.ts';
import { judgeOutcomes, notStored } from '../../checks/write/outcome-demands.ts';
import { distinctChange } from '../../generators/changes.ts';
import { missing } from '../../oracle/values/comparison.ts';
import { textAt } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { memberAt } from '../../oracle/values/member-at.ts';
import { unshown } from '../../oracle/values/write-only.ts';
import { minimalObject, operationsOf, resourceOf, stepsOn, OWN_OBJECTS, edited, makeAndRead } from '../cases.ts';
import { interveningWrites } from '../intervening-writes.ts';
import { callsOf, responseOf, sent, statusOf, succeeded, violated, keyCalled } from '../judging.ts';
import type { CheckContext, Finding, History, JsonObject, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'replace/without-a-version-acts-or-leaves-no-trace',
  level: 'must',
  title: 'A PUT without a version either succeeds or is refused without a trace.',
  cites: ['semantics.1.1', 'semantics.1.2'],
  operations: operationsOf(['replace'], ({ namespaced }) => namespaced),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return interveningWrites(on).map((between) => [
      ...makeAndRead(on, minimalObject(on.maker, '{{a}}')),
      ...between,
      on.get('{{a}}'),
      on.replace(
        '{{a}}',
        edited('read', [
          ...distinctChange(on.resource, 'unlocked'),
          { remove: '/metadata/resourceVersion' },
          { remove: '/metadata/uid' },
        ]),
      ),
      on.get('{{a}}'),
      on.list({ query: OWN_OBJECTS }),
    ]);
  },
  check,
};

/** The system labels a job with its uid: a body that was read from a former job of that name has another. */
const LABELS_OF_A_JOB = [
  '/spec/selector/matchLabels/controller-uid',
  '/spec/template/metadata/labels/controller-uid',
] as const;

function* check(history: History, context: CheckContext): Iterable<Finding> {
  yield* judgeOutcomes(history, ['replace'], ({ exchange, write, key }) => {
    const body = unlocked(sent(exchange));
    if (body === undefined) return undefined;
    return {
      shape: 'carried out',
      wrong: ({ content }) => {
        const [lost] = missing(body, content, {
          schema: write.resource.schema,
          ignore: [
            ...NOT_THE_CLIENTS,
            ...unshown(body),
            ...LABELS_OF_A_JOB.filter((path) => memberAt(content, path) === textAt(content, 'metadata', 'uid')),
            ...foreignPaths(observedStateOf(history), key),
            ...undecidedInitContainers(key.kind, context.choices),
          ],
        });
        return lost === undefined ? undefined : notStored(lost);
      },
    };
  });
  for (const exchange of callsOf(history.exchanges, 'replace')) {
    const key = keyCalled(exchange);
    if (
      unlocked(sent(exchange)) === undefined ||
      observedStateOf(history).expectedAt(key, exchange.began) === undefined
    )
      continue;
    if (succeeded(exchange)) continue;
    if (context.choices['replace.without-version'] === 'overwrites' && statusOf(exchange) === 409)
      yield violated(exchange, 'success', responseOf(exchange), 'refused');
    else yield* judgeRefusal(history, { exchange, key, what: 'a PUT without a version', shape: 'refused' });
  }
}

/** A body without a version and uid: only its name identifies the object. */
function unlocked(body: JsonObject | undefined): JsonObject | undefined {
  return body !== undefined &&
    textAt(body, 'metadata', 'resourceVersion') === undefined &&
    textAt(body, 'metadata', 'uid') === undefined
    ? body
    : undefined;
}
