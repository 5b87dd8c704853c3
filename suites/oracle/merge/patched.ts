import type { Json } from '../json.ts';

/** The result of a patch: the new document, or why it cannot be applied. */
export type Patched = { readonly document: Json } | { readonly refused: string };
