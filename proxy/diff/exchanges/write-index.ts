import { append } from '../../../shared/group-by.ts';
import { scopeOf } from '../values/identities.ts';
import { type Json, memberOf, textOf } from '../values/json-value.ts';
import { objectIn, type ObservedExchange, type WatchEvent } from './observed-exchange.ts';
import { splitTarget } from '../../../shared/exchange-log/split-target.ts';

/** A write that the server acknowledged, and its time. */
export interface AcknowledgedWrite {
  readonly exchange: number;
  readonly began: number;
  readonly ended: number;
}

/** Maps versions to writes. It orders the events of different objects, and dates lists. */
export class WriteIndex {
  readonly #byVersion = new Map<string, AcknowledgedWrite | undefined>();
  readonly #byObjectVersion = new Map<string, AcknowledgedWrite>();
  readonly #made = new Set<string>();
  readonly #written = new Set<string>();
  readonly #deletes = new Map<string, AcknowledgedWrite[]>();

  /** Adds an exchange if it is an acknowledged write. */
  add(exchange: ObservedExchange): void {
    if (exchange.method === 'GET' || exchange.status === undefined || exchange.status >= 300) return;
    const object = objectIn(exchange.content);
    if (exchange.method === 'DELETE') this.#addDelete(exchange);
    else if (object !== undefined) this.#addVersion(exchange, object);
  }

  /**
   * The write that made the version, whatever its object; `undefined` if it is unknown, or if versions count per
   * object.
   */
  ofVersion(version: string): AcknowledgedWrite | undefined {
    return this.#byVersion.get(version);
  }

  /** Whether an acknowledged create made the object with this uid. */
  isMade(uid: string): boolean {
    return this.#made.has(uid);
  }

  /** Whether an acknowledged write concerned the object with this uid. */
  isWritten(uid: string): boolean {
    return this.#written.has(uid);
  }

  /** The write behind an event. */
  ofEvent(event: WatchEvent): AcknowledgedWrite | undefined {
    if (event.type !== 'DELETED') return this.#byObjectVersion.get(objectVersion(event.object));
    return this.#deletes.get(nameOf(event.object))?.findLast(({ began }) => began < event.n);
  }

  #addVersion(exchange: ObservedExchange, object: Json): void {
    const uid = textOf(memberOf(object, 'metadata'), 'uid');
    if (exchange.method === 'POST') this.#made.add(uid);
    this.#written.add(uid);
    const version = textOf(memberOf(object, 'metadata'), 'resourceVersion');
    if (version === '') return;
    const write = writeOf(exchange);
    if (this.#byObjectVersion.has(objectVersion(object))) return;
    this.#byObjectVersion.set(objectVersion(object), write);
    this.#byVersion.set(version, this.#byVersion.has(version) ? undefined : write);
  }

  #addDelete(exchange: ObservedExchange): void {
    const segments = splitTarget(exchange.target).path.split('/');
    const key = `${segments[segments.indexOf('namespaces') + 1] ?? ''}/${segments.at(-1) ?? ''}`;
    append(this.#deletes, key, writeOf(exchange));
  }
}

function writeOf({ id, began, ended }: ObservedExchange): AcknowledgedWrite {
  return { exchange: id, began, ended };
}

function objectVersion(object: Json): string {
  return `${scopeOf(object) ?? ''} ${textOf(memberOf(object, 'metadata'), 'resourceVersion')}`;
}

function nameOf(object: Json): string {
  const metadata = memberOf(object, 'metadata');
  return `${textOf(metadata, 'namespace')}/${textOf(metadata, 'name')}`;
}
