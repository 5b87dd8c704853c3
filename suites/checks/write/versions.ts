import type { UpdateVerb } from '../../../spec/surface/operations.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { differences, missing } from '../../oracle/values/comparison.ts';
import type { History } from '../../oracle/history.ts';
import { at } from '../../oracle/json.ts';
import { applyPatch } from '../../oracle/merge/apply-patch.ts';
import { received } from '../responses.ts';
import type { Finding } from '../finding.ts';
import { show } from '../findings.ts';
import type { WriteOutcome } from '../fresh-reads.ts';
import { BY_PATH, changedByClients } from '../not-the-clients.ts';
import { judgeOutcomes } from './outcome-demands.ts';

/** Judges that a write that changed an object returns and stores a new version (document, Object metadata). */
export function judgeNewVersions(history: History, ...verbs: readonly UpdateVerb[]): Iterable<Finding> {
  return judgeOutcomes(history, verbs, ({ before, response }) => {
    if (before.source === 'list') return undefined;
    // The returned objects, because observations omit the system's annotations until a client names them.
    const [old, now] = [before, response].map((observation) => received(observation.exchange) ?? observation.content);
    const [changed] = differences(old, now, {
      schema: response.gvr.schema,
      ignore: [...BY_PATH, '/metadata/resourceVersion'],
    });
    if (changed === undefined || before.version === undefined) return undefined;
    return {
      shape: 'changed',
      wrong: ({ version }) =>
        version === before.version
          ? {
              expected: `another version than ${before.version}, for ${changed.path} changed`,
              actual: show(version),
              cause: 'the version is kept',
            }
          : undefined,
    };
  });
}

/**
 * Judges that a write that changed the spec increases the object's generation, if it has one. In cases of that rule,
 * every server knows the members that a write sets, so the write changed the spec even if its response does not show it.
 */
export function judgeGenerations(
  history: History,
  rule: string,
  verb: Extract<UpdateVerb, 'replace' | 'patch'>,
): Iterable<Finding> {
  return judgeOutcomes(history, [verb], (outcome) => {
    const before = generationOf(outcome);
    if (before === undefined) return withoutGeneration(outcome);
    if (!specChanged(outcome) && !(sentFor(outcome.exchange, rule) && bringsMembers(outcome))) return undefined;
    return {
      shape: 'spec changed',
      wrong: ({ content }) => {
        const after = at(content, 'metadata', 'generation');
        return typeof after === 'number' && after > before
          ? undefined
          : {
              expected: `/metadata/generation above ${before}`,
              actual: show(after),
              cause: 'generation does not grow',
            };
      },
    };
  });
}

/** A note about an object without a generation, which the document lets a server leave out. */
export const NO_GENERATION = 'the object carries no generation';

/** That note, if no state of the object carries one. */
export function withoutGeneration({ before, shown }: WriteOutcome): { readonly observation: string } | undefined {
  return [before, ...shown].every(({ content }) => at(content, 'metadata', 'generation') === undefined)
    ? { observation: NO_GENERATION }
    : undefined;
}

/** The previous generation, for kinds that have one. */
export function generationOf({ before }: Pick<WriteOutcome, 'before'>): number | undefined {
  const generation = at(before.content, 'metadata', 'generation');
  return typeof generation === 'number' && generation > 0 ? generation : undefined;
}

/** Whether a write sets members of the spec that had another value, or none, before. */
function bringsMembers({ before, exchange, write }: WriteOutcome): boolean {
  const { schema } = write.resource;
  const body = exchange.request.body?.value;
  if (body === undefined) return false;
  const patched =
    write.verb === 'patch' ? applyPatch(requestType(exchange), before.content, body, schema) : { document: body };
  if ('refused' in patched) return false;
  const [asked, old] = [patched.document, before.content].map((object) => ({ spec: at(object, 'spec') ?? null }));
  return missing(asked, old, { schema, ignore: ['/spec/templateGeneration'] }).length > 0;
}

function specChanged({ before, response }: WriteOutcome): boolean {
  const [old, now] = [before, response].map(({ content }) => ({ spec: at(content, 'spec') ?? null }));
  return (
    changedByClients(before, response) !== undefined &&
    differences(old, now, { schema: response.gvr.schema, ignore: ['/spec/templateGeneration'] }).length > 0
  );
}
