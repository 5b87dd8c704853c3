import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { at, type Json, textAt } from '../../oracle/json.ts';
import type { ExchangeRecorder } from '../../target/recorder.ts';
import { snippet } from '../../target/snippet.ts';
import type { Response, Target } from '../../target/target.ts';
import { isSuccess, outcome, send } from '../removal/removal.ts';

/** The collection in which a run creates its namespaces. */
export const NAMESPACES = '/api/v1/namespaces';

const METHOD_NOT_ALLOWED = 405;

/** A run whose target refused to create a namespace. */
export interface RefusedRun {
  readonly target: Target;
  readonly recorder: ExchangeRecorder;
  /** Short name of the run, a DNS label. */
  readonly run: string;
  /** The rules that cannot be judged because of it: `298 of 330 rules need a namespace`. */
  readonly needed: string;
}

/**
 * Says in one line that the target refused to create a namespace, with its response, and how to continue: in an
 * existing namespace, or with other credentials. Probes whether the target accepts any write, and which namespaces
 * it has.
 */
export async function namespaceRefusal(refused: RefusedRun, response: Response): Promise<string> {
  const evidence = `POST ${NAMESPACES} ${described(response)}: ${refused.needed}`;
  if (response.status === METHOD_NOT_ALLOWED && (await isReadOnly(refused))) {
    return `${evidence}. ${refused.target.baseUrl} is read-only: it returns 405 to POST, PATCH and DELETE alike. Name a server that takes writes with --target.`;
  }
  const existing = await usableNamespace(refused);
  if (existing !== undefined)
    return `${evidence}. Namespace '${existing}' exists: give --namespace ${existing} to work in it.`;
  return `${evidence}. ${hintFor(response)}`;
}

/** The status and the beginning of the body: `returned 500 {"message":"out of order"}`. */
function described(response: Response): string {
  return response.status === undefined || response.body === undefined
    ? outcome(response)
    : `${outcome(response)} ${snippet(response.body.text)}`;
}

/** Tries writes of an object that does not exist, so they have no effect. */
async function isReadOnly({ target, recorder, run }: RefusedRun): Promise<boolean> {
  const path = `${NAMESPACES}/default/configmaps/${run}-none`;
  const writes = [
    await send(target, recorder, 'PATCH', path, '{"metadata":{}}', MERGE_PATCH_TYPE),
    await send(target, recorder, 'DELETE', path),
  ];
  return writes.every(({ status }) => status === METHOD_NOT_ALLOWED);
}

/** `default` if it exists, else the first namespace that is not the system's own. */
async function usableNamespace({ target, recorder }: RefusedRun): Promise<string | undefined> {
  const response = await send(target, recorder, 'GET', NAMESPACES);
  const items = isSuccess(response) ? at(response.body?.value, 'items') : [];
  if (!Array.isArray(items)) return undefined;
  const names = (items as readonly Json[]).flatMap((item) => textAt(item, 'metadata', 'name') ?? []);
  return names.find((name) => name === 'default') ?? names.find((name) => !name.startsWith('kube-'));
}

function hintFor({ status }: Response): string {
  if (status === 401 || status === 403)
    return 'Give credentials that may create namespaces, or name one to work in with --namespace.';
  return 'Check that the URL is the base of the API, or name a namespace to work in with --namespace.';
}
