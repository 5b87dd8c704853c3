import type { IncomingMessage } from 'node:http';
import { requireMembers } from '../../objects/schema/decode-as.ts';
import { type HandlerResponse, valueResponse } from '../handler-response.ts';
import { readBody } from '../body/read-body.ts';
import { valueOfBody } from '../body/request-body.ts';
import type { ServerOptions } from '../server-options.ts';

const PATH = /^\/apis\/(authorization\.k8s\.io\/v1(?:beta1)?)\/selfsubjectaccessreviews$/;
const KIND = 'SelfSubjectAccessReview';

/** The version in the path of an access review POST; `undefined` for other requests. */
export function accessReviewVersion(method: string | undefined, path: string): string | undefined {
  return method === 'POST' ? PATH.exec(path)?.[1] : undefined;
}

/**
 * Responds to access reviews: every admitted caller may do everything. Nothing is stored. Throws `ApiError`: 400,
 * 413 and 415 for a body that is none.
 *
 *     {"spec": {"resourceAttributes": {"verb": "list", "resource": "pods"}}}  ->  {..., "status": {"allowed": true}}
 */
export async function accessReview(
  request: IncomingMessage,
  apiVersion: string,
  { maxBody, context }: Pick<ServerOptions, 'maxBody' | 'context'>,
): Promise<HandlerResponse> {
  const { choices } = context;
  const sent = await valueOfBody(await readBody(request, maxBody), request.headers['content-type'], '', choices);
  const { spec = {} } = requireMembers(sent, KIND);
  return valueResponse(Number(choices['create.status']), {
    kind: KIND,
    apiVersion,
    metadata: {},
    spec,
    status: { allowed: true },
  });
}
