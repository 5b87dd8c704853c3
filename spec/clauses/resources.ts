import type { Clause } from './clause.ts';
import { clauses } from './rows.ts';

export const RESOURCES: readonly Clause[] = clauses('Resources and their fields', [
  ['resources.types', 'A type in the tables is a JSON type: "string array" is a JSON array of strings, and so on.'],
  [
    'resources.api-version.1',
    'Every resource carries apiVersion, a string that names its schema.',
    'must',
    'the word "every"',
  ],
  ['resources.api-version.2', 'The server converts a schema that it recognises to the latest internal form.'],
  ['resources.api-version.3', 'The server may reject a schema that it does not recognise.', 'may', 'the word "may"'],
  ['resources.kind.1', 'Every resource carries kind, a string in CamelCase.', 'must', 'the word "every"'],
  ['resources.kind.2', 'The server may infer a missing kind from the endpoint.', 'may', 'the word "may"'],
  ['resources.kind.3', 'The kind of an object cannot be updated.', 'must', 'the word "cannot"'],
]);
