import type { DialectChoices } from '../../../spec/dialects/index.ts';
import type { ApiObject } from '../../resources/api-object.ts';
import type { ResourceStrategy } from '../../resources/strategy.ts';
import { badRequest } from '../../resources/api-error.ts';
import { fieldsMatch, parseFieldSelector } from './field-selector.ts';
import { labelsMatch, parseLabelSelector } from './label-selector.ts';
import { SelectorError } from './selector-error.ts';

/** Selects the objects of a collection that a request addresses. */
export interface ObjectFilter {
  /** Filters with equal text match the same objects. */
  readonly text: string;
  /** The name that a field selector requires; absent if no field selector requires a name. */
  readonly name?: string;
  readonly matches: (object: ApiObject) => boolean;
}

export interface ListSelection {
  readonly labelSelector: string;
  readonly fieldSelector: string;
  readonly includeUninitialized: boolean;
}

const NAME_FIELD = 'metadata.name';
const COMMON_FIELDS = [NAME_FIELD, 'metadata.namespace'];

/** The filter for the selectors of a request. Throws `ApiError` 400, with the position, for an invalid selector. */
export function objectFilter(
  strategy: ResourceStrategy,
  selection: ListSelection,
  choices: DialectChoices,
): ObjectFilter {
  const labels = parsed('labelSelector', () =>
    parseLabelSelector(selection.labelSelector, choices['selectors.odd-forms']),
  );
  const offered = fieldNames(strategy, choices);
  const fields = parsed('fieldSelector', () =>
    parseFieldSelector(selection.fieldSelector, offered, choices['selectors.odd-forms']),
  );
  const name = fields.find(({ field, equals }) => field === NAME_FIELD && equals)?.value;
  return {
    ...(name === undefined ? {} : { name }),
    text: JSON.stringify([selection.labelSelector, selection.fieldSelector, selection.includeUninitialized]),
    matches: (object) =>
      (selection.includeUninitialized || isInitialized(object)) &&
      (labels.length === 0 || labelsMatch(labels, object.metadata.labels)) &&
      (fields.length === 0 || fieldsMatch(fields, selectableFields(object, strategy))),
  };
}

/** The fields that a field selector may name. In some dialects some kinds support fewer. */
function fieldNames(
  { byKind = {}, selectableFieldNames }: ResourceStrategy,
  choices: DialectChoices,
): readonly string[] {
  if (choices['selectors.field-names'] !== 'by-kind') return [...COMMON_FIELDS, ...selectableFieldNames];
  if (byKind.refusesFieldSelectors === true) return [];
  return [...(byKind.refusesNamespaceSelector === true ? [NAME_FIELD] : COMMON_FIELDS), ...selectableFieldNames];
}

function selectableFields(object: ApiObject, strategy: ResourceStrategy): Readonly<Record<string, string>> {
  const { name = '', namespace = '' } = object.metadata;
  return { ...strategy.selectableFields(object), 'metadata.name': name, 'metadata.namespace': namespace };
}

/** Objects with pending initializers are left out unless `includeUninitialized` is set (document, parameter set L). */
function isInitialized({ metadata: { initializers } }: ApiObject): boolean {
  if (typeof initializers !== 'object' || initializers === null || !('pending' in initializers)) return true;
  return !Array.isArray(initializers.pending) || initializers.pending.length === 0;
}

function parsed<T>(parameter: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof SelectorError) throw badRequest(`${parameter}: ${error.message}`);
    throw error;
  }
}
