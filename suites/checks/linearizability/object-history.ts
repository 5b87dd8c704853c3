import { requestType } from '../../oracle/exchanges/media-type.ts';
import { cached } from '../../../shared/cached.ts';
import { saysAbsent } from '../../oracle/exchanges/absence.ts';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import type { Exchange, History } from '../../oracle/history.ts';
import type { Effect, ObservedVersion, ObjectOperation } from '../../oracle/linearizability/operation.ts';
import type { ObjectKey, Observation, ObservedState, Write } from '../../oracle/observed-state.ts';
import { removesAtOnce } from '../../oracle/state/writes.ts';
import { statusOf, versionNamed } from '../responses.ts';
import { finalizersOf, ownersOf } from '../../oracle/objects/owners-and-finalizers.ts';
import { freshReadsOf } from '../fresh-reads.ts';
import { ObjectContents } from './object-contents.ts';
import { foreignAnnotations } from '../write/foreign-annotations.ts';
import { isTerminating } from '../../oracle/state/terminating.ts';

/**
 * The requests and responses about one object, as input of `findOrder`. The id of an operation is the id of its
 * exchange.
 */
export interface ObjectHistory {
  readonly key: ObjectKey;
  /** Sorted by beginning. */
  readonly operations: readonly ObjectOperation[];
  readonly contents: ObjectContents;
  readonly exchanges: ReadonlyMap<number, Exchange>;
}

/**
 * The history of one object whose writers are all known, apart from controllers. Reads and acknowledged writes prove
 * the state that they show. A refusal proves at most whether the object existed. A write without a response may take
 * effect at any later time, or never. `undefined` if other clients may write the object (it is not the suite's, or
 * has an owner), or if it existed before the history began.
 */
export function objectHistory(
  history: History,
  observed: ObservedState,
  key: ObjectKey,
  choices: DialectChoices,
): ObjectHistory | undefined {
  const observations = observed.observationsOf(key);
  const [first] = observations;
  if (
    first === undefined ||
    !observed.soleWriter(key) ||
    !beginsWithin(observed, key, first) ||
    observations.some(({ content }) => ownersOf(content).length > 0)
  )
    return undefined;
  const numbers = new Numbers(new ObjectContents(first.gvr, choices, foreignAnnotations(observed, key)));
  const translator = new Translator(history, observed, key, numbers, choices);
  const all = translator.all().toSorted((a, b) => a.operation.began - b.operation.began);
  return {
    key,
    operations: all.map(({ operation }) => operation),
    contents: numbers.contents,
    exchanges: new Map(all.map(({ operation, exchange }) => [operation.id, exchange])),
  };
}

/** Whether the object was neither acknowledged nor seen before its first create in the history. */
function beginsWithin(observed: ObservedState, key: ObjectKey, first: Observation): boolean {
  const own = observed.writesTo(key).filter((write) => write.key?.id === key.id);
  const began = own.find(({ verb, outcome }) => verb === 'create' && outcome !== 'refused')?.began ?? 0;
  return first.ended > began && !own.some(({ outcome, settled }) => outcome === 'acknowledged' && settled < began);
}

interface Translated {
  readonly operation: ObjectOperation;
  readonly exchange: Exchange;
}

/** Numbers for uids and versions; equal texts get equal numbers. */
class Numbers {
  readonly contents: ObjectContents;
  readonly #numbers = new Map<string, number>();

  constructor(contents: ObjectContents) {
    this.contents = contents;
  }

  uid(uid: string | undefined): number {
    return this.#number(`uid ${uid ?? ''}`);
  }

  /** A token identifies a version of one uid, terminating or not. */
  token(uid: string | undefined, version: string, leaving: boolean): number {
    return this.#number(`version ${JSON.stringify([uid ?? '', version, leaving])}`);
  }

  shown({ uid, version, content }: Observation): ObservedVersion {
    const leaving = isTerminating(content);
    return {
      uid: this.uid(uid),
      token: version === undefined ? undefined : this.token(uid, version, leaving),
      leaving,
      content: this.contents.content(content),
    };
  }

  #number(text: string): number {
    return cached(this.#numbers, text, () => this.#numbers.size);
  }
}

class Translator {
  readonly #history: History;
  readonly #observed: ObservedState;
  readonly #key: ObjectKey;
  readonly #numbers: Numbers;
  readonly #choices: DialectChoices;
  /** Whether the object was ever seen terminating with a finalizer. */
  readonly #isHeld: boolean;

  constructor(history: History, observed: ObservedState, key: ObjectKey, numbers: Numbers, choices: DialectChoices) {
    this.#history = history;
    this.#observed = observed;
    this.#key = key;
    this.#numbers = numbers;
    this.#choices = choices;
    this.#isHeld = observed
      .observationsOf(key)
      .some(({ content }) => isTerminating(content) || finalizersOf(content).length > 0);
  }

  all(): Translated[] {
    const reads = freshReadsOf(this.#history, this.#observed, this.#key).map(({ exchange, seen }): Translated => {
      const effect: Effect = { do: 'read', shown: seen === undefined ? undefined : this.#numbers.shown(seen) };
      return {
        exchange,
        operation: { id: exchange.id, began: exchange.began, ended: exchange.ended, required: true, effect },
      };
    });
    const writes = this.#observed.writesTo(this.#key).flatMap((write): Translated[] => {
      const effect = write.outcome === 'refused' ? refusal(write) : this.#effect(write);
      if (effect === undefined) return [];
      const known = write.outcome !== 'unknown' && write.key?.id === this.#key.id && !this.#mayBeLost(write);
      return [
        {
          exchange: write.exchange,
          operation: {
            id: write.exchange.id,
            began: write.began,
            ended: known ? write.settled : this.#latest(write),
            required: known,
            effect: known ? effect : withUnknownOutcome(effect),
          },
        },
      ];
    });
    return [...reads, ...writes];
  }

  /**
   * The latest position at which a write that need not touch this object may have done so. An acknowledged
   * collection delete is finished.
   */
  #latest(write: Write): number {
    return write.outcome === 'acknowledged' && write.verb === 'deleteCollection'
      ? write.settled
      : Number.POSITIVE_INFINITY;
  }

  #effect(write: Write): Effect {
    const shown =
      write.response === undefined || write.response.key.id !== this.#key.id
        ? undefined
        : this.#written(write, write.response);
    switch (write.verb) {
      case 'create':
        return { do: 'create', shown };
      case 'delete':
      case 'deleteCollection':
        return { do: 'remove', atOnce: this.#leavesAtOnce(write), uid: this.#uidRemoved(write) };
      case 'replace':
        return {
          do: 'write',
          requires: this.#required(write),
          change: undefined,
          // A write that names a version cannot make an absent object.
          makes: versionNamed(write.exchange) === undefined,
          shown,
        };
      case 'replaceStatus':
        return {
          do: 'write',
          requires: this.#required(write),
          change: this.#numbers.contents.change({ by: 'status' }),
          makes: false,
          shown,
        };
      case 'patchStatus':
        return {
          do: 'write',
          requires: undefined,
          change: this.#numbers.contents.change({ by: 'status' }),
          makes: false,
          shown,
        };
      case 'patch':
        return { do: 'write', requires: undefined, change: this.#patch(write), makes: false, shown };
    }
  }

  /**
   * The object that the response to a write shows. A write of a terminating object that nothing holds may complete the
   * delete: no later request shows the object then, and the response may have the version before.
   */
  #written({ settled }: Write, response: Observation): ObservedVersion {
    const shown = this.#numbers.shown(response);
    const mayComplete =
      shown.leaving &&
      finalizersOf(response.content).length === 0 &&
      !this.#observed
        .observationsOf(this.#key)
        .some(({ uid, exchange }) => uid === response.uid && exchange.began > settled);
    return mayComplete ? { ...shown, token: undefined } : shown;
  }

  /** The version that an acknowledged PUT named; the object had that version (document, Rules 1). */
  #required({ exchange, response }: Write): number | undefined {
    const version = versionNamed(exchange);
    if (version === undefined || response === undefined) return undefined;
    return this.#numbers.token(response.uid, version, isTerminating(response.content));
  }

  /**
   * The change of a patch; none if the patch names members that the system writes, because contents do not include
   * them.
   */
  #patch({ exchange, resource }: Write): number | undefined {
    const patch = exchange.request.body?.value;
    if (
      patch === undefined ||
      /resourceVersion|"uid"|\/uid|"\/?status|generation|finalizers|kubernetes\.io/.test(
        exchange.request.body?.text ?? '',
      )
    )
      return undefined;
    return this.#numbers.contents.change({
      by: 'patch',
      mediaType: requestType(exchange),
      patch,
      resource,
    });
  }

  #leavesAtOnce(write: Write): boolean {
    const seen = freshReadsOf(this.#history, this.#observed, this.#key).some(
      (read) => read.seen !== undefined && read.exchange.ended < write.began,
    );
    return write.key?.id === this.#key.id && seen && !this.#isHeld && removesAtOnce(write);
  }

  #uidRemoved(write: Write): number | undefined {
    const delivered = this.#observed
      .observationsOf(this.#key)
      .find(({ exchange, source }) => exchange === write.exchange && source === 'delete');
    return delivered?.uid === undefined ? undefined : this.#numbers.uid(delivered.uid);
  }

  /**
   * In a dialect whose servers may lose a write that restores an earlier state: whether other responses show the
   * returned version.
   */
  #mayBeLost({ response, exchange }: Write): boolean {
    if (this.#choices['replace.quick-succession'] !== 'may-be-lost' || response?.version === undefined) return false;
    return this.#observed
      .observationsOf(this.#key)
      .some(
        (other) =>
          other.exchange !== exchange &&
          other.uid === response.uid &&
          other.version === response.version &&
          (other.source === 'write' || other.ended < exchange.began),
      );
  }
}

/**
 * The effect that a refusal proves: the name is taken, or the object is absent. The operation must be certainly
 * served.
 */
function refusal({ exchange, verb }: Write): Effect | undefined {
  if (exchange.end?.reason !== 'complete') return undefined;
  if (verb === 'create') return statusOf(exchange) === 409 ? { do: 'meet' } : undefined;
  return saysAbsent(statusOf(exchange)) && verb !== 'deleteCollection' && exchange.call?.operation.tabulated === true
    ? { do: 'read', shown: undefined }
    : undefined;
}

/** The effect as it is known without a response. */
function withUnknownOutcome(effect: Effect): Effect {
  if (effect.do === 'create') return { do: 'create', shown: undefined };
  if (effect.do === 'write') return { ...effect, requires: undefined, shown: undefined };
  return effect.do === 'remove' ? { do: 'remove', atOnce: false, uid: undefined } : effect;
}
