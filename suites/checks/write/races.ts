import { groupBy } from '../../../shared/group-by.ts';
import { differences } from '../../oracle/values/comparison.ts';
import type { History } from '../../oracle/history.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import type { Verb } from '../../../spec/surface/operations.ts';
import { succeeded } from '../responses.ts';
import type { Finding } from '../finding.ts';
import { held, violated } from '../findings.ts';
import { type LockedWrite, lockedWrites } from './locks.ts';
import { stateBefore } from '../fresh-reads.ts';

/**
 * Judges PUTs of one object with the same version: at most one that changes the object may be acknowledged, because
 * it replaces the version (document, Rules 1). Writes that return the previous state changed nothing, and may all
 * succeed.
 */
export function* judgeRaces(history: History, ...verbs: readonly Verb[]): Iterable<Finding> {
  const races = groupBy(lockedWrites(history, ...verbs), ({ key, version }) => JSON.stringify([key.id, version]));
  for (const racers of races.values()) if (racers.length > 1) yield* judgeRace(history, racers);
}

function* judgeRace(history: History, racers: readonly LockedWrite[]): Iterable<Finding> {
  const winners = racers.filter((racer) => changesSomething(history, racer));
  const [first, second] = winners;
  if (first !== undefined && second !== undefined) {
    yield violated(
      second.exchange,
      `at most one of ${racers.length} PUTs with version ${second.version} is stored`,
      `${winners.length} were acknowledged`,
      'several winners',
    );
    return;
  }
  for (const { exchange } of racers) yield held(exchange, `${racers.length} racers, ${winners.length} won`);
}

/** Whether the write is acknowledged and returned another version than it sent. */
function changesSomething(history: History, { exchange, version, key }: LockedWrite): boolean {
  const observed = observedStateOf(history);
  const response = observed.writeOf(exchange)?.response;
  if (!succeeded(exchange) || response === undefined || response.version === version) return false;
  const before =
    observed.observationsOf(key).find((observation) => observation.version === version) ??
    stateBefore(observed, key, exchange);
  return (
    before === undefined ||
    differences(before.content, response.content, {
      schema: response.gvr.schema,
      ignore: ['/metadata/resourceVersion', '/metadata/selfLink', '/apiVersion'],
    }).length > 0
  );
}
