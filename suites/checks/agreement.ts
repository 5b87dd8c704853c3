import { differences } from '../oracle/comparison.ts';
import type { History } from '../oracle/history.ts';
import type { JsonObject } from '../oracle/json.ts';
import type { Observation } from '../oracle/observed-state.ts';
import { observedStateOf } from '../oracle/observed-state.ts';
import type { Finding } from './finding.ts';
import { held, show, violated } from './findings.ts';
import { isLastState } from './last-state.ts';

/** Members that differ by the path through which an object is read, not by what is stored. */
const BY_PATH = ['/apiVersion', '/metadata/selfLink'];

export interface Agreement {
  /** What is judged (`subject`), what it is held against (`reference`), and what is left aside. */
  readonly role: (observation: Observation) => 'subject' | 'reference' | undefined;
  /** What of a reference a subject can show; default all of it. */
  readonly showable?: (content: JsonObject) => JsonObject;
  /** What kind of case the subject is; default how it was seen. */
  readonly shape?: (subject: Observation) => string;
}

/**
 * Judges that one version of one object is shown alike in two ways: each look that is a subject against a look that is a reference,
 * of the same uid at the same version. Both are answers of the server, so this is sound whoever else writes.
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
          observation.source !== 'removal' &&
          !isLastState(observation),
      );
    const references = new Map(
      reads
        .filter((look) => role(look) === 'reference')
        .toReversed()
        .map((look) => [stateId(look), look]),
    );
    for (const subject of reads.filter((look) => role(look) === 'subject')) {
      const reference = references.get(stateId(subject));
      if (reference === undefined) continue;
      const [first] = differences(showable?.(reference.content) ?? reference.content, subject.content, {
        schema: subject.view.schema,
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

function stateId({ uid, version }: Observation): string {
  return JSON.stringify([uid, version]);
}

function nameOf({ exchange }: Observation): string {
  return `${exchange.request.method} ${exchange.request.path}`;
}
