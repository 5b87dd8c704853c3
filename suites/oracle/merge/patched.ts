import type { Json } from '../json.ts';

/** What a patch makes of a document: the new document, or why it cannot be applied. */
export type Patched = { readonly document: Json } | { readonly refused: string };
