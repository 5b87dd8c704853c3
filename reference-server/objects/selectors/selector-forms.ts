import type { Answers } from '../../../spec/dialects/index.ts';

/** Which odd forms selectors may have, as the dialect says. */
export type SelectorForms = Answers['selectors.odd-forms'];
