type Fields = Readonly<Record<string, unknown>>;
type Test = (value: unknown) => boolean;

const isNumber: Test = (value) => typeof value === 'number' && Number.isFinite(value);
const isText: Test = (value) => typeof value === 'string';
const isHeaders: Test = (value) =>
  Array.isArray(value) && value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string'));
const isBody: Test = (value) => {
  if (typeof value !== 'object' || value === null) return false;
  const body = value as Fields;
  if (Object.hasOwn(body, 'json')) return true;
  if (Object.hasOwn(body, 'file')) return isText(body['file']) && isText(body['sha256']) && isNumber(body['bytes']);
  return isText(body['text']) || isText(body['base64']);
};
const optional = (test: Test): Test => (value) => value === undefined || test(value);

const COMMON: Readonly<Record<string, Test>> = { n: isNumber, t: isNumber, exchange: isNumber };
const SHAPES: Readonly<Record<string, Readonly<Record<string, Test>>>> = {
  request: { ...COMMON, method: isText, target: isText, headers: isHeaders, body: optional(isBody), connection: optional(isNumber) },
  response: { ...COMMON, status: isNumber, headers: isHeaders },
  body: { ...COMMON, body: isBody },
  event: { ...COMMON, index: isNumber, body: isBody },
  end: { ...COMMON, reason: isText, detail: optional(isText) },
};

/** What is wrong with a line after the header, in a few words; `undefined` for one that has the shape of its kind. */
export function faultOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not an object';
  const { kind } = value as Fields;
  if (typeof kind !== 'string' || !Object.hasOwn(SHAPES, kind)) return `'${String(kind)}' is no kind of line: ${Object.keys(SHAPES).join(', ')}`;
  const wrong = Object.entries(SHAPES[kind] ?? {}).find(([member, test]) => !test((value as Fields)[member]));
  return wrong === undefined ? undefined : `'${wrong[0]}' of this ${kind} line is absent or of the wrong type`;
}
