import type { UpdateVerb } from '../../../spec/surface/operations.ts';
import { differences } from '../../oracle/values/comparison.ts';
import type { History } from '../../oracle/history.ts';
import { at, isObject, type JsonObject } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import type { Finding } from '../finding.ts';
import { show } from '../findings.ts';
import { isThere, removable } from './kept-status.ts';
import { followsDirectly } from './follows-directly.ts';
import { type Complaint, judgeOutcomes } from './outcome-demands.ts';

/**
 * Judges that writes of that verb that keep the spec also keep the status, whether they send no status, an empty
 * one, or delete it. A write that changes the spec may show a status that the system derived anew, but not none.
 */
export function judgeLeftStatus(history: History, verb: Extract<UpdateVerb, 'replace' | 'patch'>): Iterable<Finding> {
  const observed = observedStateOf(history);
  return judgeOutcomes(history, [verb], (outcome) => {
    const { before, response, write } = outcome;
    if (!write.resource.hasStatus) return undefined;
    const keepsSpec = isSameSpec(before.content, response.content, write.resource.schema);
    const status = at(before.content, 'status');
    const names = removable(history, outcome, Object.keys(isObject(status) ? status : {}));
    const [first] = names;
    if (first === undefined || !followsDirectly(observed, outcome)) return undefined;
    return {
      shape: 'a status was there',
      wrong: ({ content, sameVersion }) => {
        if (!sameVersion) return undefined;
        if (names.some((name) => isThere(content, name)))
          return keepsSpec
            ? changedIn(before.content, content, names, { verb, schema: write.resource.schema })
            : undefined;
        return {
          expected: `/status/${first}, as before`,
          actual: 'no such member',
          cause: `the status goes with a ${verb} of the resource`,
        };
      },
    };
  });
}

/** A status member whose value changed. */
function changedIn(
  before: JsonObject,
  after: JsonObject,
  names: readonly string[],
  { verb, schema }: { readonly verb: string; readonly schema: string },
): Complaint | undefined {
  const [one, other] = [before, after].map((object) => ({
    status: Object.fromEntries(names.map((name) => [name, at(object, 'status', name) ?? null])),
  }));
  const [changed] = differences(one, other, { schema });
  return changed === undefined
    ? undefined
    : {
        expected: `${changed.path} ${show(changed.expected)}, as before`,
        actual: show(changed.actual),
        cause: `${changed.path} changes with a ${verb} of the resource`,
      };
}

function isSameSpec(before: JsonObject, after: JsonObject, schema: string): boolean {
  const [one, other] = [before, after].map((object) => ({ spec: at(object, 'spec') ?? null }));
  return differences(one, other, { schema, ignore: ['/spec/templateGeneration'] }).length === 0;
}
