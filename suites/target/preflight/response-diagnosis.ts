import { snippet } from '../snippet.ts';
import { type Connection, otherScheme } from './connection.ts';
import { type ResponseWithHead, hasHead, isSuccessful, objectIn, type PreflightResponse } from './response.ts';

/** The responses of a target, at the paths of the document and at a path that no API has. */
interface PreflightEvidence {
  readonly connection: Connection;
  /** In the order of the questions; at least two. */
  readonly documented: readonly [ResponseWithHead, ResponseWithHead, ...ResponseWithHead[]];
  readonly invented: ResponseWithHead | undefined;
  readonly all: readonly ResponseWithHead[];
}

type SymptomOf = (evidence: PreflightEvidence) => string | undefined;

const NO_API = 'this is no Cluster Resource API. Check the URL.';

/** Each symptom returns why a target cannot be judged, or `undefined`. The most specific come first. */
const SYMPTOMS: readonly SymptomOf[] = [
  wantsCredentials,
  redirects,
  isBusyForEver,
  failsEverything,
  neverEnds,
  returnsOtherText,
  respondsAlike,
  returnsOtherObjects,
];

/**
 * Says in one line why a responding target is no Cluster Resource API that admits us, and how to mend it. It speaks
 * only if all responses agree: a server may lack discovery or groups, and may refuse in any form.
 */
export function diagnoseResponses(connection: Connection, responses: readonly PreflightResponse[]): string | undefined {
  const all = responses.filter(hasHead);
  const [first, second, ...others] = all.filter(({ question }) => question.holds !== undefined);
  if (first === undefined || second === undefined) return undefined;
  const evidence: PreflightEvidence = {
    connection,
    documented: [first, second, ...others],
    invented: all.find(({ question }) => question.holds === undefined),
    all,
  };
  for (const symptom of SYMPTOMS) {
    const line = symptom(evidence);
    if (line !== undefined) return line;
  }
  return undefined;
}

/** Whether the responses look like those of a TLS server to plain HTTP. */
export function suggestsTls({ secure }: Connection, responses: readonly PreflightResponse[]): boolean {
  return !secure && responses.every(({ status }) => status === 400 || status === 497);
}

/** For a server that responds with 400 to plain HTTP on its TLS port. */
export function diagnosePlain(connection: Connection): string {
  return `${connection.baseUrl} speaks TLS and refuses plain HTTP. Write --target ${otherScheme(connection)}.`;
}

function wantsCredentials({
  connection: { baseUrl, secure, sendsAuthorization, sendsCertificate },
  documented,
}: PreflightEvidence): string | undefined {
  if (!documented.every(({ status }) => status === 401 || status === 403)) return undefined;
  const [{ status }] = documented;
  const said = `${baseUrl} returns ${status} to every path`;
  if (sendsAuthorization || sendsCertificate)
    return `${said}: it does not accept the credentials that were given (${sendsAuthorization ? 'the Authorization header' : 'the client certificate'}). Give others: --token or --token-file${secure ? ', --cert and --key' : ''}, or --kubeconfig.`;
  return `${said}: it wants credentials. Give --token or --token-file${secure ? ', --cert and --key' : ''}, or --kubeconfig.`;
}

const REDIRECTS: ReadonlySet<number> = new Set([300, 301, 302, 303, 307, 308]);

function redirects({ connection: { baseUrl }, documented }: PreflightEvidence): string | undefined {
  if (!documented.every(({ status }) => REDIRECTS.has(status))) return undefined;
  const [{ status, location, question }] = documented;
  if (location === undefined || !URL.canParse(location, baseUrl))
    return `${baseUrl} redirects every path (${status}) and does not say where to: ${NO_API}`;
  const to = new URL(location, baseUrl + question.path);
  if (to.href === baseUrl + question.path) return `${baseUrl} redirects every path to itself (${status}): ${NO_API}`;
  const base = to.href.endsWith(question.path) ? to.href.slice(0, -question.path.length) : undefined;
  if (base !== undefined) return `${baseUrl} redirects every path to ${base} (${status}). Write --target ${base}.`;
  return `${baseUrl} redirects every path (${status}), such as ${question.path} to ${to.origin}${to.pathname}: this is no Cluster Resource API, or it wants a login. Give its own URL, or credentials: --token, --cert and --key, or --kubeconfig.`;
}

function isBusyForEver({ connection: { baseUrl }, all }: PreflightEvidence): string | undefined {
  if (!all.every(({ status }) => status === 429)) return undefined;
  return `${baseUrl} returns 429 (too many requests) to every path, also after the pauses that it asks for. Try again later, with --qps and a lower --concurrency.`;
}

function failsEverything({
  connection: { baseUrl },
  documented: [first],
  invented,
  all,
}: PreflightEvidence): string | undefined {
  if (invented === undefined || !all.every(({ status }) => status >= 500)) return undefined;
  return `${baseUrl} returns ${first.status} to every path, also to ${invented.question.path} that no API has: ${snippet(first.text)}. Check the server and its log.`;
}

/** Discovery is small: if its body is cut for its size or time, it has no end. */
function neverEnds({
  connection: { baseUrl },
  documented: [first],
  invented,
  all,
}: PreflightEvidence): string | undefined {
  if (invented === undefined || !all.every((response) => isSuccessful(response) && response.failure !== undefined))
    return undefined;
  const how =
    first.failure?.startsWith('the body is larger') === true
      ? 'with a body that has no end'
      : `and ends no body (${first.failure ?? ''})`;
  return `${baseUrl} returns ${first.status} to every path ${how}: ${NO_API}`;
}

/** YAML and protobuf are legal responses of an API server. */
function returnsOtherText({ connection: { baseUrl }, documented }: PreflightEvidence): string | undefined {
  const isText = (response: ResponseWithHead): boolean =>
    isSuccessful(response) && response.mediaType?.startsWith('text/') === true && !response.mediaType.endsWith('yaml');
  if (!documented.every((response) => isText(response) && objectIn(response) === undefined)) return undefined;
  return `${baseUrl} returns ${documented[0].mediaType ?? 'text'}: ${NO_API}`;
}

function respondsAlike({
  connection: { baseUrl },
  documented: [first],
  invented,
  all,
}: PreflightEvidence): string | undefined {
  if (
    invented === undefined ||
    !all.every((response) => isSuccessful(response) && response.status === first.status && response.text === first.text)
  )
    return undefined;
  const said = first.text === '' ? 'without a body' : snippet(first.text);
  return `${baseUrl} returns ${first.status} ${said} to every path, also to ${invented.question.path} that no API has: ${NO_API}`;
}

function returnsOtherObjects({
  connection: { baseUrl },
  documented: [first],
  invented,
  all,
}: PreflightEvidence): string | undefined {
  const isOther = (response: ResponseWithHead): boolean => {
    const object = objectIn(response);
    return (
      isSuccessful(response) &&
      object !== undefined &&
      !['kind', 'apiVersion', 'items', 'resources'].some((member) => Object.hasOwn(object, member))
    );
  };
  if (invented === undefined || !all.every(isOther)) return undefined;
  return `${baseUrl} returns ${first.status} to every path, also to ${invented.question.path} that no API has, and no body has a kind: ${NO_API}`;
}
