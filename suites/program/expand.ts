import { isObject, type Json, type JsonObject } from '../oracle/json.ts';
import { pathOf } from '../oracle/json-pointer.ts';
import { removedAt, valueAt, withSet } from './pointer.ts';
import type { Edit, EditTemplate, FromTemplate, Template } from './program.ts';

/** What fills the holes of a template. */
export interface Bindings {
  /** The text behind `{{hole}}`; `undefined` where the step has none of that name. */
  text(hole: string): string | undefined;
  /** The answer that an earlier step left under that name. */
  answer(as: string): Json | undefined;
}

/**
 * A template with its holes filled; what has none stands in it as it is. Each hole that nothing fills is named in `missing` and stands as null; the caller sends nothing then.
 *
 *     { metadata: { name: '{{a}}' } }                                      -> { metadata: { name: 'p4f2a-17-a' } }
 *     { $from: 'made', at: '/metadata/uid' }                               -> '6b1f...'
 *     { $edit: { $from: 'made' }, with: [{ set: '/data/k', to: '2' }] }    -> the answer with data.k = '2'
 */
export function expand(template: Template, bindings: Bindings, missing: string[]): Json {
  if (typeof template === 'string') return expandText(template, bindings, missing);
  if (template === null || typeof template !== 'object') return template;
  if (isList(template)) {
    const items = template.map((item) => expand(item, bindings, missing));
    return items.every((item, index) => item === template[index]) ? (template as Json) : items;
  }
  if (isFrom(template)) return filled(template, bindings, missing);
  if (isEdit(template)) return edited(template, bindings, missing);
  const members = Object.entries(template as { readonly [member: string]: Template });
  const full = members.map(([member, value]): [string, Json] => [
    expandText(member, bindings, missing),
    expand(value, bindings, missing),
  ]);
  // Most of a body has no holes, and making its objects anew costs more than looking for them.
  return full.every(([member, value], index) => member === members[index]?.[0] && value === members[index][1])
    ? (template as Json)
    : Object.fromEntries(full);
}

/** A text with each `{{hole}}` in it filled. */
export function expandText(text: string, bindings: Bindings, missing: string[]): string {
  if (!text.includes('{{')) return text;
  return text.replaceAll(/\{\{([\w-]+)\}\}/g, (_, hole: string) => {
    const value = bindings.text(hole);
    if (value === undefined) missing.push(`nothing stands for {{${hole}}} here`);
    return value ?? '';
  });
}

function isList(template: Template): template is readonly Template[] {
  return Array.isArray(template);
}

function isFrom(template: object): template is FromTemplate {
  return Object.hasOwn(template, '$from') && typeof (template as { $from: unknown }).$from === 'string';
}

function isEdit(template: object): template is EditTemplate {
  return Object.hasOwn(template, '$edit') && Array.isArray((template as { with?: unknown }).with);
}

function filled({ $from, at = '' }: FromTemplate, bindings: Bindings, missing: string[]): Json {
  const response = bindings.answer($from);
  if (response === undefined) {
    missing.push(`'${$from}' has no successful answer`);
    return null;
  }
  const value = valueAt(response, pathIn(at, missing));
  if (value === undefined) missing.push(`the answer '${$from}' has nothing at ${at}`);
  return value ?? null;
}

function edited({ $edit, with: edits }: EditTemplate, bindings: Bindings, missing: string[]): Json {
  let value = expand($edit, bindings, missing);
  for (const edit of edits) value = applied(value, edit, bindings, missing);
  return value;
}

function applied(value: Json, edit: Edit, bindings: Bindings, missing: string[]): Json {
  if ('remove' in edit) return removedAt(value, pathIn(expandText(edit.remove, bindings, missing), missing));
  const changed = withSet(
    value,
    pathIn(expandText(edit.set, bindings, missing), missing),
    expand(edit.to, bindings, missing),
  );
  if (changed === undefined) missing.push(`there is no place for ${edit.set}`);
  return changed ?? value;
}

function pathIn(pointer: string, missing: string[]): readonly string[] {
  const path = pathOf(pointer);
  if (path === undefined) missing.push(`'${pointer}' is no JSON pointer`);
  return path ?? [];
}

/**
 * A copy of a body whose `metadata.labels` say whose it is. A body that has no metadata, or labels that are no map, is sent as it
 * stands: what is wrong with it is the point of the case.
 */
export function labelled(body: Json, labels: JsonObject): Json {
  const metadata = isObject(body) ? valueAt(body, ['metadata']) : undefined;
  if (!isObject(body) || !isObject(metadata)) return body;
  const own = Object.hasOwn(metadata, 'labels') ? metadata['labels'] : {};
  return isObject(own) ? { ...body, metadata: { ...metadata, labels: { ...own, ...labels } } } : body;
}
