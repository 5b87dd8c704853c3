import { Ajv } from 'ajv';
import { lazy } from '../../../shared/lazy.ts';
import type { TrafficDifference } from '../values/difference.ts';
import type { Json } from '../values/json-value.ts';
import { readYamlFile } from './read-yaml-file.ts';
import { RulesFileError } from './rules-file-error.ts';
import { splitTarget } from '../../../shared/exchange-log/split-target.ts';

/** A rule that removes differences, with its reason. It has exactly one of `ignore`, `normalise` and `exclude`. */
export interface NoiseRule {
  /**
   * Path of a field within an object, wherever the object occurs; it includes everything beneath:
   * `$.metadata.annotations["a/b"]`.
   */
  readonly ignore?: string;
  /**
   * Path of a field of which a part is replaced: text that matches `replace` (a regular expression) becomes `with` on
   * both sides.
   */
  readonly normalise?: string;
  readonly replace?: string;
  readonly with?: string;
  /** Whole exchanges: `GET /version`, `* /api/v1/namespaces/*\/events/**`. */
  readonly exclude?: string;
  /** Restricts a rule to some requests, in the syntax of `exclude`. */
  readonly on?: string;
  readonly reason: string;
}

/** How often a rule was used. */
export interface RuleCount {
  readonly rule: string;
  readonly reason: string;
  /** Removed differences; for `exclude` removed exchanges. */
  readonly count: number;
  /** Server defects that it would hide as well, in words. */
  readonly hides?: readonly string[];
}

const text = { type: 'string', minLength: 1 } as const;
const SCHEMA = {
  type: 'object',
  required: ['format', 'rules'],
  additionalProperties: false,
  properties: {
    format: { const: 1 },
    rules: {
      type: 'array',
      items: {
        type: 'object',
        required: ['reason'],
        additionalProperties: false,
        properties: {
          ignore: text,
          normalise: text,
          replace: text,
          with: { type: 'string' },
          exclude: text,
          on: text,
          reason: text,
        },
      },
    },
  },
};
const validator = lazy(() =>
  new Ajv({ strict: false }).compile<{ readonly format: 1; readonly rules: readonly NoiseRule[] }>(SCHEMA),
);

/**
 * Reads a file of rules:
 *
 *     format: 1
 *     rules:
 *       - ignore: $.metadata.annotations["deployment.example/revision"]
 *         reason: a controller of that server writes it
 *       - normalise: $.status.message
 *         replace: 'node-\d+'
 *         with: node-N
 *         reason: the scheduler may take any node
 *       - exclude: GET /version
 *         reason: versions differ
 * Rejects with a `RulesFileError`.
 */
export async function readNoiseRules(path: string): Promise<readonly NoiseRule[]> {
  const { rules } = await readYamlFile(path, validator(), 'a file of rules for differences');
  for (const [index, rule] of rules.entries()) {
    const fault = faultOf(rule);
    if (fault !== undefined) throw new RulesFileError(`${path}: rule ${index + 1} ${fault}`);
  }
  return rules;
}

function faultOf({ ignore, normalise, replace, with: by, exclude, on }: NoiseRule): string | undefined {
  if ([ignore, normalise, exclude].filter((each) => each !== undefined).length !== 1)
    return 'needs exactly one of ignore, normalise and exclude';
  if ((normalise !== undefined) !== (replace !== undefined && by !== undefined))
    return "needs 'replace' and 'with' beside normalise, and has them nowhere else";
  if (exclude !== undefined && on !== undefined) return "has 'on' beside exclude, which names the requests itself";
  const path = ignore ?? normalise;
  if (path !== undefined && !/^(?:\$|[A-Za-z])/.test(path))
    return `has the path '${path}', which does not begin with $, as in $.metadata.labels`;
  const requests = exclude ?? on;
  if (requests !== undefined && !/^(?:[A-Z]+|\*) \//.test(requests))
    return `has '${requests}' for a request; write a method or *, and a path, as in GET /api/**`;
  return isPattern(replace ?? '') ? undefined : "has a 'replace' that is no regular expression";
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'g').global;
  } catch {
    return false;
  }
}

/**
 * Removes and counts the differences that rules match; an unused rule has a count of 0. `requests` are all compared
 * requests.
 */
export function applyNoiseRules(
  differences: readonly TrafficDifference[],
  rules: readonly NoiseRule[],
  requests: readonly string[],
): { readonly differences: readonly TrafficDifference[]; readonly counts: readonly RuleCount[] } {
  const compiled = rules.map((rule) => ({
    takes: taking(rule),
    requests: rule.exclude === undefined ? undefined : requestPattern(rule.exclude),
    count: 0,
    rule,
  }));
  for (const each of compiled)
    each.count =
      each.requests === undefined
        ? 0
        : requests.filter((request) => each.requests?.test(splitTarget(request).path)).length;
  const kept = differences.filter((difference) => {
    const taker = compiled.find(({ takes }) => takes(difference));
    if (taker !== undefined && taker.requests === undefined) taker.count += 1;
    return taker === undefined;
  });
  return {
    differences: kept,
    counts: compiled.map(({ rule, count }) => ({ rule: nameOf(rule), reason: rule.reason, count })),
  };
}

/** A rule in one line. */
function nameOf({ ignore, normalise, exclude, replace, with: by, on }: NoiseRule): string {
  const what =
    exclude !== undefined
      ? `exclude ${exclude}`
      : normalise !== undefined
        ? `normalise ${normalise} (${replace ?? ''} -> ${by ?? ''})`
        : `ignore ${ignore ?? ''}`;
  return on === undefined ? what : `${what} on ${on}`;
}

function taking({
  ignore,
  normalise,
  replace,
  with: by,
  exclude,
  on,
}: NoiseRule): (difference: TrafficDifference) => boolean {
  const requests = exclude ?? on;
  const onRequest = requests === undefined ? undefined : requestPattern(requests);
  const path = ignore ?? normalise;
  const atPath = path === undefined ? undefined : pathPattern(path);
  const part = replace === undefined ? undefined : new RegExp(replace, 'g');
  return ({ request, field, place, values }) => {
    if (onRequest?.test(splitTarget(request).path) === false) return false;
    if (atPath !== undefined && !atPath.test(field) && !atPath.test(place.replace(/^event [^$]*/, ''))) return false;
    if (part === undefined) return true;
    const [expected, actual] = (values ?? []).map((value) => normalised(value, part, by ?? ''));
    return expected !== undefined && expected === actual;
  };
}

function normalised(value: Json | undefined, part: RegExp, by: string): string | undefined {
  return value === undefined
    ? undefined
    : (typeof value === 'string' ? value : JSON.stringify(value)).replace(part, by);
}

/** `*` matches one segment or any method, `**` any number of segments. */
function requestPattern(pattern: string): RegExp {
  const [method = '', path = ''] = pattern.split(' ', 2);
  const steps = path.split(/(\*\*|\*)/).map((part) => (part === '**' ? '.*' : part === '*' ? '[^/]*' : escaped(part)));
  return new RegExp(`^${method === '*' ? '[A-Z]+' : escaped(method)} ${steps.join('')}$`);
}

const STEP = '(?:\\.[A-Za-z_][A-Za-z0-9_]*|\\["(?:[^"\\\\]|\\\\.)*"\\]|\\[(?:\\d+|\\*)\\])';

/** `.*` and `[*]` match one step, `.**` any number of them; a path also matches everything beneath it. */
function pathPattern(pattern: string): RegExp {
  const steps = pattern
    .split(/(\.\*\*|\.\*|\[\*\])/)
    .map((part) =>
      part === '.**' ? `${STEP}*` : part === '.*' ? STEP : part === '[*]' ? '\\[(?:\\d+|\\*)\\]' : escaped(part),
    );
  return new RegExp(`^${steps.join('')}(?:${STEP}.*)?$`);
}

function escaped(part: string): string {
  return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
