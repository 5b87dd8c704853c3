/** A leaf of a message that holds text, as a shell word with variables; `undefined` if the text has none. */
export type LeafWord = (text: string) => string | undefined;

/**
 * A protobuf body as a shell word that expands to its bytes in hexadecimal. Names and versions in it are variables, so
 * the lengths of the messages around them are computed by the script:
 *
 *     6b387300 12 05 0a 03 ...    ->    6b38730012$(sized "0a$(sized "$(hex "$ID-a")")")
 *
 * `undefined` if the bytes are no messages, and have such a name somewhere.
 */
export function protobufWord(bytes: Buffer, wordOf: LeafWord): string | undefined {
  const start = bytes.subarray(0, MAGIC.length).equals(MAGIC) ? MAGIC.length : 0;
  const word = messageWord(bytes.subarray(start), wordOf);
  if (word === undefined) return wordOf(bytes.toString('latin1')) === undefined ? bytes.toString('hex') : undefined;
  return `${bytes.toString('hex', 0, start)}${word}`;
}

/** Objects of Kubernetes begin with these bytes. */
const MAGIC = Buffer.from('6b387300', 'hex');

/** `undefined` if the bytes are no message. */
function messageWord(bytes: Buffer, wordOf: LeafWord): string | undefined {
  let word = '';
  for (let at = 0; at < bytes.length;) {
    const field = fieldAt(bytes, at);
    if (field === undefined) return undefined;
    const content = field.content === undefined ? undefined : contentWord(field.content, wordOf);
    const whole = bytes.toString('hex', at, field.end);
    word += content === undefined ? whole : `${bytes.toString('hex', at, field.tagEnd)}$(sized "${content}")`;
    at = field.end;
  }
  return word;
}

/** The content of a field with a length, if it has variables: a message, or text. */
function contentWord(content: Buffer, wordOf: LeafWord): string | undefined {
  const message = messageWord(content, wordOf);
  if (message?.includes('$(') === true) return message;
  const text = content.toString('utf8');
  const word = NO_TEXT.test(text) ? undefined : wordOf(text);
  return word === undefined ? undefined : `$(hex ${word})`;
}

const NO_TEXT = /[^\P{Cc}\n\t]|\uFFFD/u;

interface WireField {
  readonly tagEnd: number;
  readonly end: number;
  /** The bytes of a length-delimited field. */
  readonly content?: Buffer;
}

/** `undefined` if there is no whole field. */
function fieldAt(bytes: Buffer, at: number): WireField | undefined {
  const tag = varintAt(bytes, at);
  if (tag === undefined || tag.value < 8) return undefined;
  const { end: tagEnd } = tag;
  const value = varintAt(bytes, tagEnd);
  switch (tag.value % 8) {
    case 0:
      return value === undefined ? undefined : { tagEnd, end: value.end };
    case 1:
      return tagEnd + 8 > bytes.length ? undefined : { tagEnd, end: tagEnd + 8 };
    case 2: {
      if (value === undefined || value.end + value.value > bytes.length) return undefined;
      const end = value.end + value.value;
      return { tagEnd, end, content: bytes.subarray(value.end, end) };
    }
    case 5:
      return tagEnd + 4 > bytes.length ? undefined : { tagEnd, end: tagEnd + 4 };
    default:
      return undefined;
  }
}

function varintAt(bytes: Buffer, at: number): { readonly value: number; readonly end: number } | undefined {
  let value = 0;
  for (let index = at; index < Math.min(bytes.length, at + 10); index += 1) {
    const byte = bytes[index] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * (index - at));
    if (byte < 0x80) return { value, end: index + 1 };
  }
  return undefined;
}

/** The shell functions that these words use. `unhex` writes bytes. */
export const PROTOBUF_IN_SHELL = String.raw`
hex() { printf %s "$1" | od -An -v -tx1 | tr -d ' \n'; }
# sized HEX: its length in protobuf, and the same
sized() {
  length=$((${'$'}{#1} / 2))
  while [ "$length" -gt 127 ]; do printf %02x $((length % 128 + 128)); length=$((length / 128)); done
  printf %02x%s "$length" "$1"
}
unhex() {
  printf "$(printf %s "$1" | awk '{ for (i = 1; i < length($0); i += 2) printf "\\%03o", (index(d, substr($0, i, 1)) - 1) * 16 + index(d, substr($0, i + 1, 1)) - 1 }' d=0123456789abcdef)"
}
`;
