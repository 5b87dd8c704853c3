import { isUtf8 } from 'node:buffer';
import { loadAll } from 'js-yaml';
import { bytesOf, type LoggedBody } from '../../../shared/exchange-log/exchange-log.ts';
import type { StreamEvent, WireBody } from '../history.ts';
import { isObject, type Json, textAt } from '../json.ts';
import { isNestedTooDeep } from '../values/nesting.ts';

/** How to parse a body's text; `opaque` bodies are not parsed. */
export type BodySyntax = 'json' | 'yaml' | 'opaque';

/**
 * The syntax that a `Content-Type` names (document, Media types). Without the header it is JSON, the default of the
 * API. `application/merge-patch+json` and the other `+json` types are JSON.
 */
export function syntaxOf(contentType: string | undefined): BodySyntax {
  if (contentType === undefined) return 'json';
  const semicolon = contentType.indexOf(';');
  const type = (semicolon === -1 ? contentType : contentType.slice(0, semicolon)).trim().toLowerCase();
  if (type === 'application/json' || type.endsWith('+json')) return 'json';
  if (type === 'application/yaml' || type === 'application/x-yaml' || type === 'text/yaml' || type.endsWith('+yaml'))
    return 'yaml';
  return 'opaque';
}

/**
 * A body of an exchange log as text and, on first use, as a value. A body that was left in a side file is `unread`:
 * it has no value, and its text is unknown.
 * Numbers are those of `JSON.parse`: integers beyond 2^53 lose their last digits in `value`; `text` has them.
 */
export function wireBody(body: LoggedBody, syntax: BodySyntax): WireBody {
  if (!('text' in body)) return new LazyBody(body, syntax);
  const known = READ.get(body);
  if (known?.syntax === syntax) return known;
  const read = new LazyBody(body, syntax);
  READ.set(body, read);
  return read;
}

/** Bodies of a live run: the driver parses some of them before the case is judged, so both share one parsed value. */
const READ = new WeakMap<LoggedBody, LazyBody>();

/**
 * Parses a text in that syntax; `undefined` if it does not parse or is nested too deep to be walked. Members named
 * `__proto__` are ordinary members. Of a YAML stream with several documents, returns the first, as servers do.
 */
export function parsed(text: string, syntax: BodySyntax): Json | undefined {
  if (syntax === 'opaque') return undefined;
  try {
    if (syntax === 'yaml') return loadAll(text)[0] as Json | undefined;
    return isNestedTooDeep(text) ? undefined : (JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}

/** A frame of a watch as a `WatchEvent` (`type` and `object`), parsed on first use. */
export function streamEvent(n: number, t: number, frame: LoggedBody): StreamEvent {
  return new LazyEvent(n, t, frame);
}

/** Bytes as an in-memory log keeps them: as text if they are valid UTF-8. Does not parse them. */
export function heldBody(bytes: Buffer): LoggedBody {
  return isUtf8(bytes) ? { text: bytes.toString('utf8') } : { base64: bytes.toString('base64') };
}

function textOf(body: LoggedBody): string {
  return 'text' in body ? body.text : (bytesOf(body)?.toString('utf8') ?? '');
}

class LazyBody implements WireBody {
  readonly syntax: BodySyntax;
  readonly unread: boolean;
  readonly #logged: LoggedBody;
  #text: string | undefined;
  #value: { readonly is: Json | undefined } | undefined;

  constructor(logged: LoggedBody, syntax: BodySyntax) {
    this.#logged = logged;
    this.unread = 'file' in logged;
    this.syntax = this.unread ? 'opaque' : syntax;
  }

  get bytes(): Buffer {
    return bytesOf(this.#logged) ?? Buffer.alloc(0);
  }

  get text(): string {
    this.#text ??= textOf(this.#logged);
    return this.#text;
  }

  get value(): Json | undefined {
    this.#value ??= { is: this.#read() };
    return this.#value.is;
  }

  #read(): Json | undefined {
    if ('json' in this.#logged && this.syntax === 'json') return this.#logged.json as Json;
    return parsed(this.text, this.syntax);
  }
}

class LazyEvent implements StreamEvent {
  readonly n: number;
  readonly t: number;
  readonly #body: WireBody;

  constructor(n: number, t: number, frame: LoggedBody) {
    this.n = n;
    this.t = t;
    this.#body = wireBody(frame, 'json');
  }

  get type(): string {
    return textAt(this.#body.value, 'type') ?? '';
  }

  get object(): Json | undefined {
    const { value } = this.#body;
    return isObject(value) && Object.hasOwn(value, 'object') ? value['object'] : undefined;
  }

  get text(): string {
    return this.#body.text;
  }

  get bytes(): Buffer {
    return this.#body.bytes;
  }
}
