import { matchPath } from '../../../spec/surface/match-path.ts';
import { isObject, type Json, memberOf, type JsonPath, pathText, textOf } from './json-value.ts';
import { elementsOf } from './list-elements.ts';
import { splitTarget } from '../../../shared/exchange-log/split-target.ts';

/**
 * The subject of a request, in one spelling for all groups that serve it:
 *
 *     GET    /api/v1/namespaces/a/pods/p           pods a/p
 *     POST   /api/v1/namespaces/a/pods  (name p)   pods a/p
 *     GET    /api/v1/pods                          pods *\/*
 *     DELETE /api/v1/namespaces/a/pods             pods a/*
 *     GET    /version                              /version
 */
export function subjectOf(method: string, target: string, made: Json | undefined): string {
  const { path } = splitTarget(target);
  const match = matchPath(path);
  const [operation] = match?.operations.values() ?? [];
  if (match === undefined || operation?.resource === undefined) return path;
  const plural = operation.resource.split('.')[0] ?? '';
  const fromBody = method === 'POST' ? textOf(memberOf(made, 'metadata'), 'name') : '';
  const namespaced = operation.path.includes('{namespace}') || operation.verb.endsWith('All');
  return subject(plural, namespaced ? (match.namespace ?? '*') : '', match.name ?? (fromBody === '' ? '*' : fromBody));
}

/** The subject of an object in a response to a request about `around`: an item of a list, the object of an event. */
export function subjectWithin(around: string, object: Json | undefined): string {
  const metadata = memberOf(object, 'metadata');
  const name = textOf(metadata, 'name');
  const [plural] = around.split(' ');
  return name === '' || !around.includes(' ') ? around : subject(plural ?? '', textOf(metadata, 'namespace'), name);
}

/**
 * Whether a change of one may show in the other: the same object, a collection and its objects, a namespace and its
 * contents.
 */
export function related(one: string, other: string): boolean {
  return covers(one, other) || covers(other, one);
}

/** The subjects that cover one: its collection, the collection over all namespaces, its namespace. */
export function coveringOf(text: string): string[] {
  const [plural, namespace, name] = parts(text);
  if (namespace === undefined) return [];
  const wide = [
    subject(plural, namespace, '*'),
    subject(plural, '*', '*'),
    ...(plural === 'namespaces' || namespace === '' ? [] : [subject('namespaces', '', namespace)]),
  ];
  return wide.filter((each) => each !== text && (name !== '*' || each !== subject(plural, namespace, '*')));
}

/** Whether it is more than one object. */
export function isWide(text: string): boolean {
  return text.endsWith('/*');
}

function covers(wide: string, narrow: string): boolean {
  if (wide === narrow) return true;
  const [plural, namespace, name] = parts(wide);
  const [otherPlural, otherNamespace, otherName] = parts(narrow);
  if (namespace === undefined || otherNamespace === undefined) return false;
  if (plural === 'namespaces' && otherPlural !== 'namespaces') return name === otherNamespace || name === '*';
  return (
    plural === otherPlural &&
    (namespace === '*' || namespace === otherNamespace) &&
    (name === '*' || name === otherName)
  );
}

function parts(text: string): readonly [plural: string, namespace: string | undefined, name: string | undefined] {
  const [, plural = text, namespace, name] = /^(\S+) ([^/]*)\/(.*)$/.exec(text) ?? [];
  return [plural, namespace, name];
}

function subject(plural: string, namespace: string, name: string): string {
  return `${plural} ${namespace}/${name}`;
}

/** Converts a path within a body to a path within the object there, with `[*]` for every index. */
export function fieldOf(path: JsonPath): string {
  const inner = path[0] === 'items' && typeof path[1] === 'number' ? path.slice(2) : path;
  return pathText(inner).replace(/\[\d+\]/g, '[*]');
}

/** The object on a path: an item of a list, the object of a table's row, or the whole. */
export function objectAt(path: JsonPath, body: Json | undefined): Json | undefined {
  const [first, index] = path;
  if ((first !== 'items' && first !== 'rows') || typeof index !== 'number') return body;
  const item = elementsOf(body)?.[index];
  return isObject(item) ? item : body;
}
