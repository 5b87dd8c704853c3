import type { DialectChoices } from '../../../spec/dialects/index.ts';

/** The unusual selector forms that the dialect accepts. */
export type SelectorForms = DialectChoices['selectors.odd-forms'];
