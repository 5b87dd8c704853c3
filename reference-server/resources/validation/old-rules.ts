import type { DialectChoices } from '../../../spec/dialects/index.ts';

/**
 * Whether kinds beyond the document, and size limits of empty directories, are validated by the rules of 2017.
 * Otherwise the server refuses only objects that the releases of today refuse too.
 */
export function hasOldRules(choices: DialectChoices): boolean {
  return choices['resources.other-kinds'] === 'validated';
}

/** The protocols of ports. */
export function protocolsOf(choices: DialectChoices): readonly string[] {
  return hasOldRules(choices) ? ['TCP', 'UDP'] : ['SCTP', 'TCP', 'UDP'];
}
