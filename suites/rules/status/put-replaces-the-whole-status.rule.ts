import { YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { keptCondition, keptMember, removable } from '../../checks/write/kept-status.ts';
import { judgeOutcomes } from '../../checks/write/outcome-demands.ts';
import type { Edit } from '../../program/program.ts';
import { statusOf } from '../../generators/statuses.ts';
import { at, isObject } from '../../oracle/json.ts';
import { fc, inTurn, minimalObject, resourceOf, stepsOn, edited, writeAndRead } from '../cases.ts';
import { sent, show } from '../judging.ts';
import type { Finding, History, JsonObject, Rule } from '../rule.ts';
import { STATUS_PUTS } from './status-cases.ts';

export const rule: Rule = {
  id: 'status/put-replaces-the-whole-status',
  level: 'must',
  title: 'A PUT of /status replaces the whole status: members that the body lacks are gone, and counts of 0 are 0.',
  cites: ['semantics.1.1', 'semantics.2.2'],
  operations: STATUS_PUTS,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const status = statusOf(on.resource);
    return fc
      .tuple(status, status, inTurn<Second>('other', 'zeroed', 'empty', 'absent'))
      .map(([first, other, how]) => [first, secondOf(how, first, other)] as const)
      .map(([first, second]) =>
        writeAndRead(
          on,
          minimalObject(on.maker, '{{a}}'),
          [
            on.replaceStatus('{{a}}', edited('read', [set(first)])),
            on.get('{{a}}', { as: 'now' }),
            on.replaceStatus('{{a}}', edited('now', [second]), { accept: YAML_TYPE }),
          ],
          0,
        ),
      );
  },
  check,
};

function set(status: JsonObject): Edit {
  return { set: '/status', to: status };
}

/** The second status of a case: another one, the first with 0 for each count, an empty one, or none. */
type Second = 'other' | 'zeroed' | 'empty' | 'absent';

function secondOf(how: Second, first: JsonObject, other: JsonObject): Edit {
  if (how === 'absent') return { remove: '/status' };
  return set(how === 'other' ? other : how === 'zeroed' ? zeroed(first) : {});
}

/** The status with 0 for each count. */
function zeroed(status: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(status).map(([name, value]) => [name, typeof value === 'number' ? 0 : value]),
  );
}

function check(history: History): Iterable<Finding> {
  return judgeOutcomes(history, ['replaceStatus'], (outcome) => {
    const status = at(sent(outcome.exchange), 'status') ?? {};
    const had = at(outcome.before.content, 'status');
    if (!isObject(status) || !isObject(had)) return undefined;
    const lacking = removable(
      history,
      outcome,
      Object.keys(had).filter((name) => (at(status, name) ?? 0) === 0),
    );
    const bothHaveConditions = [had, status].every((each) => Array.isArray(at(each, 'conditions')));
    if (lacking.length === 0 && !bothHaveConditions) return undefined;
    return {
      shape: Object.keys(status).length === 0 ? 'all taken away' : 'some taken away',
      wrong: ({ content, sameVersion }) => {
        const kept = sameVersion ? keptMember(outcome.before.content, content, lacking) : undefined;
        if (kept !== undefined)
          return {
            expected: `/status/${kept} ${at(status, kept) === 0 ? 'is 0, as it was sent' : 'is gone, for it was not sent'}`,
            actual: show(at(content, 'status', kept)),
            cause: `/status/${kept} is kept`,
          };
        const condition = sameVersion ? keptCondition(history, outcome, status, content) : undefined;
        return condition === undefined
          ? undefined
          : {
              expected: `the condition ${condition} is gone, for it was not sent`,
              actual: show(at(content, 'status', 'conditions')),
              cause: 'a condition is kept',
            };
      },
    };
  });
}
