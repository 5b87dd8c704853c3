import { operationById } from '../../../spec/surface/operations.ts';
import { RESOURCES } from '../../../spec/surface/resources.ts';

const ORDER: readonly string[] = [...RESOURCES.map(({ id }) => id), 'discovery', 'other'];

/**
 * The column of an operation: its resource, `discovery` for the lists of resources, `other` for paths that the document
 * does not have.
 */
export function kindOf(operation: string): string {
  const known = operationById(operation);
  return known === undefined ? 'other' : (known.resource ?? 'discovery');
}

/** The kinds of operations, each once, in the order of the document. */
export function kindsOf(operations: readonly string[]): string[] {
  const kinds = new Set(operations.map(kindOf));
  return ORDER.filter((kind) => kinds.has(kind));
}
