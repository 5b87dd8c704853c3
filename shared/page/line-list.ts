import { markup, type Markup, type MarkupPart } from './markup.ts';

/** A list that scrolls in its own box if it is long; the keyboard reaches it. `label` names it. */
export function lineList(label: string, items: readonly MarkupPart[]): Markup {
  return markup`<ul class="lines" tabindex="0" aria-label="${label}">${items.map((item) => markup`<li>${item}</li>`)}</ul>`;
}
