import type { NamespaceSlot } from './program.ts';

/** Real names behind `ns1`, `ns11` and `ns2` of one slot. */
export type SlotNamespaces = Readonly<Record<NamespaceSlot, string>>;
