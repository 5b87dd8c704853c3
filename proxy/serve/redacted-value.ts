import { tokenOf } from '../../shared/exchange-log/redaction-token.ts';
import { isObject, type Json } from '../diff/values/json-value.ts';

const TOKEN = /redacted-[0-9a-f]{16}/;
const TOKENS = /redacted-[0-9a-f]{16}/g;

/**
 * The secrets that a client sent in place of the recording's tokens. Equal secrets are equal tokens, so a secret
 * learned from one request is valid for all responses.
 *
 *     recorded  POST {"data":{"k":"<base64 of redacted-1>"}}    sent  {"data":{"k":"aHVzaA=="}}    learned  redacted-1 = hush
 *     recorded response {"data":{"k":"<base64 of redacted-1>"}}   served {"data":{"k":"aHVzaA=="}}
 */
export class LearnedSecrets {
  readonly #plain = new Map<string, string>();

  /** Whether a text of the recording matches the sent value; a redacted text matches any. */
  fits(recorded: string, sent: Json): boolean {
    return recorded === sent || tokenIn(recorded) !== undefined;
  }

  /** Learns the secrets behind the tokens of a request. Both have the same shape: they matched. */
  learn(recorded: Json, sent: Json): void {
    if (typeof recorded === 'string' && typeof sent === 'string') this.#learnText(recorded, sent);
    else if (Array.isArray(recorded) && Array.isArray(sent))
      for (const [index, each] of recorded.entries()) this.learn(each, (sent[index] ?? null) as Json);
    else if (isObject(recorded) && isObject(sent)) {
      for (const [member, each] of Object.entries(recorded))
        if (Object.hasOwn(sent, member)) this.learn(each, sent[member] ?? null);
    }
  }

  /** A value of the recording with the learned secrets restored. */
  restored(value: Json): Json {
    if (this.#plain.size === 0) return value;
    if (typeof value === 'string') return this.#restoredText(value);
    if (Array.isArray(value)) return value.map((each: Json) => this.restored(each));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, this.restored(each)]));
  }

  #learnText(recorded: string, sent: string): void {
    const token = tokenIn(recorded);
    if (token === undefined || recorded === sent) return;
    const whole = tokenOf(recorded);
    if (whole?.encoded === false) this.#plain.set(token, sent);
    else if (whole !== undefined) this.#plain.set(token, Buffer.from(sent, 'base64').toString('latin1'));
  }

  #restoredText(text: string): string {
    const token = tokenIn(text);
    if (token === undefined) return text;
    const plain = this.#plain.get(token);
    const whole = tokenOf(text);
    if (whole !== undefined && plain !== undefined)
      return whole.encoded ? Buffer.from(plain, 'latin1').toString('base64') : plain;
    return text.replace(TOKENS, (each) => this.#plain.get(each) ?? each);
  }
}

/** The token in a text, in plain text or base64. */
function tokenIn(text: string): string | undefined {
  return TOKEN.exec(text)?.[0] ?? tokenOf(text)?.token;
}
