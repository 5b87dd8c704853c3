import { JSON_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { isObject, objectPath } from '../bend.ts';
import type { Bendable, Fault } from '../fault.ts';
import { faults } from '../named.ts';
import { operationsOf, stepsOf, valueAt } from '../json-patch.ts';
import { isOfType } from '../races.ts';

/** Hooks that change operations of JSON patches, given the stored object. */
function operating(bend: (operation: Bendable, path: string, stored: unknown) => void): Fault['hooks'] {
  return () => ({
    request: async (asked, upstream) => {
      if (asked.method !== 'PATCH' || !isOfType(asked, JSON_PATCH_TYPE)) return;
      const stored = (await upstream.send('GET', objectPath(asked))).json;
      for (const operation of operationsOf(asked)) bend(operation, String(operation['path']), stored);
    },
  });
}

/** The list that contains a path's element, and the element's name in the path. */
function elementAt(
  stored: unknown,
  path: string,
): { readonly list: readonly unknown[]; readonly step: string } | undefined {
  const end = path.lastIndexOf('/');
  const list = valueAt(stored, stepsOf(path.slice(0, end)));
  return Array.isArray(list) ? { list, step: path.slice(end + 1) } : undefined;
}

/** JSON patches that interpret pointers into lists, or composite values, more loosely than RFC 6902. */
export const JSON_PATCH_LIST_FAULTS: readonly Fault[] = faults({
  'json-patch-replace-at-the-end-appends': {
    summary: 'a `replace` of the element after the last appends',
    caughtBy: 'patch/impossible-operation-is-refused',
    seenIn: 'json-everything/json-everything#829',
    hooks: operating((operation, path, stored) => {
      const element = elementAt(stored, path);
      if (operation['op'] === 'replace' && element !== undefined && Number(element.step) === element.list.length)
        operation['op'] = 'add';
    }),
  },
  'json-patch-indexes-may-have-zeros-before-them': {
    summary: 'an index with leading zeros in a JSON patch is taken for the number',
    caughtBy: 'patch/impossible-operation-is-refused',
    hooks: operating((operation, path, stored) => {
      const element = elementAt(stored, path);
      if (element !== undefined && /^0\d+$/.test(element.step))
        operation['path'] = path.slice(0, -element.step.length) + String(Number(element.step));
    }),
  },
  'json-patch-test-heeds-no-order': {
    summary: 'a `test` of a list passes where its elements are in another order',
    caughtBy: 'patch/impossible-operation-is-refused',
    hooks: operating((operation, path, stored) => {
      const [known, asked] = [valueAt(stored, stepsOf(path)), operation['value']];
      if (operation['op'] === 'test' && Array.isArray(known) && Array.isArray(asked) && known.length === asked.length)
        operation['value'] = known;
    }),
  },
  'json-patch-of-a-map-merges': {
    summary: 'a JSON patch that sets a whole map keeps the entries that were there',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: operating((operation, path, stored) => {
      const [known, value] = [valueAt(stored, stepsOf(path)), operation['value']];
      if (operation['op'] !== 'test' && isObject(known) && isObject(value)) operation['value'] = { ...known, ...value };
    }),
  },
});
