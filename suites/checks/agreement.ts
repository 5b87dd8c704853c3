import { BY_PATH } from './not-the-clients.ts';
import { stateId } from '../oracle/state/state-id.ts';
import { differences } from '../oracle/values/comparison.ts';
import type { History } from '../oracle/history.ts';
import type { JsonObject } from '../oracle/json.ts';
import { type Observation, observedStateOf } from '../oracle/observed-state.ts';
import type { Finding } from './finding.ts';
import { held, show, violated } from './findings.ts';
import { isLastState } from './last-state.ts';

export interface Agreement {
  /** Whether an observation is judged (`subject`), is the standard (`reference`), or is skipped. */
  readonly role: (observation: Observation) => 'subject' | 'reference' | undefined;
  /** The part of a reference that a subject can show; default: all of it. */
  readonly showable?: (content: JsonObject) => JsonObject;
  /** The shape of the case; default: the source of the observation. */
  readonly shape?: (subject: Observation) => string;
}

/**
 * Judges that two sources show one version of an object alike: compares each subject with each reference of the same
 * uid and version. Both are responses of the server, so the check is sound even if other clients write.
 */
export function* judgeAgreement(history: History, { role, showable, shape }: Agreement): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const key of observed.keys) {
    const reads = observed
      .observationsOf(key)
      .filter(
        (observation) =>
          observation.uid !== undefined &&
          observation.version !== undefined &&
          observation.source !== 'deleted-event' &&
          !isLastState(observation),
      );
    const references = new Map(
      reads
        .filter((read) => role(read) === 'reference')
        .toReversed()
        .map((read) => [stateId(read), read]),
    );
    for (const subject of reads.filter((read) => role(read) === 'subject')) {
      const reference = references.get(stateId(subject));
      if (reference === undefined) continue;
      const [first] = differences(showable?.(reference.content) ?? reference.content, subject.content, {
        schema: subject.gvr.schema,
        ignore: BY_PATH,
      });
      if (first === undefined) yield held(subject.exchange, shape?.(subject) ?? subject.source);
      else
        yield violated(
          subject.exchange,
          `${first.path} ${show(first.expected)}, as ${nameOf(reference)} shows it at that version`,
          show(first.actual),
          `${first.path} differs`,
        );
    }
  }
}

function nameOf({ exchange }: Observation): string {
  return `${exchange.request.method} ${exchange.request.path}`;
}
