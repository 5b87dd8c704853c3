import type { NamedNamespace, NamespacePlace, NamespaceSlot } from '../../program/program.ts';

/** Real names of `ns1`, `ns11` and `ns2` of one slot. A run confined to one namespace has `ns1` only. */
export type SlotNamespaces = { readonly ns1: string } & { readonly [slot in NamespaceSlot]?: string };

/** Whether a run is confined to one namespace that it shares with others. */
export function isConfined(slot: SlotNamespaces): boolean {
  return slot.ns11 === undefined || slot.ns2 === undefined;
}

/** Whether a program names the namespace itself, instead of one of its slot. */
export function isNamed(place: NamespacePlace): place is NamedNamespace {
  return place.startsWith('{{');
}
