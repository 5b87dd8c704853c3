import type { DialectChoices } from '../../spec/dialects/index.ts';
import type { Resource } from '../../spec/surface/resources.ts';
import type { ApiObject } from '../resources/api-object.ts';
import { isMembers, members } from '../resources/values/json-members.ts';
import { servedMembers } from '../resources/later-members.ts';
import { badRequest } from '../resources/api-error.ts';
import { decodeAs, type DecodedMembers, requireMembers } from './schema/decode-as.ts';
import { withInitContainersOfAnnotations } from './init-container-annotations.ts';

/**
 * Decodes a body as an object of the resource. Infers absent type metadata, checks members against the schema of the
 * kind, and drops unknown and null members. `stored` is the object that the body was derived from, if any. Throws
 * `ApiError` 400 for another kind or version and for a member of a wrong type.
 */
export function decodeObject(
  resource: Resource,
  body: unknown,
  choices: DialectChoices,
  stored?: ApiObject,
): ApiObject {
  const sent = requireMembers(body, resource.kind);
  requireType(sent, 'kind', resource.kind);
  requireType(sent, 'apiVersion', resource.apiVersion);
  const decoded = decodeAs(resource.schema, withInitContainersOfAnnotations(sent, choices), {
    served: servedMembers(choices),
    stored,
    isLenient: choices['media-types.json-types'] === 'lenient',
  });
  const read =
    choices['secret.empty-values'] === 'null' && resource.kind === 'Secret' ? withNullValues(decoded, sent) : decoded;
  return Object.assign({}, read, {
    kind: resource.kind,
    apiVersion: resource.apiVersion,
    metadata: decoded.metadata ?? {},
  });
}

/** Servers of some dialects store an empty value of a secret as no value. */
function withNullValues(decoded: DecodedMembers, { data }: { readonly data?: unknown }): DecodedMembers {
  if (!isMembers(data) || !Object.values(data).some(isNothing)) return decoded;
  const values = Object.keys(data).map((key): [string, unknown] => [
    key,
    isNothing(data[key]) ? null : members(decoded['data'])[key],
  ]);
  return { ...decoded, data: Object.fromEntries(values) };
}

function isNothing(value: unknown): boolean {
  return value === '' || value === null;
}

/**
 * The server may infer the kind from the endpoint and may reject an unrecognised version (document, Resources and their
 * fields; Errors 3).
 */
function requireType(body: object, member: 'kind' | 'apiVersion', expected: string): void {
  const sent: unknown = Object.hasOwn(body, member) ? Reflect.get(body, member) : undefined;
  if (sent === undefined || sent === null || sent === '' || sent === expected) return;
  throw badRequest(`${member} in the body is ${JSON.stringify(sent)}, but this path takes "${expected}"`);
}
