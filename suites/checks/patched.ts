import { deviations } from '../oracle/comparison.ts';
import { withDocumentedDefaults } from '../oracle/documented-defaults.ts';
import type { History } from '../oracle/history.ts';
import type { Json } from '../oracle/json.ts';
import { isObject, textAt } from '../oracle/json.ts';
import { applyPatch } from '../oracle/merge/apply-patch.ts';
import type { World } from '../oracle/world.ts';
import { keyOf, worldOf } from '../oracle/world.ts';
import { unshown } from '../oracle/write-only.ts';
import { nullsTakenOver } from './nulls-taken-over.ts';
import type { Answers } from '../../spec/dialects/index.ts';
import type { ResourceCalled } from './answers.ts';
import { answerOf, callsOf, statusOf, turnedDown } from './answers.ts';
import type { CheckContext, Finding } from './finding.ts';
import { show, violated } from './findings.ts';
import { foreignPaths } from './foreign-annotations.ts';
import { undecidedInitContainers } from './init-containers.ts';
import { isHarmlessChange } from './harmless-change.ts';
import type { Demand } from './outcome-demands.ts';
import { judgeOutcomes } from './outcome-demands.ts';
import type { Outcome } from './looks.ts';
import { NOT_THE_CLIENTS, stateBefore } from './looks.ts';

/** The media type of a request, without parameters. */
export function mediaTypeOf({ exchange }: Pick<Outcome, 'exchange'>): string {
  return (exchange.request.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';
}

/**
 * Judges that patches of that media type made of the object what the oracle makes of it: the state before, with the patch applied.
 * A member that the patch took away may come back at its default, a documented one or one that the object had when it lacked it.
 */
export function* judgePatched(history: History, { answers }: CheckContext, mediaType: string): Iterable<Finding> {
  yield* judgeOutcomes(history, ['patch'], (outcome) => (mediaTypeOf(outcome) === mediaType ? patchDemand(outcome, mediaType, answers, worldOf(history)) : undefined));
  for (const exchange of callsOf(history.exchanges, 'patch')) {
    if (mediaTypeOf({ exchange }) !== mediaType || !turnedDown(exchange) || statusOf(exchange) === 409 || !isHarmless(history, exchange, mediaType, answers)) continue;
    yield violated(exchange, 'success: the patch changes nothing but labels and annotations, to what they may be', answerOf(exchange), 'a harmless patch is refused');
  }
}

/** Whether a patch, by the oracle, changes nothing but labels and annotations, and those to well-formed ones: no server has a reason to refuse it. */
function isHarmless(history: History, exchange: ResourceCalled, mediaType: string, answers: Answers): boolean {
  const { resource, namespace, name = '' } = exchange.call;
  const before = stateBefore(worldOf(history), keyOf(resource, namespace, name), exchange);
  const patch = exchange.request.body?.value;
  if (before === undefined || patch === undefined || mayBeUnknown(patch, answers)) return false;
  const patched = applyPatch(mediaType, before.content, patch, resource.schema);
  if ('refused' in patched) return false;
  return isHarmlessChange(before.content, patched.document, resource.schema);
}

/** Operations that a JSON patch has everywhere. */
const PLAIN_OPERATIONS: ReadonlySet<string | undefined> = new Set(['add', 'remove', 'replace']);

/**
 * Whether a patch has what some servers do not know: directives in a map that is not there yet, which they read as names; and where
 * the dialect has a patch library of its own, `copy`, and `test`, which it does by text.
 */
function mayBeUnknown(patch: Json, answers: Answers): boolean {
  if (Array.isArray(patch)) return answers['patch.json-operations'] === 'without-copy' && !patch.every((operation) => PLAIN_OPERATIONS.has(textAt(operation, 'op')));
  return JSON.stringify(patch).includes('"$');
}

function patchDemand({ exchange, before, write, key }: Outcome, mediaType: string, answers: Answers, world: World): Demand | undefined {
  const patch = exchange.request.body?.value;
  if (patch === undefined) return undefined;
  const { schema } = write.resource;
  const patched = applyPatch(mediaType, before.content, patch, schema);
  if ('refused' in patched || !isObject(patched.document)) return undefined;
  const expected = withDocumentedDefaults(write.resource, patched.document, answers);
  const foreign = foreignPaths(world, key);
  const taken = nullsTakenOver(mediaType, before.content, patch, answers);
  return {
    shape: shapeOf(patch),
    wrong: ({ content }) => {
      const [wrong] = deviations(expected, content, { schema, ignore: [...NOT_THE_CLIENTS, ...unshown(patch), ...foreign, ...undecidedInitContainers(key.kind, answers), ...taken] });
      return wrong === undefined ? undefined : { expected: `${wrong.path} ${show(wrong.expected)}`, actual: show(wrong.actual), cause: `${wrong.path} is not as patched` };
    },
  };
}

/** What a patch does, in a few words. */
function shapeOf(patch: unknown): string {
  if (Array.isArray(patch)) return [...new Set(patch.map((operation: unknown) => (isObject(operation) ? String(operation['op']) : '?')))].sort().join(' ');
  const text = JSON.stringify(patch);
  const traits = [
    ...(text.includes('"$patch"') ? ['directive'] : []),
    ...(text.includes('null') ? ['null'] : []),
    ...(text.includes('[') ? ['list'] : []),
  ];
  const members = isObject(patch) ? Object.keys(patch).sort().join(' ') : '';
  return [members, ...traits].join(', ');
}
