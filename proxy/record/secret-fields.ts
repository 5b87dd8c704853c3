type Json = null | boolean | number | string | Json[] | { [member: string]: Json };
type Members = { [member: string]: Json };
type Token = (secret: string | Buffer) => string;

/** How a secret member is written: as text, or as base64 of what it means. */
type Spelling = 'text' | 'base64';

/** Which members of which kinds hold secrets. Maps are concealed value by value, so that their keys can still be read. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, Spelling>>>> = {
  Secret: { data: 'base64', stringData: 'text' },
  TokenRequest: { token: 'text' },
  TokenRequestStatus: { token: 'text' },
  TokenReview: { token: 'text' },
};
const OF_SECRETS = 'Secret';

/**
 * A copy in which every secret is a token: members of the kinds above wherever an object of such a kind stands (lists, watch events,
 * the JSON in kubectl's annotation), and tokens within text. `ofSecrets` says that the body belongs to a path of Secrets, whose
 * list items and patches do not name their kind.
 */
export function concealedValue(value: unknown, ofSecrets: boolean, token: Token, inText: (text: string) => string): unknown {
  const kind = ofSecrets ? OF_SECRETS : undefined;
  if (Array.isArray(value) && ofSecrets) return value.map((operation) => concealPatchOperation(operation as Json, token, inText));
  return conceal(value as Json, kind, token, inText);
}

function conceal(value: Json, kind: string | undefined, token: Token, inText: (text: string) => string): Json {
  if (typeof value === 'string') return concealText(value, token, inText);
  if (Array.isArray(value)) return value.map((each) => conceal(each, kind, token, inText));
  if (value === null || typeof value !== 'object') return value;
  const own = kindOf(value, kind);
  const fields = own === undefined || !Object.hasOwn(FIELDS, own) ? {} : (FIELDS[own] ?? {});
  return mapped(value, (member, each) => {
    const spelling = Object.hasOwn(fields, member) ? fields[member] : undefined;
    if (spelling !== undefined) return concealMember(each, spelling, token);
    return conceal(each, inherits(member) ? own : undefined, token, inText);
  });
}

/** Members in which an object without a kind is of the kind of what it stands in. */
function inherits(member: string): boolean {
  return ['items', 'object', 'spec', 'status'].includes(member);
}

function kindOf(value: Members, around: string | undefined): string | undefined {
  const stated = Object.hasOwn(value, 'kind') ? value['kind'] : undefined;
  return typeof stated === 'string' ? stated.replace(/List$/, '') : around;
}

function concealMember(value: Json, spelling: Spelling, token: Token): Json {
  if (typeof value === 'string') return concealedSecret(value, spelling, token);
  if (Array.isArray(value)) return value.map((each) => concealMember(each, spelling, token));
  if (value === null || typeof value !== 'object') return value;
  return mapped(value, (_, each) => concealMember(each, spelling, token));
}

/** The token is made from what the text means, so that `stringData` and the `data` that comes of it have the same one. */
function concealedSecret(text: string, spelling: Spelling, token: Token): string {
  if (text === '') return text;
  const bytes = Buffer.from(text, 'base64');
  if (spelling === 'text') return token(text);
  return bytes.toString('base64') === text ? Buffer.from(token(bytes)).toString('base64') : `${token(text)}:`;
}

/** Text that is itself JSON of an object, as in kubectl's annotation of what was last applied. */
function concealText(text: string, token: Token, inText: (text: string) => string): string {
  if (!text.startsWith('{') || !text.includes('"kind"')) return inText(text);
  try {
    const newline = text.endsWith('\n') ? '\n' : '';
    return JSON.stringify(conceal(JSON.parse(text) as Json, undefined, token, inText)) + newline;
  } catch {
    return inText(text);
  }
}

/** One operation of a JSON patch on a Secret: what it adds under a secret member, by the first segment of its path. */
function concealPatchOperation(operation: Json, token: Token, inText: (text: string) => string): Json {
  if (operation === null || typeof operation !== 'object' || Array.isArray(operation)) return operation;
  const path = Object.hasOwn(operation, 'path') ? operation['path'] : undefined;
  const first = typeof path === 'string' ? (path.split('/')[1] ?? '') : '';
  const spelling = FIELDS[OF_SECRETS]?.[first];
  return mapped(operation, (member, each) => {
    if (member !== 'value') return each;
    return spelling === undefined ? conceal(each, OF_SECRETS, token, inText) : concealMember(each, spelling, token);
  });
}

/** A copy with other values; `__proto__` is a member like any other. */
function mapped(value: Members, change: (member: string, each: Json) => Json): Members {
  return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, change(member, each)]));
}
