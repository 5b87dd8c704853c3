import { differences } from '../../oracle/comparison.ts';
import type { History } from '../../oracle/history.ts';
import { at } from '../../oracle/json.ts';
import { answered } from '../answers.ts';
import type { Finding } from '../finding.ts';
import { show } from '../findings.ts';
import type { ObjectWriteVerb, Outcome } from '../looks.ts';
import { BY_PATH, changedByClients } from '../looks.ts';
import { judgeOutcomes } from './outcome-demands.ts';

/** Judges that a write which changed an object answers, and stores, another version than the one before (document, Object metadata). */
export function judgeNewVersions(history: History, ...verbs: readonly ObjectWriteVerb[]): Iterable<Finding> {
  return judgeOutcomes(history, verbs, ({ before, answer }) => {
    if (before.source === 'list') return undefined;
    // As they were answered: of what was seen, annotations of the system's own are left out until a client names them.
    const [old, now] = [before, answer].map((sighting) => answered(sighting.exchange) ?? sighting.content);
    const [changed] = differences(old, now, {
      schema: answer.view.schema,
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

/** Judges that a write which changed the spec of an object that carries a generation increases it. */
export function judgeGenerations(history: History, ...verbs: readonly ObjectWriteVerb[]): Iterable<Finding> {
  return judgeOutcomes(history, verbs, (outcome) => {
    const before = generationOf(outcome);
    if (before === undefined || !specChanged(outcome)) return undefined;
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

/** The generation before, of kinds that carry one. */
export function generationOf({ before }: Pick<Outcome, 'before'>): number | undefined {
  const generation = at(before.content, 'metadata', 'generation');
  return typeof generation === 'number' && generation > 0 ? generation : undefined;
}

function specChanged({ before, answer }: Outcome): boolean {
  const [old, now] = [before, answer].map(({ content }) => ({ spec: at(content, 'spec') ?? null }));
  return (
    changedByClients(before, answer) !== undefined &&
    differences(old, now, { schema: answer.view.schema, ignore: ['/spec/templateGeneration'] }).length > 0
  );
}
