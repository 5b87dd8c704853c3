import type { NamedNamespace, NamespacePlace, NamespaceSlot } from '../program/program.ts';

/** Real names behind `ns1`, `ns11` and `ns2` of one slot. A run that is confined to one namespace has `ns1` only. */
export type SlotNamespaces = { readonly ns1: string } & { readonly [slot in NamespaceSlot]?: string };

/** Whether a run may work in one namespace only, which is not its own: what else is there is other people's. */
export function isConfined(slot: SlotNamespaces): boolean {
  return slot.ns11 === undefined || slot.ns2 === undefined;
}

/** Whether a program names the namespace itself, instead of one of its slot. */
export function isNamed(place: NamespacePlace): place is NamedNamespace {
  return place.startsWith('{{');
}
