import { bodyBytes } from '../../../shared/exchange-log/body-bytes.ts';
import {
  bytesOf,
  type EventLine,
  type HappeningLine,
  type LoggedBody,
  type ResponseLine,
} from '../../../shared/exchange-log/exchange-log.ts';
import { compareExchanges } from '../../diff/compare/compare-exchanges.ts';
import { uidOf } from '../../diff/races/controlled-objects.ts';
import { compareValues } from '../../diff/values/compare-values.ts';
import { Correspondence } from '../../diff/values/correspondence.ts';
import { type Json, memberOf, textOf } from '../../diff/values/json-value.ts';
import { kindAt, renamedValue } from '../../diff/exchanges/namespace-map.ts';
import { LARGEST_COMPARED, observed, type ComparedNamespaces } from '../../diff/exchanges/observed-exchange.ts';
import { WriteIndex } from '../../diff/exchanges/write-index.ts';
import { headerValue } from '../../../shared/exchange-log/header-value.ts';
import { exchangesOf, type LoggedExchange } from '../../log/logged-exchange.ts';
import { identitiesIn, identitiesInEvent } from '../../../shared/protobuf/identities.ts';

const NO_WRITES = {
  expected: new WriteIndex(),
  actual: new WriteIndex(),
  raced: new Map<number, number>(),
  overHere: new Map<number, never>(),
  overThere: new Map<number, never>(),
};
/** How far from its position the counterpart of an event is searched. */
const REACH = 64;

/** Learns during a replay which identity of the live server corresponds to which recorded one. */
export class IdentityMapping {
  readonly correspondence = new Correspondence();
  readonly #recorded: ReadonlyMap<number, LoggedExchange>;
  readonly #logPath: string;
  readonly #namespaces: ComparedNamespaces | undefined;
  readonly #growing: boolean;
  readonly #live = new Map<number, HappeningLine[]>();
  /** Exchanges that ended here before they ended in a recording that is still growing. */
  #early: number[] = [];
  #read = 0;

  /** `view` is the view of the live side. */
  constructor({
    recorded,
    path,
    namespaces,
    growing,
  }: {
    readonly recorded: ReadonlyMap<number, LoggedExchange>;
    readonly path: string;
    readonly namespaces: ComparedNamespaces | undefined;
    readonly growing: boolean;
  }) {
    this.#recorded = recorded;
    this.#logPath = path;
    this.#namespaces = namespaces;
    this.#growing = growing;
  }

  /** Learns from the lines since the last call; `lines` are all lines so far. */
  async take(lines: readonly HappeningLine[]): Promise<void> {
    const fresh = lines.slice(this.#read);
    this.#read = lines.length;
    for (const id of this.#early.splice(0)) await this.#takeResponse(id, this.#live.get(id) ?? []);
    for (const line of fresh) {
      if (line.kind === 'event') this.#takeEvent(line);
      const ofExchange = this.#live.get(line.exchange) ?? [];
      if (line.kind !== 'event' || ofExchange.every(({ kind }) => kind !== 'event')) ofExchange.push(line);
      this.#live.set(line.exchange, ofExchange);
      if (line.kind === 'end') await this.#takeResponse(line.exchange, ofExchange);
    }
  }

  #takeEvent(line: EventLine): void {
    const events = this.#recorded.get(line.exchange)?.events ?? [];
    const here = this.#seen(valueOf(line), this.#recorded.get(line.exchange)?.request.target ?? '');
    if (here === undefined) return;
    const near = [line.index, ...Array.from({ length: 2 * REACH }, (_, index) => line.index - REACH + index)];
    for (const index of near) {
      const there = valueOf(events[index]);
      if (there === undefined || !this.#sameObject(there, here)) continue;
      compareValues(there, here, this.correspondence, '');
      return;
    }
  }

  #seen(value: Json | undefined, target: string): Json | undefined {
    return value === undefined || this.#namespaces === undefined
      ? value
      : renamedValue(value, this.#namespaces.names, kindAt(target));
  }

  /** Streams are learned event by event instead. */
  async #takeResponse(id: number, lines: readonly HappeningLine[]): Promise<void> {
    const recorded = this.#recorded.get(id);
    if (this.#growing && recorded !== undefined && recorded.end === undefined) {
      this.#early.push(id);
      return;
    }
    this.#live.delete(id);
    const [live] = exchangesOf(lines);
    if (recorded === undefined || live === undefined || recorded.events.length > 0 || live.events.length > 0) return;
    const pair = {
      expected: await observed(recorded, this.#logPath),
      actual: await observed(live, this.#logPath, this.#namespaces),
      subject: '',
    };
    compareExchanges(pair, this.correspondence, NO_WRITES);
    await this.#takeProtobuf(recorded, live);
  }

  async #takeProtobuf(recorded: LoggedExchange, live: LoggedExchange): Promise<void> {
    if (![recorded, live].every(({ response }) => isProtobuf(response))) return;
    const there = await this.#identitiesOf(recorded.body);
    const here = this.#seen(await this.#identitiesOf(live.body), recorded.request.target);
    if (there !== undefined && here !== undefined) compareValues(there, here, this.correspondence, '');
  }

  async #identitiesOf(body: LoggedBody | undefined): Promise<Json | undefined> {
    if (body === undefined || ('file' in body && body.bytes > LARGEST_COMPARED)) return undefined;
    return identitiesIn(await bodyBytes(this.#logPath, body));
  }

  #sameObject(there: Json | undefined, here: Json | undefined): boolean {
    if (there === undefined || here === undefined || textOf(there, 'type') !== textOf(here, 'type')) return false;
    return this.correspondence.translated(nameOf(there)) === nameOf(here) && !this.#isAnotherLife(there, here);
  }

  /** Whether the object here is known to be another one of that name, made after a delete. */
  #isAnotherLife(there: Json, here: Json): boolean {
    const known = this.correspondence.actualOf('uid', '', uidOf(memberOf(there, 'object')));
    return known !== undefined && known !== uidOf(memberOf(here, 'object'));
  }
}

function isProtobuf(response: ResponseLine | undefined): boolean {
  return headerValue(response?.headers ?? [], 'content-type')?.includes('protobuf') === true;
}

/** The event, or the part of it that identifies its object. */
function valueOf(line: EventLine | undefined): Json | undefined {
  if (line === undefined) return undefined;
  if ('json' in line.body) return line.body.json as Json;
  const frame = bytesOf(line.body);
  return frame === undefined ? undefined : identitiesInEvent(frame);
}

function nameOf(event: Json): string {
  const object = memberOf(event, 'object');
  const metadata = memberOf(object, 'metadata');
  return [textOf(object, 'kind'), textOf(metadata, 'namespace'), textOf(metadata, 'name')].join('/');
}
