import type { IncomingMessage } from 'node:http';
import { badRequest } from '../../resources/api-error.ts';
import { type Response, valueResponse } from '../response.ts';
import { readBody } from '../body/read-body.ts';
import { decodeBody } from '../body/request-body.ts';
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
): Promise<Response> {
  const body = await decodeBody(await readBody(request, maxBody), request.headers['content-type'], '', context.choices);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw badRequest(`the body must be a ${KIND}`);
  const spec: unknown = Object.hasOwn(body, 'spec') ? Reflect.get(body, 'spec') : {};
  return valueResponse(Number(context.choices['create.status']), {
    kind: KIND,
    apiVersion,
    metadata: {},
    spec,
    status: { allowed: true },
  });
}
