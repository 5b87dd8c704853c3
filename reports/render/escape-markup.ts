const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as it may stand in XML and HTML, attributes included. Characters that XML 1.0 cannot carry become U+FFFD. */
export function escapeMarkup(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are just the ones that XML 1.0 forbids
  return text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd').replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
