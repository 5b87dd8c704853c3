import { isObject, type Json, type JsonObject } from '../../oracle/json.ts';
import { pathOf } from '../../oracle/values/json-pointer.ts';
import { removedAt, valueAt, withSet } from '../../oracle/values/json-edits.ts';
import type { Edit, EditTemplate, FromTemplate, Template } from '../../program/program.ts';

/** The values for the placeholders of a template. */
export interface Bindings {
  /** The text for `{{hole}}`; `undefined` if the step has no such name. */
  text(hole: string): string | undefined;
  /** The response body that an earlier step kept under that name. */
  responseBody(as: string): Json | undefined;
}

/**
 * Fills the placeholders of a template; a template without any is returned as it is. Placeholders without a value
 * are listed in `missing` and become null; the caller must not send such a request.
 *
 *     { metadata: { name: '{{a}}' } }                                      -> { metadata: { name: 'p4f2a-17-a' } }
 *     { $from: 'made', at: '/metadata/uid' }                               -> '6b1f...'
 *     { $edit: { $from: 'made' }, with: [{ set: '/data/k', to: '2' }] }    -> the response with data.k = '2'
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
  // Most bodies have few placeholders, and copying costs more than searching.
  return full.every(([member, value], index) => member === members[index]?.[0] && value === members[index][1])
    ? (template as Json)
    : Object.fromEntries(full);
}

/** Fills each `{{hole}}` in a text. */
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
  const response = bindings.responseBody($from);
  if (response === undefined) {
    missing.push(`'${$from}' has no successful response`);
    return null;
  }
  const value = valueAt(response, pathIn(at, missing));
  if (value === undefined) missing.push(`the response '${$from}' has nothing at ${at}`);
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
 * A copy of a body with these `metadata.labels` added. A body without metadata, or with labels that are no map, is
 * sent unchanged: its defect is the point of the case.
 */
export function labelled(body: Json, labels: JsonObject): Json {
  const metadata = isObject(body) ? valueAt(body, ['metadata']) : undefined;
  if (!isObject(body) || !isObject(metadata)) return body;
  const own = Object.hasOwn(metadata, 'labels') ? metadata['labels'] : {};
  return isObject(own) ? { ...body, metadata: { ...metadata, labels: { ...own, ...labels } } } : body;
}
