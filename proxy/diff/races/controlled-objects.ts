import { splitTarget } from '../../../shared/exchange-log/split-target.ts';
import { isObject, type Json, type JsonPath, memberOf, textOf } from '../values/json-value.ts';
import { objectIn, type ObservedExchange } from '../exchanges/observed-exchange.ts';
import { elementsOf } from '../values/list-elements.ts';
import { fieldOf } from '../values/subjects.ts';

/** The object or the collection at a path, in any group. */
export interface TargetObject {
  readonly plural: string;
  readonly namespace: string;
  /** Empty for a collection. */
  readonly name: string;
}

/** Paths below a namespace that are about itself. */
const OF_NAMESPACES: ReadonlySet<string> = new Set(['status', 'finalize']);

/** `/apis/apps/v1/namespaces/a/deployments/d/scale` -> deployments, a, d. */
export function targetObject(target: string): TargetObject {
  const segments = splitTarget(target).path.split('/').slice(1);
  const rest = segments.slice(segments[0] === 'api' ? 2 : 3).filter((segment) => segment !== 'watch');
  const isNamespaced = rest[0] === 'namespaces' && rest.length > 2 && !OF_NAMESPACES.has(rest[2] ?? '');
  const [plural = '', name = ''] = isNamespaced ? rest.slice(2) : rest;
  return { plural, namespace: isNamespaced ? (rest[1] ?? '') : '', name };
}

export function uidOf(object: Json | undefined): string {
  return textOf(memberOf(object, 'metadata'), 'uid');
}

export function versionOf(object: Json): string {
  return textOf(memberOf(object, 'metadata'), 'resourceVersion');
}

/** The reference to the controller that owns it. */
export function controllerOf(object: Json | undefined): Json | undefined {
  const owners = memberOf(memberOf(object, 'metadata'), 'ownerReferences');
  return Array.isArray(owners) ? owners.find((owner: Json) => memberOf(owner, 'controller') === true) : undefined;
}

export function isOwned(object: Json | undefined): boolean {
  return controllerOf(object) !== undefined;
}

/** Whether it is a cron job whose minute came. */
export function isScheduled(object: Json): boolean {
  return textOf(memberOf(object, 'status'), 'lastScheduleTime') !== '';
}

/** Kinds whose objects controllers make without owning them. */
const OF_CONTROLLERS: ReadonlySet<string> = new Set(['endpoints', 'events']);

/** Whether a controller made an object of this kind, unless a client did. */
export function isOfControllers(object: Json | undefined, plural: string): boolean {
  return isOwned(object) || (OF_CONTROLLERS.has(plural) && uidOf(object) !== '');
}

/** The objects in a successful response; of a response in protobuf their metadata. */
export function objectsIn({ status, content }: ObservedExchange): readonly Json[] {
  const object = status === undefined || status >= 300 ? undefined : objectIn(content);
  return object === undefined ? [] : (elementsOf(object) ?? [object]);
}

/** The fields in which two versions of an object differ; a changed list is one field. */
export function changedFields(old: Json, object: Json, path: JsonPath = []): string[] {
  if (!isObject(old) || !isObject(object)) return JSON.stringify(old) === JSON.stringify(object) ? [] : [fieldOf(path)];
  return [...new Set([...Object.keys(old), ...Object.keys(object)])].flatMap((name) => {
    const [before, after] = [memberOf(old, name), memberOf(object, name)];
    return before === undefined || after === undefined
      ? [fieldOf([...path, name])]
      : changedFields(before, after, [...path, name]);
  });
}

export function isWithin(field: string, outer: string): boolean {
  return field === outer || field.startsWith(`${outer}.`) || field.startsWith(`${outer}[`);
}
