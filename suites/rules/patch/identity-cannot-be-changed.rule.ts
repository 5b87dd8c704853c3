import { MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { shownAfter, stateBefore } from '../../checks/fresh-reads.ts';
import { judgeRefusal } from '../../checks/no-trace.ts';
import { at, textAt } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc, minimalObject, readAfterEach, resourceOf, stepsOn, makeAndRead } from '../cases.ts';
import { callsOf, sent, succeeded, held, show, violated, keyCalled } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { PATCHES } from './patch-cases.ts';

const MEMBERS = ['name', 'namespace', 'uid'] as const;

export const rule: Rule = {
  id: 'patch/identity-cannot-be-changed',
  level: 'must',
  negative: true,
  title: 'A PATCH that names another name, namespace or uid is refused without a trace, or leaves them as they are.',
  cites: ['object-metadata.uid.2', 'object-metadata.name.1', 'object-metadata.namespace.1'],
  operations: PATCHES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const patches = MEMBERS.flatMap((member) => {
      const value = member === 'uid' ? '11111111-2222-3333-4444-555555555555' : '{{moved}}';
      return [MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE].map((contentType) =>
        on.patch('{{a}}', { metadata: { [member]: value } }, { contentType }),
      );
    });
    return fc.constant([...makeAndRead(on, minimalObject(on.maker, '{{a}}')), ...readAfterEach(on, '{{a}}', patches)]);
  },
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'patch')) {
    const key = keyCalled(exchange);
    const before = stateBefore(observed, key, exchange);
    const member =
      before === undefined
        ? undefined
        : MEMBERS.find((each) =>
            differs(textAt(sent(exchange), 'metadata', each), textAt(before.content, 'metadata', each)),
          );
    if (before === undefined || member === undefined) continue;
    if (!succeeded(exchange)) {
      yield* judgeRefusal(history, {
        exchange,
        key,
        what: `a PATCH of /metadata/${member}`,
        shape: `${member} refused`,
      });
      continue;
    }
    const response = observed.writeOf(exchange)?.response;
    const old = at(before.content, 'metadata', member);
    const shown = response === undefined ? [] : shownAfter(history, observed, key, response);
    const moved = shown.find(({ content }) => at(content, 'metadata', member) !== old);
    if (moved === undefined) yield held(exchange, `${member} ignored`);
    else
      yield violated(
        exchange,
        `/metadata/${member} ${show(old)}, as before`,
        `${show(at(moved.content, 'metadata', member))} ${moved.where}`,
        `/metadata/${member} changes`,
      );
  }
}

function differs(asked: string | undefined, stored: string | undefined): boolean {
  return asked !== undefined && asked !== '' && asked !== stored;
}
