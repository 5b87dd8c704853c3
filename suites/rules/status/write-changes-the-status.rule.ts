import { judgeOutcomes, notStored } from '../../checks/write/outcome-demands.ts';
import { statusOf } from '../../generators/statuses.ts';
import { lostMember } from '../../checks/status-members.ts';
import { at, isObject } from '../../oracle/json.ts';
import { fc, inTurn, minimalObject, resourceOf, stepsOn, writeAndRead } from '../cases.ts';
import { sent } from '../judging.ts';
import type { Finding, History, JsonObject, Rule } from '../rule.ts';
import { STATUS_WRITES, writeStatus } from './status-cases.ts';

export const rule: Rule = {
  id: 'status/write-changes-the-status',
  level: 'must',
  title: 'A PUT or merge patch of /status stores the status that it carries.',
  cites: ['semantics.2.2', 'rules.2.2', 'what-the-service-does.1'],
  operations: STATUS_WRITES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc
      .tuple(statusOf(on.resource), inTurn(false, true))
      .map(([status, isElsewhere]) => (isElsewhere ? inAnotherZone(status) : status))
      .map((status) =>
        writeAndRead(
          on,
          minimalObject(on.maker, '{{a}}'),
          inTimes(status).flatMap((each) => [on.get('{{a}}', { as: 'read' }), writeStatus(operation, on, each)]),
          0,
        ),
      );
  },
  check,
};

/** The status with the same times, written in another time zone. */
function inAnotherZone(status: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(status).replaceAll('T03:04:05Z', 'T05:04:05+02:00')) as JsonObject;
}

/** The status, the same with each of its times changed, and the first again; once if it has no times. */
function inTimes(status: JsonObject): readonly JsonObject[] {
  const text = JSON.stringify(status);
  const later = text.replaceAll(/T\d\d:\d\d:\d\d/g, 'T06:07:08');
  return later === text ? [status] : [status, JSON.parse(later) as JsonObject, status];
}

function check(history: History): Iterable<Finding> {
  return judgeOutcomes(history, ['replaceStatus', 'patchStatus'], ({ exchange, write }) => {
    const status = at(sent(exchange), 'status');
    if (!isObject(status) || JSON.stringify(status).includes('"$')) return undefined;
    return {
      shape: Object.keys(status).length === 0 ? 'empty' : 'some members',
      wrong: ({ content, sameVersion }) => {
        if (!sameVersion) return undefined;
        const lost = lostMember(status, content, write.resource.schema);
        return lost === undefined ? undefined : notStored(lost);
      },
    };
  });
}
