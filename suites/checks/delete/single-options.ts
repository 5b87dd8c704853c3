import type { DialectChoices } from '../../../spec/dialects/index.ts';
import type { History } from '../../oracle/history.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { isObject } from '../../oracle/json.ts';
import { brokeDown, deniesTheObject, type ResourceCalled, responseOf, succeeded } from '../responses.ts';
import { DELETE_OPTIONS, deletions, isHeld, mustBeGone, queryCounts, reasonToTerminate } from './deletes.ts';
import type { Finding } from '../finding.ts';
import { held, violated } from '../findings.ts';
import { freshReadsAfter } from '../fresh-reads.ts';

/**
 * Judges deletes with one option in that place and no other. They succeed, and the next read shows no object, or a
 * terminating object that says why it still exists. An object that must be gone immediately is gone.
 */
export function* judgeSingleOptions(
  history: History,
  choices: DialectChoices,
  place: 'body' | 'query',
): Iterable<Finding> {
  for (const deletion of deletions(history)) {
    const { exchange, key, before, options } = deletion;
    if (
      !options.given.endsWith(`in the ${place}`) ||
      options.given.includes(',') ||
      !queryCounts(exchange, choices) ||
      !isMeaningful(options)
    )
      continue;
    if (!succeeded(exchange)) {
      if ((deniesTheObject(exchange) || brokeDown(exchange)) && hasNothingElse(exchange))
        yield violated(
          exchange,
          `success: ${options.given} may be set alone`,
          responseOf(exchange),
          `refused: ${options.given}`,
        );
      continue;
    }
    for (const { seen, where } of freshReadsAfter(history, observedStateOf(history), key, exchange)) {
      const reason =
        seen === undefined || seen.uid !== before.uid
          ? 'gone'
          : mustBeGone(deletion) && !isHeld(seen.content, options)
            ? undefined
            : reasonToTerminate(seen.content);
      if (reason === undefined)
        yield violated(
          exchange,
          `${key.name} gone, or being deleted for a reason that it shows`,
          `it is in ${where}`,
          `still there without a reason: ${options.given}`,
        );
      else yield held(exchange, `${options.given}: ${reason}`);
    }
  }
}

const POLICIES: ReadonlySet<unknown> = new Set([undefined, 'Orphan', 'Background', 'Foreground']);

/** Whether the option has a value to which the document gives a meaning, or that every server of the kind knows. */
function isMeaningful({
  grace,
  policy,
  orphan,
}: {
  readonly grace: unknown;
  readonly policy: unknown;
  readonly orphan: unknown;
}): boolean {
  return (
    (grace === undefined || (Number.isInteger(grace) && Number(grace) >= 0)) &&
    POLICIES.has(policy) &&
    (orphan === undefined || typeof orphan === 'boolean')
  );
}

const MEMBERS: ReadonlySet<string> = new Set(['kind', 'apiVersion', ...DELETE_OPTIONS]);

/** Whether the body, if present, names the right type and has no precondition that may fail. */
function hasNothingElse({ request: { body } }: ResourceCalled): boolean {
  if (body === undefined || body.text.trim() === '') return true;
  return (
    isObject(body.value) &&
    Object.keys(body.value).every((member) => MEMBERS.has(member)) &&
    (body.value['kind'] ?? 'DeleteOptions') === 'DeleteOptions' &&
    (body.value['apiVersion'] ?? 'v1') === 'v1'
  );
}
