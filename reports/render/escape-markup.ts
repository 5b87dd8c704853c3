const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

// oxlint-disable-next-line no-control-regex -- XML 1.0 forbids these characters
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text as it may stand in XML and HTML, attributes included. Characters that XML 1.0 cannot carry become U+FFFD. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(NOT_IN_XML, '\ufffd').replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
