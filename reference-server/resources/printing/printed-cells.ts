import type { ApiObject } from '../api-object.ts';
import { items, members, type Members, number, text } from '../values/json-members.ts';

/** A column of the table that command lines print for a kind. */
export interface PrintedColumn {
  readonly name: string;
  readonly type: 'string' | 'integer';
  /** Whether it is only in wide tables. */
  readonly wide?: true;
  readonly cell: (object: ApiObject) => string | number;
}

/** Parts of an object. */
export const spec = (object: ApiObject): Members => members(object['spec']);
export const status = (object: ApiObject): Members => members(object['status']);
/** A column of numbers, of words, and of words in wide tables only. */
export const count = (name: string, cell: PrintedColumn['cell']): PrintedColumn => ({ name, type: 'integer', cell });
export const word = (name: string, cell: PrintedColumn['cell']): PrintedColumn => ({ name, type: 'string', cell });
export const wide = (name: string, cell: PrintedColumn['cell']): PrintedColumn => ({
  name,
  type: 'string',
  wide: true,
  cell,
});
/** The number of members of a map. */
export const keys = (value: unknown): number => Object.keys(members(value)).length;
/** The text of command lines for an empty cell. */
export const orNone = (value: string): string => (value === '' ? '<none>' : value);
/** `1/3`. */
export const counted = (part: unknown, whole: unknown): string => `${number(part)}/${number(whole)}`;

/** `a=b,c=d`, for a map of labels. */
export const selector = (value: unknown): string =>
  orNone(
    Object.entries(members(value))
      .map(([key, wanted]) => `${key}=${text(wanted)}`)
      .join(','),
  );

/** The named member of each element of a list: `a,b`. */
export const listed = (list: unknown, name: string): string =>
  orNone(
    items(list)
      .map((each) => text(members(each)[name]))
      .join(','),
  );

/** The columns of wide tables for a workload's template. */
export const ofTemplate: readonly PrintedColumn[] = [
  wide('Containers', (object) => listed(templateSpec(object)['containers'], 'name')),
  wide('Images', (object) => listed(templateSpec(object)['containers'], 'image')),
  wide('Selector', (object) => selector(members(spec(object)['selector'])['matchLabels'] ?? spec(object)['selector'])),
];

const templateSpec = (object: ApiObject): Members => members(members(spec(object)['template'])['spec']);
