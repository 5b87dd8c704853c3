import type { DialectChoices } from '../../../spec/dialects/index.ts';

/** Which odd forms selectors may have, as the dialect says. */
export type SelectorForms = DialectChoices['selectors.odd-forms'];
