import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { ApiError } from '../../resources/api-error.ts';
import { type Codec, codecNamed, CODECS, JSON_CODEC } from './codecs.ts';
import { type Rendering, renderingNamed } from './rendering.ts';

/** The format of a response. */
export interface Accepted {
  readonly codec: Codec;
  readonly pretty: boolean;
  /** Whether `;stream=watch` was requested explicitly. */
  readonly stream: boolean;
  /** Another shape of the objects, if requested. */
  readonly rendering?: Rendering;
}

/** The formats of a response. */
export interface Offer {
  readonly codec: (codec: Codec) => boolean;
  /** The versions of the other shapes of its objects, in JSON; absent if there are none. */
  readonly renderings?: ReadonlySet<string>;
  /** Whether `application/*` selects JSON. */
  readonly ranges: boolean;
  /** Whether media types must match exactly by their own names; else in any case, and by their aliases. */
  readonly exact: boolean;
  /**
   * Whether the first clause with a known type decides, even if the response cannot have this type or these
   * parameters; else the next is tried.
   */
  readonly firstDecides: boolean;
}

interface AcceptClause {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly quality: number;
}

const PLAIN: Accepted = { codec: JSON_CODEC, pretty: false, stream: false };
const PRETTY: Accepted = { codec: JSON_CODEC, pretty: true, stream: false };

/** A format with its codec loaded: most codecs are loaded by the first response that needs them. */
export async function loaded(form: Accepted): Promise<Accepted> {
  if (form.codec.load !== undefined) await form.codec.load();
  return form;
}

/**
 * The offered format that an Accept header prefers: by quality, then by order. Without a header it is JSON. If types
 * must match exactly, a quality of 0 is the lowest, and excludes nothing. Throws `ApiError` 406 if no format is
 * acceptable.
 */
export function accepted(header: string | undefined, pretty: boolean, offer: Offer): Accepted {
  if (header === undefined || header === '' || header === '*/*' || header === 'application/json')
    return pretty ? PRETTY : PLAIN;
  const clauses = header.split(',').map((text) => clause(text, offer));
  // The sort is stable, so clauses with equal quality stay in order.
  for (const candidate of clauses
    .filter(({ quality }) => quality > 0 || offer.exact)
    .sort((a, b) => b.quality - a.quality)) {
    const form = formFor(candidate, offer);
    if (form === undefined && offer.firstDecides && codecOf(candidate, offer) !== undefined) break;
    if (form === undefined) continue;
    const wish = candidate.parameters.get('pretty');
    return {
      ...form,
      pretty: pretty || wish === '1' || wish === 'true',
      stream: candidate.parameters.get('stream') === 'watch',
    };
  }
  const offered = CODECS.filter(offer.codec).map(({ mediaType }) => mediaType);
  throw new ApiError(
    'NotAcceptable',
    `no media type in Accept '${header}' is available; accept one of ${offered.join(', ')}`,
  );
}

/** The codec that a clause names, without its parameters, whether or not it is offered. */
function codecOf({ type }: AcceptClause, { ranges, exact }: Offer): Codec | undefined {
  return type === '*/*' || (ranges && type === 'application/*') ? JSON_CODEC : codecNamed(type, exact);
}

function formFor(clause: AcceptClause, offer: Offer): Pick<Accepted, 'codec' | 'rendering'> | undefined {
  const { parameters } = clause;
  const stream = parameters.get('stream');
  if (stream !== undefined && stream !== 'watch') return undefined;
  const codec = codecOf(clause, offer);
  if (codec === undefined || !offer.codec(codec)) return undefined;
  if (!parameters.has('as')) return { codec };
  const rendering =
    offer.renderings !== undefined && codec === JSON_CODEC ? renderingNamed(parameters, offer.renderings) : undefined;
  return rendering === undefined ? undefined : { codec, rendering };
}

function clause(text: string, { exact }: Offer): AcceptClause {
  const [type = '', ...rest] = text.split(';').map((part) => part.trim());
  const parameters = new Map(rest.map((part): [string, string] => splitAtEquals(part.toLowerCase())));
  const quality = parameters.has('q') ? Number(parameters.get('q')) : 1;
  return { type: exact ? type : type.toLowerCase(), parameters, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

function splitAtEquals(text: string): [string, string] {
  const at = text.indexOf('=');
  return at < 0 ? [text, ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

/** Whether a dialect accepts media types only by their exact names. */
export function hasExactNames(choices: DialectChoices): boolean {
  return choices['media-types.names'] === 'exact';
}

/** The media type in a Content-Type header, without parameters, in lower case. */
export function mediaTypeOf(header: string | undefined): string {
  return mediaTypeAsSent(header).toLowerCase();
}

/** The media type in a Content-Type header, without parameters, as sent. */
export function mediaTypeAsSent(header = ''): string {
  const end = header.indexOf(';');
  return (end < 0 ? header : header.slice(0, end)).trim();
}
