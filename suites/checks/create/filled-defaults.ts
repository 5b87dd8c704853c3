import type { JsonPath } from '../../../shared/json.ts';
import type { Resource } from '../../../spec/surface/resources.ts';
import type { History } from '../../oracle/history.ts';
import { at, type Json } from '../../oracle/json.ts';
import { withDocumentedDefaults } from '../../oracle/objects/documented-defaults.ts';
import { counterpartAt } from '../../oracle/values/member-at.ts';
import { type Appearance, type Expectation, judgeCreated } from './creations.ts';
import type { CheckContext, Finding } from '../finding.ts';
import { show } from '../findings.ts';

/** The path of a member with a default; `*` matches every element of a list. */
export type DefaultPath = readonly string[];

export interface DefaultOptions {
  /** Whether the server may omit the member, or show null, if its value is zero: there absent equals zero. */
  readonly zeroMayBeAbsent?: true;
  /** What decides the default, in words about the object around the member: `of image "app:1"`. */
  readonly decidedBy?: (around: Json | undefined) => string;
}

/**
 * Judges the members at these patterns in every appearance of every created object. Members that the client set keep
 * their value; members that it omitted have the documented default.
 *
 *     patterns [['spec', 'containers', '*', 'terminationMessagePolicy']]
 *     sent { containers: [{}, { terminationMessagePolicy: 'FallbackToLogsOnError' }] }   expected: File, FallbackToLogsOnError
 */
export function judgeDefaults(
  history: History,
  { choices }: CheckContext,
  patternsOf: (resource: Resource) => readonly DefaultPath[],
  options: DefaultOptions = {},
): Iterable<Finding> {
  return judgeCreated(history, function* (appearance) {
    const { resource } = appearance.creation.exchange.call;
    const expected = withDocumentedDefaults(resource, appearance.creation.sent, choices);
    for (const pattern of patternsOf(resource)) {
      for (const path of pathsTo(expected, pattern)) {
        const value = at(expected, ...path);
        if (value !== undefined) yield expectation(appearance, path, pattern, value, options);
      }
    }
  });
}

function expectation(
  { creation, object }: Appearance,
  path: JsonPath,
  pattern: DefaultPath,
  value: Json,
  options: DefaultOptions,
): Expectation {
  const actual = counterpartAt(creation.sent, object, path);
  const wasSent = (at(creation.sent, ...path) ?? null) !== null;
  const absentIsFine =
    options.zeroMayBeAbsent === true && (value === false || value === 0) && (actual ?? null) === null;
  const decidedBy = options.decidedBy?.(at(creation.sent, ...path.slice(0, -1)));
  return {
    shape: `${pattern.at(-1)} ${wasSent ? `set to ${show(value)}` : 'left out'}`,
    path: pattern.join('.').replaceAll('.*', '[*]'),
    expected: wasSent
      ? `${show(value)}, as it was sent`
      : `${show(value)}, the default${decidedBy === undefined ? '' : ` ${decidedBy}`}`,
    actual,
    holds: absentIsFine || JSON.stringify(actual) === JSON.stringify(value),
  };
}

/** The paths in a value that match a pattern. The last member may be absent if its parent is present. */
function pathsTo(value: Json, pattern: DefaultPath): JsonPath[] {
  let paths: JsonPath[] = [[]];
  for (const step of pattern.slice(0, -1)) {
    paths = paths.flatMap((path) => {
      const here = at(value, ...path);
      if (step !== '*') return at(here, step) === undefined ? [] : [[...path, step]];
      return Array.isArray(here) ? here.map((_, index) => [...path, index]) : [];
    });
  }
  const last = pattern.at(-1);
  return last === undefined ? [] : paths.map((path) => [...path, last]);
}
