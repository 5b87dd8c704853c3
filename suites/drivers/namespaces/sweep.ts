import { setTimeout as sleep } from 'node:timers/promises';
import { type Operation, operationFor } from '../../../spec/surface/operations.ts';
import { RESOURCES } from '../../../spec/surface/resources.ts';
import { at, type Json, textAt } from '../../oracle/json.ts';
import type { ExchangeRecorder } from '../../target/recorder.ts';
import { BEING_DELETED, Ledger, type Left } from '../removal/ledger.ts';
import { NAMESPACES } from './namespace-refusal.ts';
import type { RequestSender } from '../removal/patient-sender.ts';
import { finalizersOf } from '../../oracle/objects/owners-and-finalizers.ts';
import { isBeingRemoved, isSuccess, outcome, removeAll, send } from '../removal/removal.ts';
import { isNamespaceOfRun, isOfRun, nameOf } from './run-objects.ts';

export interface SweepRequest {
  /** Short name of the run. */
  readonly run: string;
  /** Namespaces of the run that the caller knows; others are found by label and name. */
  readonly namespaces: readonly string[];
  /** The given namespace that others use too: nothing outside of it is read or removed. */
  readonly shared?: string;
  /** Time for removing the contents of namespaces before the namespaces themselves are deleted, in milliseconds. */
  readonly contentsMs: number;
  /** How long to wait without any deleted namespace disappearing, in milliseconds. */
  readonly namespacePatienceMs: number;
}

export interface Swept {
  /** Paths. */
  readonly removed: readonly string[];
  readonly left: readonly Left[];
  /** Why the search for the run's objects failed, in one line: `GET /api/v1/namespaces returned 403`. */
  readonly unseen?: string;
}

/**
 * Removes a run's objects: one by one the objects in its namespaces, then the namespaces; in a shared namespace,
 * only objects with the run's label or name. Lists the collections again afterwards, because servers acknowledge
 * deletes that they do not carry out. Each object is deleted once.
 */
export async function sweep(sender: RequestSender, recorder: ExchangeRecorder, request: SweepRequest): Promise<Swept> {
  const { run, shared } = request;
  const sweeping = new Sweep(sender, recorder);
  if (shared === undefined) return sweeping.everything(request);
  return sweeping.shared(shared, (item) => isOfRun(item, run));
}

const NAMESPACED = RESOURCES.filter(({ namespaced }) => namespaced).flatMap(({ id }) => operationFor(id, 'list') ?? []);
/** Pause before deleted namespaces are listed again, in milliseconds. */
const LOOK_MS = 200;

const STILL_THERE = 'DELETE succeeded or found nothing, and it is still there';
const APPEARED = 'appeared while the run was cleared away';

type IsOurs = (item: Json) => boolean;

/** A collection that held objects of the run. */
interface Touched {
  readonly isOurs: IsOurs;
  readonly namespace: string;
}

class Sweep {
  readonly #sender: RequestSender;
  readonly #recorder: ExchangeRecorder;
  readonly #ledger = new Ledger();
  readonly #touched = new Map<string, Touched>();

  constructor(sender: RequestSender, recorder: ExchangeRecorder) {
    this.#sender = sender;
    this.#recorder = recorder;
  }

  async everything({ run, namespaces: known, contentsMs, namespacePatienceMs }: SweepRequest): Promise<Swept> {
    const all: IsOurs = () => true;
    const ofKnown = this.#contents(known, all);
    const found = await this.#list(NAMESPACES);
    const others = (found.items ?? [])
      .filter((item) => isNamespaceOfRun(item, run))
      .map(nameOf)
      .filter((name) => !known.includes(name));
    const namespaces = [...known, ...others];
    for (const name of namespaces) this.#ledger.created(pathIn(NAMESPACES, name));
    const contents = Promise.all([ofKnown, this.#contents(others, all)]);
    await Promise.race([contents, sleep(contentsMs, undefined, { ref: false })]);
    await removeAll(
      namespaces.map((name) => pathIn(NAMESPACES, name)),
      this.#sender,
      this.#recorder,
      this.#ledger,
      true,
    );
    await contents;
    await this.#namespaces(namespaces, namespacePatienceMs);
    return {
      ...(await this.#looked()),
      ...(found.items === undefined ? { unseen: `GET ${NAMESPACES} ${found.outcome}` } : {}),
    };
  }

  /** Removes the run's objects from a shared namespace. */
  async shared(namespace: string, isOurs: IsOurs): Promise<Swept> {
    const outcomes = await this.#contents([namespace], isOurs);
    const unseen = outcomes.includes('listed') ? undefined : outcomes[0];
    return { ...(await this.#looked()), ...(unseen === undefined ? {} : { unseen }) };
  }

  /** Removes the run's objects from namespaces. @returns the outcome of each list */
  async #contents(namespaces: readonly string[], isOurs: IsOurs): Promise<readonly string[]> {
    const collections = namespaces.flatMap((namespace) =>
      NAMESPACED.map((list) => ({ path: collectionIn(list, namespace), namespace })),
    );
    return Promise.all(collections.map(({ path, namespace }) => this.#collection(path, { isOurs, namespace })));
  }

  /** Lists every touched collection again: the list decides what is left, whatever the deletes returned. */
  async #looked(): Promise<Swept> {
    await Promise.all([...this.#touched].map(([path, touched]) => this.#lookAt(path, touched)));
    return { removed: this.#ledger.gone(), left: this.#ledger.left() };
  }

  /** @returns `listed`, or how the list failed: `GET /api/v1/namespaces/a/pods returned 403` */
  async #collection(path: string, touched: Touched): Promise<string> {
    const { items, outcome } = await this.#list(path);
    if (items === undefined) return `GET ${path} ${outcome}`;
    const present = thereOf(items, touched);
    if (present.length > 0) await this.#remove(path, present, touched);
    return 'listed';
  }

  async #remove(path: string, present: readonly Json[], touched: Touched): Promise<void> {
    this.#touched.set(path, touched);
    const paths = present.map((item) => pathIn(path, nameOf(item)));
    for (const one of paths) this.#ledger.created(one);
    await removeAll(
      paths,
      this.#sender,
      this.#recorder,
      this.#ledger,
      present.some((item) => finalizersOf(item).length > 0),
    );
  }

  async #lookAt(collection: string, touched: Touched): Promise<void> {
    const { items } = await this.#list(collection);
    if (items === undefined) return;
    const present = thereOf(items, touched);
    const owed = this.#ledger.paths().filter((path) => path.startsWith(`${collection}/`));
    this.#settle(owed, new Map(present.map((item) => [pathIn(collection, nameOf(item)), item])));
  }

  /** Waits for deleted namespaces to go; the others are left, and all of them if no list shows which are gone. */
  async #namespaces(names: readonly string[], patienceMs: number): Promise<void> {
    if (names.length === 0) return;
    const paths = names.map((name) => pathIn(NAMESPACES, name));
    let there = await this.#thereOf(names);
    let until = performance.now() + patienceMs;
    while (there?.some(isBeingRemoved) === true && performance.now() < until) {
      await sleep(LOOK_MS);
      const now = await this.#thereOf(names);
      if (now === undefined) break;
      if (now.length < there.length) until = performance.now() + patienceMs;
      there = now;
    }
    if (there !== undefined)
      this.#settle(paths, new Map(there.map((item) => [pathIn(NAMESPACES, nameOf(item)), item])));
    else for (const path of paths) this.#ledger.kept(path, this.#ledger.why(path) ?? BEING_DELETED);
  }

  /** Objects that a list still shows are left; the others count as removed. */
  #settle(paths: readonly string[], there: ReadonlyMap<string, Json>): void {
    const acknowledged = new Set(this.#ledger.gone());
    for (const path of paths) if (!there.has(path)) this.#ledger.removed(path);
    for (const [path, item] of there) {
      const why = isBeingRemoved(item) ? BEING_DELETED : acknowledged.has(path) ? STILL_THERE : APPEARED;
      this.#ledger.kept(path, this.#ledger.why(path) ?? why);
    }
  }

  async #thereOf(names: readonly string[]): Promise<readonly Json[] | undefined> {
    const wanted = new Set(names);
    return (await this.#list(NAMESPACES)).items?.filter((item) => wanted.has(nameOf(item)));
  }

  async #list(path: string): Promise<{ readonly items: readonly Json[] | undefined; readonly outcome: string }> {
    const response = await send(this.#sender, this.#recorder, 'GET', path);
    const items = isSuccess(response) ? at(response.body?.value, 'items') : undefined;
    const listed = Array.isArray(items) ? (items as readonly Json[]).filter((item) => nameOf(item) !== '') : undefined;
    return { items: listed, outcome: isSuccess(response) ? 'returned no list' : outcome(response) };
  }
}

/**
 * The run's objects in a list that are not terminating yet. A server that ignores the namespace of a list shows
 * foreign objects.
 */
function thereOf(items: readonly Json[], { isOurs, namespace }: Touched): readonly Json[] {
  const isThere = (item: Json): boolean => (textAt(item, 'metadata', 'namespace') ?? namespace) === namespace;
  return items.filter((item) => isThere(item) && isOurs(item) && !isBeingRemoved(item));
}

function collectionIn({ path }: Operation, namespace: string): string {
  return path.replace('{namespace}', encodeURIComponent(namespace));
}

function pathIn(collection: string, name: string): string {
  return `${collection}/${encodeURIComponent(name)}`;
}
