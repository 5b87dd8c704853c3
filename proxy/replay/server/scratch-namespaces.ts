import { setTimeout as sleep } from 'node:timers/promises';
import { matchPath } from '../../../spec/surface/match-path.ts';
import { UsageError } from '../../log/usage-error.ts';
import { type Json, jsonOf, memberOf, textOf } from '../../diff/values/json-value.ts';
import type { LoggedExchange } from '../../log/logged-exchange.ts';
import { ask, type AskedServer } from './ask.ts';
import { type NamespaceNames, renamedTarget } from '../../diff/exchanges/namespace-map.ts';
import { noApi } from './no-api.ts';
import { mustHaveNoPast } from './past-lives.ts';
import { UnreachableError } from './unreachable-error.ts';
import { bytesOf, type LoggedBody } from '../../../shared/exchange-log/exchange-log.ts';
import { splitTarget } from '../../../shared/exchange-log/split-target.ts';
import { nameOf } from '../../../shared/protobuf/bend-message.ts';

const COLLECTION = '/api/v1/namespaces';
/** How long a namespace may take to disappear, and the interval of checks. */
const GONE_WITHIN_MS = 15_000;
const LOOK_AGAIN_MS = 100;

/** Namespaces made for one replay. */
export interface ScratchNamespaces {
  /** The scratch name of each namespace of the recording. */
  readonly names: NamespaceNames;
  /** Removes them with their contents. Resolves with those that stayed. */
  remove(): Promise<readonly string[]>;
}

interface UsedNamespace {
  readonly name: string;
  /** Whether the recording creates it itself, or shows that it is absent. */
  readonly isLeft: boolean;
}

/**
 * Creates a scratch namespace for each namespace of a recording: `name` for the first, `name-2`, `name-3` for more.
 * Namespaces that the recording creates, or shows to be absent at first, are left to it. Throws a `UsageError` if one
 * of them exists already, because it would be removed at the end, or if it existed once and the recording would show
 * that.
 */
export async function makeScratchNamespaces(
  exchanges: readonly LoggedExchange[],
  { name, isNewName }: { readonly name: string; readonly isNewName: boolean },
  server: AskedServer,
): Promise<ScratchNamespaces> {
  const used = usedNamespaces(exchanges);
  const names = new Map(used.map((each, index) => [each.name, index === 0 ? name : `${name}-${index + 1}`]));
  for (const scratch of names.values()) await mustBeFree(scratch, server);
  if (!isNewName) await mustHaveNoPast(exchanges, names, server);
  const remove = (): Promise<readonly string[]> => removeAll(names, collectionsOf(exchanges), server);
  for (const { name: original, isLeft } of used) {
    if (!isLeft)
      await make(names.get(original) ?? '', server).catch(async (error: unknown) => {
        await remove();
        throw error;
      });
  }
  return { names, remove };
}

function usedNamespaces(exchanges: readonly LoggedExchange[]): UsedNamespace[] {
  const used = new Map<string, UsedNamespace>();
  const absent = absentNamespaces(exchanges);
  for (const { request } of exchanges) {
    const { path } = splitTarget(request.target);
    const segments = path.split('/');
    const at = segments.indexOf('namespaces') + 1;
    const named = at === 0 ? undefined : segments[at];
    const made = path === COLLECTION && request.method === 'POST' ? nameOfObject(request.body) : '';
    const name = made === '' ? named : made;
    if (name !== undefined && name !== '' && !used.has(name))
      used.set(name, { name, isLeft: made !== '' || absent.has(name) });
  }
  return [...used.values()];
}

/** The name of an object in JSON or protobuf; empty if it has none. */
function nameOfObject(body: LoggedBody | undefined): string {
  if (body === undefined) return '';
  if ('json' in body) return textOf(memberOf(body.json as Json, 'metadata'), 'name');
  return nameOf(bytesOf(body) ?? Buffer.alloc(0)) ?? '';
}

/** Namespaces that a 404 names, unless an earlier exchange shows that they existed. */
function absentNamespaces(exchanges: readonly LoggedExchange[]): ReadonlySet<string> {
  const absent = new Set<string>();
  const present = new Set<string | undefined>();
  for (const exchange of exchanges) {
    const { request, response } = exchange;
    if (response === undefined) continue;
    if (response.status < 300) {
      const match = matchPath(splitTarget(request.target).path);
      if (request.method === 'POST' || match?.name !== undefined) present.add(match?.namespace ?? match?.name);
    } else if (response.status === 404) {
      const bytes = exchange.body === undefined ? undefined : bytesOf(exchange.body);
      const details = memberOf(bytes === undefined ? undefined : jsonOf(bytes), 'details');
      const name = textOf(details, 'name');
      if (textOf(details, 'kind') === 'namespaces' && !present.has(name)) absent.add(name);
    }
  }
  return absent;
}

async function mustBeFree(name: string, server: AskedServer): Promise<void> {
  const path = `${COLLECTION}/${name}`;
  const response = await ask(server, 'GET', path);
  const stranger = noApi(server.upstream.url, path, response, ({ kind }) => kind === 'Namespace');
  if (stranger !== undefined) throw new UnreachableError(stranger);
  if (response.status === 200)
    throw new UsageError(
      `--namespace: ${server.upstream.url.origin} has a namespace '${name}' already, and the namespace of a replay is removed at the end; give a name that is free`,
    );
}

/** A server without creatable namespaces (404, 405) accepts objects in any. */
async function make(name: string, server: AskedServer): Promise<void> {
  const { status, text } = await ask(server, 'POST', COLLECTION, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name },
  });
  if (status >= 300 && status !== 404 && status !== 405)
    throw new UsageError(
      `--namespace: ${server.upstream.url.origin} would not make the namespace '${name}': ${status} ${text.slice(0, 200)}`,
    );
}

/** Paths of the collections in which the recording created objects. */
function collectionsOf(exchanges: readonly LoggedExchange[]): string[] {
  const made = exchanges.filter(
    ({ request, response }) => request.method === 'POST' && response !== undefined && response.status < 300,
  );
  const paths = made.map(({ request }) => splitTarget(request.target).path);
  return [...new Set(paths)].filter((path) => matchPath(path)?.namespace !== undefined);
}

/**
 * Empties the collections first: some servers remove a namespace and leave its contents. An unresponsive server gets
 * no further requests.
 */
async function removeAll(
  names: NamespaceNames,
  collections: readonly string[],
  server: AskedServer,
): Promise<string[]> {
  const left = new Set(names.values());
  const deadline = performance.now() + GONE_WITHIN_MS;
  try {
    for (const path of collections) await ask(server, 'DELETE', renamedTarget(path, names));
    for (const name of names.values()) await ask(server, 'DELETE', `${COLLECTION}/${name}`);
    for (const name of names.values()) if (await isGone(name, server, deadline)) left.delete(name);
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
  }
  return [...left];
}

async function isGone(name: string, server: AskedServer, deadline: number): Promise<boolean> {
  for (;;) {
    const { status } = await ask(server, 'GET', `${COLLECTION}/${name}`);
    if (status !== 200) return true;
    if (performance.now() > deadline) return false;
    await sleep(LOOK_AGAIN_MS);
  }
}
