import { bytesOf } from '../../../shared/exchange-log/exchange-log.ts';
import { identitiesIn, identitiesInEvent } from '../../../shared/protobuf/identities.ts';
import { splitTarget } from '../../../shared/exchange-log/split-target.ts';
import { type NamespaceNames, renamedTarget } from '../../diff/exchanges/namespace-map.ts';
import { isLiteral } from '../../diff/values/identities.ts';
import { jsonOf, textOf } from '../../diff/values/json-value.ts';
import type { LoggedExchange } from '../../log/logged-exchange.ts';
import { UsageError } from '../../log/usage-error.ts';
import { ask, type AskedServer } from './ask.ts';
import { isWatch } from './limits.ts';
import { UnreachableError } from './unreachable-error.ts';

const OF_OBJECTS: ReadonlySet<string> = new Set(['ADDED', 'MODIFIED', 'DELETED']);

/**
 * Throws a `UsageError` if a watch of the recording would deliver events of an earlier namespace with a scratch name.
 * Such a watch begins at a version that no response contained, so it is sent as recorded, and it can begin before the
 * scratch namespace. The scratch namespaces do not exist yet.
 */
export async function mustHaveNoPast(
  exchanges: readonly LoggedExchange[],
  names: NamespaceNames,
  server: AskedServer,
): Promise<void> {
  const targets = new Set(watchesAsRecorded(exchanges).flatMap((target) => inScratch(target, names)));
  await Promise.all(
    Array.from(targets, async (target) => {
      if (await deliversEvents(target, server))
        throw new UsageError(
          `--namespace: ${server.upstream.url.origin} had a namespace of that name before, and still delivers its events to a watch of the recording from a version that no response contained, GET ${target}; give a name that was never used`,
        );
    }),
  );
}

/** Targets of watches from a version that no response before them contained. */
function watchesAsRecorded(exchanges: readonly LoggedExchange[]): string[] {
  const started = exchanges.flatMap((exchange, index) => {
    const version = new URLSearchParams(splitTarget(exchange.request.target).query).get('resourceVersion') ?? '';
    return isLiteral(version) || !isWatch(exchange) ? [] : [{ index, version, target: exchange.request.target }];
  });
  const shown = new Set<string>();
  let read = 0;
  return started.flatMap(({ index, version, target }) => {
    for (; read < index; read += 1) for (const each of versionsIn(exchanges[read])) shown.add(each);
    return shown.has(version) ? [] : [target];
  });
}

/** The versions in a response and in its events. */
function versionsIn(exchange: LoggedExchange | undefined): string[] {
  if (exchange === undefined) return [];
  const { body, events } = exchange;
  const bodies = [...(body === undefined ? [] : [body]), ...events.map((event) => event.body)];
  return bodies.flatMap((each) =>
    [...bodyText(bytesOf(each) ?? Buffer.alloc(0)).matchAll(/resourceVersion["']?\s*:\s*["']([^"']*)["']/g)].map(
      ([, version = '']) => version,
    ),
  );
}

/** A body as text; of protobuf the identities alone. */
function bodyText(bytes: Buffer): string {
  const identities = identitiesIn(bytes) ?? identitiesInEvent(bytes);
  return identities === undefined ? bytes.toString('utf8') : JSON.stringify(identities);
}

/**
 * The target as it is sent, for a second only. A watch over all namespaces becomes one watch for each scratch
 * namespace.
 *
 *     /api/v1/watch/pods?resourceVersion=1   ->   /api/v1/watch/namespaces/scratch/pods?resourceVersion=1&timeoutSeconds=1
 */
function inScratch(target: string, names: NamespaceNames): string[] {
  const { path, query } = splitTarget(renamedTarget(target, names));
  const parameters = new URLSearchParams(query);
  parameters.set('timeoutSeconds', '1');
  const segments = path.split('/');
  const at = segments.indexOf('namespaces');
  if (at !== -1 && segments.length > at + 1) return [`${path}?${parameters.toString()}`];
  return [...names.values()].map((name) => {
    if (at !== -1) {
      parameters.set('fieldSelector', `metadata.name=${name}`);
      return `${path}?${parameters.toString()}`;
    }
    return `${[...segments.slice(0, -1), 'namespaces', name, ...segments.slice(-1)].join('/')}?${parameters.toString()}`;
  });
}

/** Without a whole response nothing is proved. */
async function deliversEvents(target: string, server: AskedServer): Promise<boolean> {
  const response = await ask(server, 'GET', target).catch((error: unknown) => {
    if (error instanceof UnreachableError) return undefined;
    throw error;
  });
  if (response === undefined || response.status !== 200) return false;
  return response.text.split('\n').some((line) => OF_OBJECTS.has(textOf(jsonOf(Buffer.from(line)), 'type')));
}
