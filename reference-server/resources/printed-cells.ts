import type { ApiObject } from './api-object.ts';
import { items, members, type Members, number, text } from './json-members.ts';

/** A column of the table that a command line prints of objects of a kind. */
export interface PrintedColumn {
  readonly name: string;
  readonly type: 'string' | 'integer';
  /** Whether it stands only in wide tables. */
  readonly wide?: true;
  readonly cell: (object: ApiObject) => string | number;
}

/** Parts of an object. */
export const spec = (object: ApiObject): Members => members(object['spec']);
export const status = (object: ApiObject): Members => members(object['status']);
/** A column of numbers; of words; and of words that stand only in wide tables. */
export const count = (name: string, cell: PrintedColumn['cell']): PrintedColumn => ({ name, type: 'integer', cell });
export const word = (name: string, cell: PrintedColumn['cell']): PrintedColumn => ({ name, type: 'string', cell });
export const wide = (name: string, cell: PrintedColumn['cell']): PrintedColumn => ({
  name,
  type: 'string',
  wide: true,
  cell,
});
/** How many members a map has. */
export const keys = (value: unknown): number => Object.keys(members(value)).length;
/** What command lines print for nothing. */
export const orNone = (value: string): string => (value === '' ? '<none>' : value);
/** `1/3`: so many of so many. */
export const counted = (part: unknown, whole: unknown): string => `${number(part)}/${number(whole)}`;

/** `a=b,c=d`, of a map of labels. */
export const selector = (value: unknown): string =>
  orNone(
    Object.entries(members(value))
      .map(([key, wanted]) => `${key}=${text(wanted)}`)
      .join(','),
  );

/** The members of that name of each of a list, one after the other: `a,b`. */
export const listed = (list: unknown, name: string): string =>
  orNone(
    items(list)
      .map((each) => text(members(each)[name]))
      .join(','),
  );

/** What wide tables say of the template of a workload. */
export const ofTemplate: readonly PrintedColumn[] = [
  wide('Containers', (object) => listed(templateSpec(object)['containers'], 'name')),
  wide('Images', (object) => listed(templateSpec(object)['containers'], 'image')),
  wide('Selector', (object) => selector(members(spec(object)['selector'])['matchLabels'] ?? spec(object)['selector'])),
];

const templateSpec = (object: ApiObject): Members => members(members(spec(object)['template'])['spec']);
