import { asksToWatch, matchPath } from '../../../spec/surface/match-path.ts';
import type { Operation, Verb } from '../../../spec/surface/operations.ts';
import { headerValue } from '../../../shared/exchange-log/header-value.ts';
import { endedAt, type LoggedExchange } from '../../log/logged-exchange.ts';
import { isGenerated } from '../values/identities.ts';
import { isObject, type Json, type JsonObject, memberOf, textOf } from '../values/json-value.ts';
import { splitTarget } from '../../../shared/exchange-log/split-target.ts';
import { jsonOf } from './dependencies.ts';

/** Namespaces of a case, in the order of their use. */
const SLOTS = ['ns1', 'ns11', 'ns2'];
/** Query parameters that turn a list into a watch. */
const WATCH_VERBS: Readonly<Partial<Record<Verb, string>>> = {
  list: 'watchList',
  listAll: 'watchAll',
  watch: 'watch',
  watchList: 'watchList',
  watchAll: 'watchAll',
};

type ProgramStep = Readonly<Record<string, unknown>>;

/**
 * Recorded exchanges as a program of the suite (plain JSON, as `pnpm conformance --replay` reads it). Namespaces
 * become slots, names become placeholders, and uids and versions come from the responses that supplied them.
 * `undefined` if a program cannot express it: paths outside of the document, work on namespaces themselves,
 * generated names, bodies that are not JSON.
 *
 *     POST .../default/configmaps {name: a}; PUT .../a {resourceVersion: '4'}
 *     -> create {{a}} as e1; replace {{a}} with { resourceVersion: { $from: 'e1', at: '/metadata/resourceVersion' } }
 */
export function programOf(exchanges: readonly LoggedExchange[]): readonly ProgramStep[] | undefined {
  const writing = new ProgramWriting(exchanges);
  const moments = exchanges.flatMap((exchange) => [
    { n: exchange.request.n, write: () => writing.begin(exchange) },
    ...(exchange.events.length > 0 ? [{ n: endedAt(exchange), write: () => writing.end(exchange) }] : []),
  ]);
  const steps: ProgramStep[] = [];
  for (const { write } of moments.sort((one, other) => (one.n < other.n ? -1 : 1))) {
    const more = write();
    if (more === undefined) return undefined;
    steps.push(...more);
  }
  return steps;
}

class ProgramWriting {
  readonly #slots = new Map<string, string>();
  readonly #names = new Set<string>();
  readonly #generated = new Set<string>();
  /** The step and the place in its response from which an identity comes. */
  readonly #givers = new Map<string, { readonly $from: string; readonly at: string }>();

  constructor(exchanges: readonly LoggedExchange[]) {
    for (const { id, body } of exchanges) {
      const metadata = memberOf(jsonOf(body), 'metadata');
      for (const member of ['uid', 'resourceVersion', 'creationTimestamp', 'selfLink']) {
        const value = textOf(metadata, member);
        const known = `${member} ${value}`;
        if (value !== '' && !this.#givers.has(known))
          this.#givers.set(known, { $from: `e${id}`, at: `/metadata/${member}` });
      }
      const name = textOf(metadata, 'name');
      if (isObject(metadata) && isGenerated(metadata, name)) this.#generated.add(name);
    }
  }

  /** The steps for the beginning of an exchange; `undefined` if no step can express it. */
  begin(exchange: LoggedExchange): readonly ProgramStep[] | undefined {
    const { id, request } = exchange;
    const { path, query } = splitTarget(request.target);
    const match = matchPath(path);
    const operation = match?.operations.get(request.method);
    if (match === undefined || operation?.resource === undefined || operation.resource === 'namespaces')
      return undefined;
    const namespace = match.namespace === undefined ? undefined : this.#slot(match.namespace);
    if (
      (match.namespace !== undefined && namespace === undefined) ||
      (match.name !== undefined && this.#generated.has(match.name))
    )
      return undefined;
    const place = {
      resource: operation.resource,
      ...(namespace === undefined ? {} : { namespace }),
      ...(match.name === undefined ? {} : { name: this.#name(match.name) }),
    };
    const parameters = this.#query(new URLSearchParams(query), isStream(exchange, operation));
    const asked = headerValue(request.headers, 'accept');
    const shared = {
      ...place,
      ...(parameters === undefined ? {} : { query: parameters }),
      ...(asked === undefined || asked.includes(',') ? {} : { accept: asked }),
    };
    if (isStream(exchange, operation))
      return [
        {
          do: 'watch',
          as: `e${id}`,
          verb: WATCH_VERBS[operation.verb],
          via: path.split('/').includes('watch') ? 'path' : 'parameter',
          ...shared,
        },
      ];
    return this.#call(exchange, operation, shared);
  }

  /** The steps for the end of a watch: they wait for its events. */
  end({ id, events }: LoggedExchange): readonly ProgramStep[] {
    return [
      { do: 'await', watch: `e${id}`, until: { events: events.length } },
      { do: 'close', watch: `e${id}` },
    ];
  }

  #call({ id, request }: LoggedExchange, { verb }: Operation, shared: ProgramStep): readonly ProgramStep[] | undefined {
    const contentType = headerValue(request.headers, 'content-type');
    if (request.body === undefined) return [{ do: 'call', as: `e${id}`, verb, ...shared }];
    const body = jsonOf(request.body);
    if (body === undefined || JSON.stringify(body).includes('{{')) return undefined;
    return [
      {
        do: 'call',
        as: `e${id}`,
        verb,
        ...shared,
        body: this.#template(body, id, ''),
        ...(contentType === undefined ? {} : { contentType }),
      },
    ];
  }

  #template(value: Json, id: number, member: string): unknown {
    if (Array.isArray(value)) return value.map((each: Json) => this.#template(each, id, member));
    if (isObject(value)) return this.#members(value, id, member);
    if (typeof value !== 'string') return value;
    const giver = this.#givers.get(`${member} ${value}`);
    return giver !== undefined && Number(giver.$from.slice(1)) < id ? giver : value;
  }

  #members(value: JsonObject, id: number, member: string): unknown {
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => {
        if (member === 'metadata' && name === 'name' && typeof each === 'string') return [name, this.#name(each)];
        if (member === 'metadata' && name === 'namespace' && typeof each === 'string' && this.#slot(each) !== undefined)
          return [name, `{{${this.#slot(each) ?? ''}}}`];
        return [name, this.#template(each, id, name)];
      }),
    );
  }

  #query(query: URLSearchParams, stream: boolean): Readonly<Record<string, unknown>> | undefined {
    const kept = [...query].filter(([name]) => !(stream && name === 'watch'));
    if (kept.length === 0) return undefined;
    return Object.fromEntries(
      kept.map(([name, value]) => [name, this.#givers.get(`${name} ${value}`) ?? this.#known(value)]),
    );
  }

  /** A selector with placeholders for the names in it. */
  #known(text: string): string {
    return text.replace(/(metadata\.name\s*==?\s*)([^,\s]+)/g, (whole, before: string, name: string) =>
      this.#names.has(name) ? before + this.#name(name) : whole,
    );
  }

  #name(name: string): string {
    this.#names.add(name);
    return /^[\w-]+$/.test(name) ? `{{${name}}}` : name;
  }

  #slot(namespace: string): string | undefined {
    const known = this.#slots.get(namespace) ?? SLOTS[this.#slots.size];
    if (known !== undefined) this.#slots.set(namespace, known);
    return known;
  }
}

function isStream({ request, events }: LoggedExchange, { verb }: Operation): boolean {
  return (
    request.method === 'GET' &&
    WATCH_VERBS[verb] !== undefined &&
    (verb.startsWith('watch') ||
      events.length > 0 ||
      asksToWatch(new URLSearchParams(splitTarget(request.target).query)))
  );
}
