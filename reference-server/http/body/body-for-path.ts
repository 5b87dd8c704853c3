import { badRequest } from '../../resources/api-error.ts';
import type { ObjectMeta } from '../../resources/api-object.ts';
import { type Members, text } from '../../resources/values/json-members.ts';
import { addressOf, type RoutedCall } from '../call.ts';

/** Throws `ApiError` 400 if the body of an action, such as a Scale, names another kind. */
export function requireKind(body: Members, kind: string): void {
  if (!['', kind].includes(text(body['kind'])))
    throw badRequest(`kind in the body is "${text(body['kind'])}", but this path takes "${kind}"`);
}

/** Throws `ApiError` 400 if the body of an action names another object than the path. */
export function requireAddress({ name, namespace = '' }: ObjectMeta, call: RoutedCall): void {
  const path = addressOf(call);
  if (name !== undefined && name !== path.name)
    throw badRequest(`metadata.name in the body is "${name}", but the path names "${path.name}"`);
  if (!['', path.namespace].includes(namespace))
    throw badRequest(
      `metadata.namespace in the body is "${namespace}", but the path is in namespace "${path.namespace}"`,
    );
}
